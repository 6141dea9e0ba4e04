"""Each thing that can be wrong with a layer is one finding: its line as written, the other place, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

RULESETS = Path(__file__).parents[2] / "rulesets"
FILE, OTHER = "rulesets/bad.yaml", "rulesets/other.yaml"
MORE = "change:\n  cards.turbo.copies: {was: 8, to: 12}\n"
FEWER = "change:\n  cards.turbo.copies: {was: 8, to: 6}\n"
KITE = "add:\n  cards.kite: {type: equipment, copies: 2, meets: [fog]}\n"


def layer(body: str, *, name: str = "bad", changes: str = "celestia 1") -> str:
    return f"format: 1\nlayer: {name}\nchanges: {changes}\n{body}"


@attrs.frozen
class Bad:
    """A layer, perhaps upon another one, and the finding: its code, line, a part of its help, the other place."""

    name: str
    text: str
    code: str
    line: int
    help: str
    other: str = ""  # a part of the other place
    below: str = ""  # the layer that lies below it


BAD = [
    Bad("wrong-base", layer(MORE, changes="celestia-duo 1"), "L0208", 3, "a layer is", below=layer("", name="other")),
    Bad("misspelt-base", layer(MORE, changes="celesta 1"), "L0208", 3, "did you mean", below=layer("", name="other")),
    Bad("whole-card", layer("change:\n  cards.turbo: {to: 12}\n"), "L0207", 5, "`cards.turbo.copies`, `cards.turbo.m"),
    Bad("unknown-base", layer(MORE, changes="celesta 1"), "L0001", 3, "did you mean `celestia`?"),
    Bad("wrong-version", layer(MORE, changes="celestia 7"), "L0211", 3, "write the new version", "ruleset.yaml:4"),
    Bad("unknown-card", layer(MORE.replace("turbo", "trubo")), "L0201", 5, "did you mean `cards.turbo.copies`?"),
    Bad("unknown-key", layer(MORE.replace("copies", "copeis")), "L0201", 5, "did you mean `cards.turbo.copies`?"),
    Bad("entry-of-a-list", layer("remove: [cards.turbo.meets.0]\n"), "L0201", 4, "did you mean `cards.turbo.meets`?"),
    Bad("replaced-unknown", layer("replace:\n  cards.trubo: {type: equipment}\n"), "L0201", 5, "`cards.turbo`?"),
    Bad("removed-unknown", layer("remove: [cards.jetpak]\n"), "L0201", 4, "did you mean `cards.jetpack`?"),
    Bad(
        "inserted-at-unknown",
        layer("insert:\n  - {after: steps.leg.rol, step: {clear: event}}\n"),
        "L0201",
        5,
        "did you mean `steps.leg.roll`?",
    ),
    Bad("inserted-nothing", layer("insert: [{after: steps.leg.roll}]\n"), "K0121", 4, "one of: step, place"),
    Bad("inserted-nowhere", layer("insert: [{step: {clear: event}}]\n"), "K0121", 4, "one of: before, after"),
    Bad("added-to-unknown", layer("add:\n  cards.turbo.play.to: deck\n"), "L0201", 5, "put under `add`"),
    Bad("added-again", layer(KITE.replace("kite", "turbo")), "L0202", 5, "`change` or `replace`", "cards.yaml"),
    Bad(
        "group-added-again",
        layer("add:\n  cards:\n    kite: {type: equipment}\n"),
        "L0217",
        5,
        "`cards.NAME`",
        "cards.yaml",
    ),
    Bad("no-space", layer(MORE.replace("was: 8", "was:8")), "K0126", 5, "write `was: 8`"),
    Bad("no-space-in-a-card", layer(KITE.replace("type: e", "type:e")), "K0126", 5, "write `type: equipment`"),
    Bad("no-space-before-a-brace", layer(MORE.replace(": {", ":{")), "Y0116", 5, "write `: `"),
    Bad("no-space-within-braces", layer("change: {cards.turbo.copies:{was: 8, to: 9}}\n"), "Y0116", 4, "write `: `"),
    Bad(
        "nested-path",
        layer("change:\n  cards:\n    turbo:\n      copies: {was: 8, to: 12}\n"),
        "K0125",
        5,
        "`cards.turbo.copies: …`",
    ),
    Bad("nested-value", layer("change:\n  cards.turbo: {copies: 12}\n"), "K0125", 5, "`cards.turbo.copies: …`"),
    Bad("too-far-left", layer("change:\n  cards.turbo.copies:\n    was: 8\n  to: 12\n"), "K0120", 7, "further in"),
    Bad("all-too-far-left", layer("change:\n  cards.turbo.copies:\n  was: 8\n  to: 12\n"), "K0120", 6, "further in"),
    Bad("curly-quotes", layer(MORE.replace("8", "“8”")), "Y0213", 5, "write `8`"),
    Bad("curly-key", layer(MORE.replace("cards.turbo.copies", "“cards.turbo.copies”")), "Y0213", 5, "write `cards"),
    Bad("tab", layer(MORE.replace("  cards", "\tcards")), "Y0101", 5, "indent with spaces"),
    Bad("stale", layer(MORE.replace("8", "9")), "L0204", 5, "then write what it is now", "cards.yaml"),
    Bad("clash", layer(MORE), "L0205", 5, "write `over: other` in `bad`", OTHER, layer(FEWER, name="other")),
    Bad(
        "clash-of-players",
        layer("players: {from: 2, to: 7}\n"),
        "L0205",
        4,
        "write `over: other` in `bad`",
        OTHER,
        layer("players: {from: 2, to: 5}\n", name="other"),
    ),
    Bad(
        "clash-of-options",
        layer("options: {turbo: must}\n"),
        "L0205",
        4,
        "write `over: other` in `bad`",
        OTHER,
        layer("options: {declare: secret}\nchange:\n  options.turbo.values: {to: [optional, must, never]}\n")
        .replace("layer: bad", "layer: other")
        .replace("options: {declare: secret}", "replace: {options.turbo.default: never}"),
    ),
    Bad("taken-away", layer(MORE), "L0212", 5, "leave one", OTHER, layer("remove: [cards.turbo]\n", name="other")),
    Bad(
        "upon-another",
        layer(MORE.replace("turbo", "kite").replace("8", "2")),
        "L0213",
        5,
        "`requires: [other]`",
        OTHER,
        layer(KITE, name="other"),
    ),
    Bad(
        "two-things",
        layer("replace:\n  cards.turbo.copies: 3\n" + MORE),
        "L0203",
        5,
        "keep one of the two",
        FILE,
    ),
    Bad("enemies", layer("conflicts: [other]\n"), "L0210", 4, "", OTHER, layer("", name="other")),
    Bad("needs-another", layer("requires: [another]\n"), "L0001", 4, "looked in"),
    Bad("itself", layer("requires: [bad]\n"), "L0215", 4, "out of `requires`"),
    Bad(
        "circle",
        layer("requires: [other]\n"),
        "L0215",
        0,
        "out of `requires`",
        FILE,
        layer("requires: [bad]\n", name="other"),
    ),
    Bad("left-behind", layer("remove: [steps.next-voyage]\n"), "R0101", 0, "", FILE),
    Bad("window-left-behind", layer("remove: [windows.rescue]\n"), "R0101", 0, "", FILE),
    Bad(
        "missing-window",
        layer(KITE + "  cards.kite.play: {in: power}\n").replace(
            "meets: [fog]}\n  cards.kite.play: {in: power}", "play: {in: power}}"
        ),
        "R0101",
        5,
        "did you mean `powers`?",
    ),
    Bad(
        "missing-zone",
        layer("insert:\n  - {after: steps.leg.roll, step: {draw: dekc, to: hand of captain}}\n"),
        "R0101",
        5,
        "did you mean `deck`?",
    ),
    Bad(
        "missing-role",
        layer("insert:\n  - {after: steps.leg.roll, step: {give: capitan, to: left(captain)}}\n"),
        "R0101",
        5,
        "did you mean `captain`?",
    ),
    Bad(
        "never-played",
        layer("add:\n  windows.dawn: {}\n  cards.kite: {type: equipment, copies: 2, play: {in: dawn}}\n"),
        "R0402",
        6,
        "a window that a step opens",
    ),
    Bad("no-window-left", layer("remove: [steps.face.bail-out]\n"), "R0402", 0, "", FILE),
    Bad(
        "behind-the-end",
        layer("insert:\n  - {before: steps.leg.roll, step: {id: enough, end: leg}}\n"),
        "R0404",
        0,
        "put a condition on the `end`",
    ),
    Bad("path-with-a-space", layer(MORE.replace("turbo.copies", "turbo copies")), "K0114", 5, ""),
]  # fmt: skip


def written(bad: Bad, folder: Path) -> None:
    (folder / "rulesets").unlink()
    (folder / "rulesets").mkdir()
    for ruleset in ("celestia", "celestia-duo"):
        (folder / "rulesets" / ruleset).symlink_to(RULESETS / ruleset)
    (folder / FILE).write_text(bad.text, "utf-8")
    if bad.below:
        (folder / OTHER).write_text(bad.below, "utf-8")


def target(bad: Bad, folder: Path) -> str:
    """What is checked: the layer, or a table on which it lies upon another."""
    if not bad.below or bad.name == "circle":
        return FILE
    (folder / "table.yaml").write_text("format: 1\nruleset: celestia\nwith: [other, bad]\n", "utf-8")
    return "table.yaml"


def places(found: Mapping[str, Any]) -> str:
    return " ".join(f"{each['file']}:{each['range']['start']['line']}" for each in found["related"] if each["file"])


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_one_finding_where_it_stands(bad: Bad, folder: Path, findings: Callable[..., list[dict[str, Any]]]) -> None:
    written(bad, folder)

    (found,) = findings("check", target(bad, folder))

    assert found["code"] == bad.code, found
    assert not bad.line or (found["file"], found["range"]["start"]["line"]) == (FILE, bad.line), found
    assert bad.help in (found["help"] or "")
    assert bad.other in places(found), found


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_the_message(bad: Bad, folder: Path, gulliver: Callable[..., Result], snapshot: SnapshotAssertion) -> None:
    written(bad, folder)

    output = gulliver("check", target(bad, folder)).output

    output = re.sub(r"looked in: .*", "looked in: …", output).replace(f"{RULESETS}/", "rulesets/")
    assert re.sub(r"(celestia/[a-z-]+\.yaml):\d+:\d+", r"\1", re.sub(r"(?m)^ *\d+ \|", " N |", output)) == snapshot


def test_a_ruleset_that_is_there_was_not_meant_otherwise(folder: Path, gulliver: Callable[..., Result]) -> None:
    (wrong_base,) = (bad for bad in BAD if bad.name == "wrong-base")
    written(wrong_base, folder)

    assert "did you mean" not in gulliver("check", target(wrong_base, folder)).output


def test_what_is_not_there_is_told_with_where_it_was_looked_for(
    folder: Path, findings: Callable[..., list[dict[str, Any]]]
) -> None:
    written(Bad("", layer(MORE, changes="celestia-duo 1"), "", 0, ""), folder)

    (found,) = findings("check", FILE)

    assert "`celestia-duo` has no `cards.turbo.copies`" in found["message"]
