"""A small ruleset to lay layers upon."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from interpreter.layering.manifest import read_manifest
from interpreter.layering.stack import Stack, build_stack
from interpreter.model.load import checked_ruleset
from interpreter.source.diagnostics import Diagnostic, SourceError

MARKET = Path(__file__).parent / "market" / "ruleset.yaml"


@attrs.frozen
class Table:
    """A folder in which layers of the market are written and laid."""

    folder: Path

    def lay(self, *names: str, **layers: str) -> Stack:
        """Write layers, then lay them in the order of `names`, or as they come."""
        for name, text in layers.items():
            self.write(name, text)
        paths = [self._path(name) for name in names or layers]
        return build_stack(
            read_manifest(self.folder / "market", "ruleset"), [read_manifest(path, "layer") for path in paths]
        )

    def write(self, name: str, text: str) -> None:
        """Write a layer; what it does not say of itself is added."""
        (self.folder / f"{name}.yaml").write_text(f"format: 1\nlayer: {name}\nchanges: market 2\n{text}")

    def findings(self, *names: str, **layers: str) -> tuple[Diagnostic, ...]:
        """What is wrong with layers, up to the rules that come out."""
        try:
            return checked_ruleset(self.lay(*names, **layers)).warnings
        except SourceError as trouble:
            return trouble.diagnostics

    def finding(self, *names: str, **layers: str) -> Diagnostic:
        """The one thing that is wrong."""
        (finding,) = self.findings(*names, **layers)
        return finding

    def _path(self, name: str) -> Path:
        file = self.folder / f"{name}.yaml"
        return file if file.exists() else self.folder / name


@pytest.fixture
def table(tmp_path: Path) -> Table:
    (tmp_path / "market").mkdir()
    (tmp_path / "market" / "ruleset.yaml").write_text(MARKET.read_text("utf-8"))
    return Table(tmp_path)


@pytest.fixture
def place() -> Callable[..., tuple[str, int]]:
    """File and line of a finding, or of the first other place that it names."""

    def told(finding: Diagnostic, related: int | None = None) -> tuple[str, int]:
        span = finding.span if related is None else finding.related[related].span
        assert span is not None
        return Path(span.file).stem, span.line

    return told
