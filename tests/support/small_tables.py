"""The text of a small ruleset and what a scenario tells of it, to the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.scenario.parser import parse
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Verdict


def told(folder: Path, game: str, rules: str, blocks: Mapping[str, str], layer: str | None = None) -> Verdict:
    """Write a ruleset, a layer on it and one scenario into the folder, and run it.

    The lines of a block are parted by `; `.
    """
    (folder / game).mkdir(exist_ok=True)
    (folder / game / "ruleset.yaml").write_text(rules)
    stack = f'ruleset "{game}"'
    if layer is not None:
        (folder / "more.yaml").write_text(layer)
        stack += ' with "more.yaml"'
    lines = [stack, "", "scenario word"]
    for opener, text in blocks.items():
        lines += [f"  {opener}", *(f"    {line.strip()}" for line in text.split("; ") if line.strip())]
    file = folder / "word.scenario"
    file.write_text("\n".join(lines) + "\n")
    (found,) = run_file(parse(file.read_text(), str(file)))
    return found
