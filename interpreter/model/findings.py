"""Findings of the model stage, collected by path; places are looked up when they are reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import Factory, frozen

from interpreter.model.draft import Node, Path
from interpreter.texts import Words

Declared = Mapping[str, Path | None]  # each name that would do, and where it is declared


@frozen
class Finding:
    """`start` and `end` are offsets inside the text at `path`; `on_key` points at the key itself."""

    code: str
    path: Path
    values: Mapping[str, str]
    start: int | None = None
    end: int | None = None
    on_key: bool = False
    known: Declared = Factory(dict)
    warning: bool = False


@frozen
class Names:
    """What the checks of one ruleset find: what is wrong, and which declarations are used."""

    findings: list[Finding] = Factory(list)
    _alike: dict[tuple[str, Path], list[Finding]] = Factory(dict)
    used: set[Path] = Factory(set)

    def add(self, finding: Finding) -> None:
        """Collect one finding, unless the very same was made (a text is checked once for each reader)."""
        alike = self._alike.setdefault((finding.code, finding.path), [])
        if finding not in alike:
            alike.append(finding)
            self.findings.append(finding)

    def use(self, *path: str) -> None:
        """Note that somebody reads a declaration."""
        self.used.add(path)


def unknown(  # noqa: PLR0913  # the place is optional twice over
    what: str, word: str, known: Declared, path: Path, place: tuple[int, int] | None = None, *, on_key: bool = False
) -> Finding:
    """The finding that `word` is no `what`."""
    start, end = place or (None, None)
    values = {"what": what if isinstance(what, Words) else Words(what), "word": word}
    return Finding("R0101", path, values, start, end, on_key, known)


def declared(*groups: Mapping[str, Node]) -> Declared:
    """The names of declarations, and where they stand."""
    return {name: node.path for group in groups for name, node in group.items()}


def entries(names: Iterable[str], path: Path) -> Declared:
    """The names in a list, and where each stands."""
    return {name: (*path, str(number)) for number, name in enumerate(names)}


def keys(names: Iterable[str], path: Path) -> Declared:
    """The keys of a mapping, and where each stands."""
    return {name: (*path, name) for name in names}


def nowhere(names: Iterable[str]) -> Declared:
    """Words of the language, which are declared nowhere."""
    return dict.fromkeys(names)
