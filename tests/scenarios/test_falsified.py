"""Turning any one expectation of any scenario false makes `gulliver run` fail and name that line.

Each kind of statement has one stated falsification:

| statement                 | turned false                                                             |
|---------------------------|--------------------------------------------------------------------------|
| `subject: things`         | another thing of the kind instead of the first                           |
| `subject: NUMBER`         | one more                                                                 |
| `subject: none`           | `count 1`                                                                |
| `subject: count N`        | `count N+1`                                                              |
| `subject: some things`    | `no` such things, and the other way round                                |
| `subject: at least N`     | `at most N-1`, and the other way round                                   |
| `game: over`              | `game: running`, and the other way round                                 |
| `X can: …`                | `X cannot: …`                                                            |
| `X can only: A; B`        | `X can only: A`; a single one: `X cannot: A`                             |
| `X cannot: …`             | `X can: …`                                                               |
| `… because R`             | (once more) another rule, one of the setup                               |
| `X is asked`              | `X is not asked`, and the other way round                                |
| `event: E`                | `no event: E`, and the other way round                                   |
| `X sees: subject: value`  | another value, as above                                                  |
| `X cannot tell: S`        | `X sees: S: THING`; with things: one thing more                          |
| `everybody knows: S: …`   | another value, as above                                                  |
| `only A, B changed`       | `only A changed`; a single one: `nothing changed`                        |
| `nothing changed`         | `only S changed`, the first subject of the game                          |
| `chance E: P`             | another chance; `at least P` becomes `at most` a little less, and so on  |
| `possible: E`             | `never: E`, and the other way round                                      |
| `always: E`               | `never: E`                                                               |
| `order matters`           | `order does not matter`, and the other way round                         |
| `known-wrong`             | the mark is taken away; a scenario without it gets one                   |

Snapshots are excepted. A file in another language is turned false as what it says in English.
In a table the false line is put after the line it comes from, with the cells of one row.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

import sampling
from interpreter.cli import main
from interpreter.scenario import tree as t
from interpreter.scenario import writing as w
from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import parse
from interpreter.source.speech import DEFAULT
from interpreter.trial import facts
from interpreter.trial import vocabulary as n
from interpreter.trial.loading import load, runner_for
from interpreter.trial.names import Names, reason_of
from interpreter.trial.positions import player_names
from interpreter.trial.rewording import naming
from interpreter.trial.vocabulary import Vocabulary, vocabulary_for
from spanish import english_in, in_spanish

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "scenarios"
FILES = sorted(FOLDER.glob("**/*.scenario"))
SAMPLE = 60
SAMPLE_IN_SPANISH = 1  # of each kind
_TINY = Fraction(1, 1_000_000)


@attrs.frozen
class Falsehood:
    """A line of a file, and a line that is not true there."""

    file: Path
    scenario: str
    line: int
    kind: str
    text: str
    row: str = ""

    def __str__(self) -> str:
        file = self.file.relative_to(FOLDER).with_suffix("").as_posix()
        return f"{file}:{self.line}-{self.kind}{'-' if self.row else ''}{self.row}"


@cache
def falsehoods() -> tuple[Falsehood, ...]:
    found = {str(each): each for file in FILES for each in of_file(file)}
    return tuple(found.values())


@cache
def english(file: Path) -> str:
    """The text of a file; one in another language says the same in English, where its lines are turned false."""
    text = file.read_text("utf-8")
    tree = parse(text, str(file))
    if tree.language == DEFAULT:
        return text
    return format_text(text, str(file), DEFAULT, lambda spoken: naming(spoken, DEFAULT))


def of_file(file: Path) -> Iterator[Falsehood]:
    tree = parse(english(file), str(file))
    for scenario, case in tree.tests():
        wrong = scenario.remarks.known_wrong or (case.reading and case.reading.remarks.known_wrong)
        if wrong is not None:
            yield Falsehood(file, scenario.id.text, wrong.span.line, "known-wrong", "")
            continue
        if case.reading is None and case.row is None:
            yield Falsehood(file, scenario.id.text, scenario.span.line, "unmarked", 'known-wrong "no"')
        yield from of_case(file, tree, scenario, case)


def of_case(file: Path, tree: t.ScenarioFile, scenario: t.Scenario, case: t.Case) -> Iterator[Falsehood]:
    false = Falsifier(names_of(tree, scenario, case))
    row = case.row.id.text if case.row else ""
    for line in (line for block in case.blocks if isinstance(block, t.Then) for line in block.lines):
        for kind, claim, place in false.claims(line):
            yield Falsehood(file, scenario.id.text, place, kind, claim, row)


def names_of(tree: t.ScenarioFile, scenario: t.Scenario, case: t.Case) -> Names:
    loaded = load(tree, scenario, case)
    lines = [*tree.background, *(line for block in case.blocks if isinstance(block, t.Given) for line in block.lines)]
    players = player_names(lines)
    assert players is not None
    program = runner_for(loaded, players).program
    return Names(program, vocabulary_for(program.box, players, loaded.stack.labels))


@attrs.frozen
class Falsifier:
    """Says something else than an expectation does."""

    names: Names

    @property
    def vocabulary(self) -> Vocabulary:
        return self.names.vocabulary

    def claims(self, line: t.ThenLine) -> Iterator[tuple[str, str, int]]:
        """Kind, false line and place of each way to make an expectation false."""
        here = line.span.line
        match line:
            case t.Snapshot():
                return
            case t.Fact():
                yield "fact", self.fact(line), here
            case t.Sees(facts=seen, player=player):
                for fact in seen:
                    head = "" if fact.span.line != here else f"{w.name(player)} sees: "
                    yield "sees", head + self.fact(fact), fact.span.line
            case _:
                yield type(line).__name__.lower(), self.opposite(line), here
        because = reason_of(line)
        if because is not None:
            yield "because", self.because(line, because.text), here

    def because(self, line: t.ThenLine, cited: str) -> str:
        rules, around = self.names.program.rules, self.around(cited)
        other = next(
            rule.name for rule in rules if rule.path[:1] == ("setup",) and {rule.name, *rule.path}.isdisjoint(around)
        )
        return f"{w.claim(attrs.evolve(line, because=None))} because {other}"

    def around(self, cited: str) -> set[str]:
        """The ids that might be cited as truly: those around the rule, or around all that ask if one may refuse so."""
        found = [at for at in range(len(self.names.program.rules)) if cited in self.names.of_rule(at)]
        if cited in self.names.reasons:
            found += [site.rule for site in self.names.program.sites]
        return {"", *(name for at in found for name in self.names.of_rule(at))}

    def opposite(self, line: t.ThenLine) -> str:  # noqa: PLR0911, PLR0912, C901  # one case a kind
        match line:
            case t.Legal(permission=t.Permission.CAN):
                return w.claim(attrs.evolve(line, permission=t.Permission.CANNOT, because=None))
            case t.Legal(permission=t.Permission.CANNOT):
                return w.claim(attrs.evolve(line, permission=t.Permission.CAN, because=None))
            case t.Legal(answers=(_, _, *_)):
                return w.claim(attrs.evolve(line, answers=line.answers[:-1], because=None))
            case t.Legal():
                return w.claim(attrs.evolve(line, permission=t.Permission.CANNOT, because=None))
            case t.Asked() | t.Happened():
                return w.claim(attrs.evolve(line, holds=not line.holds, because=None))
            case t.CannotTell():
                return self.can_tell(line)
            case t.Knows(value=now):
                other = self.other(self.vocabulary.subject(line.subject), now)
                return f"everybody knows: {w.words(line.subject)}: {other}"
            case t.Changed():
                return self.unchanged(line)
            case t.Order(matters=matters):
                return w.claim(attrs.evolve(line, matters=not matters))
            case t.Odds():
                return w.claim(other_odds(line))
            case t.Branches(frequency=frequency):
                other = t.Frequency.POSSIBLE if frequency is t.Frequency.NEVER else t.Frequency.NEVER
                return w.claim(attrs.evolve(line, frequency=other, because=None))
        raise AssertionError(line)

    def can_tell(self, line: t.CannotTell) -> str:
        ref = self.vocabulary.subject(line.subject)
        if isinstance(line.value, t.Items | t.Only):
            things = f"{w.value(line.value)}, {self.thing(ref, set())}"
            return f"{w.name(line.player)} cannot tell: {w.words(line.subject)}: {things}"
        return f"{w.name(line.player)} sees: {w.words(line.subject)}: {self.thing(ref, set())}"

    def unchanged(self, line: t.Changed) -> str:
        if len(line.subjects) > 1:
            return f"only {', '.join(map(w.words, line.subjects[:-1]))} changed"
        if line.subjects:
            return "nothing changed"
        first = next(iter(facts.subjects(self.vocabulary.box)))
        return f"only {facts.subject_words(self.vocabulary, first)} changed"

    def fact(self, fact: t.Fact) -> str:
        return f"{w.words(fact.subject)}: {self.other(self.vocabulary.subject(fact.subject), fact.value)}"

    def other(self, ref: n.Ref, now: t.Value) -> str:  # noqa: PLR0911, C901  # one case a kind
        match now:
            case t.Nothing():
                return "count 1"
            case t.Count(number=number):
                return f"count {number + 1}"
            case t.Limit(bound=t.Bound.AT_LEAST, number=number):
                return f"at most {number - 1}"
            case t.Limit(number=number):
                return f"at least {number + 1}"
            case t.Only(items=items):
                return f"only {self.others(ref, items)}"
            case t.Some(items=items):
                return w.value(t.Without(tuple(attrs.evolve(each, count=1) for each in items), now.span))
            case t.Without(items=items):
                return w.value(t.Some(items, now.span))
            case t.Items(items=items):
                return self.others(ref, items)

    def others(self, ref: n.Ref, items: tuple[t.Item, ...]) -> str:
        if isinstance(ref, n.GameRef):
            return "running" if items[0].name.text == "over" else "over"
        if isinstance(ref, n.CounterRef | n.ScoreRef):
            return str(int(items[0].name.text) + 1)
        named = {each.name.text for each in items}
        first = items[0]
        kept = [w.item(attrs.evolve(first, count=first.count - 1))] if first.count > 1 else []
        return ", ".join([self.thing(ref, named, first.name.text), *kept, *map(w.item, items[1:])])

    def thing(self, ref: n.Ref, named: set[str], instead_of: str = "") -> str:
        """Something of the kind that is not named; if all are, something else that is there once more then."""
        box = self.vocabulary.box
        match ref:
            case n.ZoneRef(zone=zone):
                kinds = [facts.card_name(self.vocabulary, box.zones[zone].holds, i) for i in self.cards(ref)]
            case n.RoleRef() | n.WinnersRef():
                kinds = list(self.vocabulary.players)
            case n.PoolRef(pool=pool):
                kinds = list(box.pools[pool].faces)
            case _:
                kinds = list(box.places)
        less = [kind for kind in kinds if kind.split(" of ")[0] != instead_of]
        other = next((kind for kind in kinds if kind.split(" of ")[0] not in named), less[-1] if less else kinds[-1])
        return " of ".join(w.written_name(part) for part in other.split(" of "))

    def cards(self, ref: n.ZoneRef) -> range:
        return range(len(self.vocabulary.box.cards[self.vocabulary.box.zones[ref.zone].holds]))


def other_odds(line: t.Odds) -> t.Odds:
    claimed = Fraction(line.numerator, line.denominator)
    bound, other = t.Bound.EXACTLY, Fraction(claimed.numerator, claimed.denominator + 1)
    if line.bound is t.Bound.AT_LEAST:
        bound, other = t.Bound.AT_MOST, claimed - _TINY
    elif line.bound is t.Bound.AT_MOST:
        bound, other = t.Bound.AT_LEAST, claimed + _TINY
    elif claimed in {0, 1}:
        other = Fraction(1, 2)
    odds = {"bound": bound, "numerator": other.numerator, "denominator": other.denominator}
    return attrs.evolve(line, because=None, **odds)


# ---- the tests ------------------------------------------------------------------------------------------------------


def falsified(false: Falsehood) -> tuple[list[str], int]:
    """The lines of the file with one of them false, and its number."""
    lines = english(false.file).split("\n")
    at = false.line - 1
    margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    if false.kind == "known-wrong":
        return [*lines[:at], "", *lines[at + 1 :]], 0
    if false.kind == "unmarked":
        return [*lines[: at + 1], f"{margin}  {false.text}", *lines[at + 1 :]], at + 2
    if false.row:
        return [*lines[: at + 1], margin + false.text, *lines[at + 1 :]], at + 2
    return [*lines[:at], margin + false.text, *lines[at + 1 :]], at + 1


def check(false: Falsehood, folder: Path) -> None:
    lines, number = falsified(false)
    here = folder / "here"
    here.mkdir(exist_ok=True)
    own = false.file.parent / "rulesets"
    if own.is_dir() and not (here / "rulesets").exists():
        (here / "rulesets").symlink_to(own)
    file = here / "false.scenario"
    file.write_text("\n".join(lines), "utf-8")
    stack = folder / "rulesets"
    if not stack.exists():
        stack.symlink_to(ROOT / "rulesets")

    result = CliRunner().invoke(main, ["run", f"{file}::{false.scenario}", "--format", "brief"])

    assert result.exit_code == 1, f"{false.text}\n{result.output}"
    assert not number or f"{file}:{number}:" in result.output, f"{false.text}\n{result.output}"
    shutil.rmtree(here / "__snapshots__", ignore_errors=True)


def sample() -> list[Falsehood]:
    known = falsehoods()
    return sampling.sample(known, SAMPLE)


@pytest.mark.parametrize("false", sample(), ids=str)
def test_one_false_expectation_is_reported(false: Falsehood, tmp_path: Path) -> None:
    check(false, tmp_path)


def of_each_kind() -> list[Falsehood]:
    """Some of each kind of statement, in files whose rules lie in the repository."""
    kinds: dict[str, list[Falsehood]] = {}
    for false in falsehoods():
        if not (false.file.parent / "rulesets").is_dir():
            kinds.setdefault(false.kind, []).append(false)
    return [false for known in kinds.values() for false in sampling.sample(known, SAMPLE_IN_SPANISH)]


@pytest.mark.parametrize("false", of_each_kind(), ids=str)
def test_a_false_expectation_in_spanish_is_told_without_a_word_of_english(
    false: Falsehood, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesets").symlink_to(ROOT / "rulesets")
    monkeypatch.chdir(tmp_path)
    text = in_spanish("\n".join(falsified(false)[0]))
    Path("false.scenario").write_text(text, "utf-8")
    stack = parse(text, "false.scenario").stack
    assert stack is not None

    printed = CliRunner().invoke(main, ["run", f"false.scenario::{false.scenario}", "--lang", "es"]).output

    assert "error[" in printed
    layers = tuple(layer.text for layer in stack.changes.layers)
    assert english_in(printed, text, stack.ruleset.text, layers) == [], printed


@pytest.mark.exhaustive
@pytest.mark.parametrize("false", falsehoods(), ids=str)
def test_any_false_expectation_is_reported(false: Falsehood, tmp_path: Path) -> None:
    check(false, tmp_path)
