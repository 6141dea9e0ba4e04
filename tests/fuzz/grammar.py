"""Luck to whole scenarios that nobody wrote: every statement of the language, about things that there are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from interpreter.library import load_ruleset
from tests.fuzz.seeds import games

PLAYERS = ("Ada", "Bruno", "Cara", "Dora")
_WIDE = 4


@frozen
class Nouns:
    """What a ruleset has names for."""

    game: str
    things: tuple[str, ...]
    zones: tuple[str, ...]
    facts: tuple[str, ...]
    steps: tuple[str, ...]
    answers: tuple[str, ...]
    faces: tuple[str, ...]
    options: Mapping[str, Sequence[Any]]


@cache
def nouns(game: Path) -> Nouns:
    """The names of a game."""
    draft = load_ruleset(game).ruleset.draft
    steps, answers = set(draft.steps), set()
    for block in draft.steps.values():
        for step in block:
            steps |= {step.id} - {None}
            answers |= set(step.answers)
    options = {name: option.values or (option.from_, option.to) for name, option in draft.options.items()}
    faces = tuple(face for die in draft.dice.values() for face in die.faces)
    return Nouns(
        game.name,
        (*draft.cards, *draft.places, *faces, "1", "2"),
        tuple(draft.zones),
        (*draft.zones, *draft.roles, *draft.counters, *draft.pawns, *draft.dice, "score", "winners", "game"),
        tuple(sorted(steps)),
        (*sorted(answers), *draft.cards, "pass"),
        faces or ("1",),
        options,
    )


@frozen
class Writer:
    """Writes one scenario file."""

    luck: random.Random
    n: Nouns

    def file(self) -> str:
        """The text."""
        luck = self.luck
        lines = [*luck.choice([[], [], ["gulliver 1"]]), f"ruleset {self.n.game}{self._options()}"]
        if luck.random() < 0.3:
            lines += ["background", f"  players: {', '.join(PLAYERS[: luck.randint(2, 4)])}"]
        for number in range(luck.choice([1, 1, 2])):
            lines += self._scenario(number)
        return "\n".join(lines) + "\n"

    def _one(self, *words: str) -> str:
        return self.luck.choice(words)

    def _of(self, words: Sequence[str]) -> str:
        return self.luck.choice(list(words) or ["nothing"])

    def _options(self) -> str:
        if not self.n.options or self.luck.random() < 0.8:
            return ""
        name = self._of(tuple(self.n.options))
        return f" with option {name} = {self.luck.choice([*self.n.options[name], 'no'])}"

    def _scenario(self, number: int) -> Iterator[str]:
        kind = self._one("scenario", "scenario", "scenario", "dispute")
        yield f'{kind} s{number} "what {number}"{self._options()}'
        if self.luck.random() < 0.2:
            yield "  " + self._one('note "x"', "tags a, b", 'known-wrong "y"', "ruling B1", 'source "001"')
        if self.luck.random() < 0.2:
            yield from ("  for each", "    case | a", f"    x | {self._thing()}", f"    y | {self._thing()}")
        yield from self._given()
        for _ in range(self.luck.choice([1, 1, 2])):
            yield from self._when()
            yield from self._then("  ")
        for each in ("one", "other") if kind == "dispute" else ():
            yield f"  reading {each}{self._options()}"
            yield from self._then("    ")

    def _given(self) -> Iterator[str]:
        at = f" at {self._of(self.n.steps)}" if self.luck.random() < 0.5 else ""
        at += f" for {self._who()}" if at and self.luck.random() < 0.3 else ""
        yield f"  given{at}" if at or self.luck.random() < 0.9 else f"  given seed {self.luck.randint(0, 9)}"
        yield f"    players: {', '.join(PLAYERS[: self.luck.choice([2, 2, 3, 4])])}"
        for _ in range(self.luck.randint(0, 5)):
            known = self._one("", "", "", "", "everybody knows: ")
            yield f"    {known}{self._subject()}: {self._value()}"

    def _when(self) -> Iterator[str]:
        yield "  when"
        for _ in range(self.luck.randint(1, 4)):
            line = self.luck.choice(self._deeds())()
            yield f"    {line}{self._one('', '', '', '', ' if possible')}"
        if self.luck.random() < 0.15:
            yield f"    {self._one('together', 'in any order')}"
            yield from (f"      {self._who()}: {self._answer()}" for _ in range(self.luck.randint(1, 4)))

    def _deeds(self) -> list[Callable[[], str]]:
        answered = lambda: f"{self._who()}: {self._answer()}"  # noqa: E731  # one of many
        return [
            answered,
            answered,
            lambda: f"roll: {', '.join(self._of(self.n.faces) for _ in range(self.luck.randint(1, 3)))}",
            lambda: "roll: any",
            lambda: f"{self._who()}: any",
            lambda: f"{self._who()} draws: {self._one(self._thing(), 'any')}",
            lambda: f"draw {self._of(self.n.steps)}: {self._who()}",
            lambda: "others: pass",
        ]

    def _then(self, margin: str) -> Iterator[str]:
        yield f"{margin}then{self._reach() if self.luck.random() < 0.1 else ''}"
        for _ in range(self.luck.randint(1, 4)):
            yield f"{margin}  {self.luck.choice(self._claims())()}"

    def _claims(self) -> list[Callable[[], str]]:
        return [
            lambda: f"{self._subject()}: {self._value()}",
            lambda: f"{self._subject()}: {self._value()}",
            lambda: f"{self._who()} {self._one('can', 'cannot', 'can only')}: {self._answer()}{self._because()}",
            lambda: f"{self._who()} is {self._one('', 'not ')}asked",
            lambda: f"{self._one('', 'no ')}event: {self._of(self.n.steps)}{self._because()}",
            lambda: f"{self._who()} sees: {self._subject()}: {self._value()}",
            lambda: f"{self._who()} cannot tell: {self._subject()}{self._one('', ': ' + self._value())}",
            lambda: f"only {self._subject()}, {self._subject()} changed",
            lambda: self._one("nothing changed", "order matters", "order does not matter"),
            lambda: f"chance {self._event()}: {self._share()}",
            lambda: f"{self._one('possible', 'always', 'never')}{self._reach()}: {self._event()}",
            lambda: f"snapshot {self._one('transcript', 'state', 'view of ' + self._who())}",
        ]

    def _event(self) -> str:
        return self._one(self._of(self.n.steps), f"{self._subject()}: {self._value()}")

    def _share(self) -> str:
        top, bottom = self.luck.randint(0, 9), self.luck.randint(0, 36)
        return f"{self._one('', 'at least ', 'at most ')}{top}/{bottom}"

    def _reach(self) -> str:
        parts = [self._one("", " for any roll"), self._one("", f" for every choice of {self._who()}")]
        return "".join([*parts, self._one("", f" until {self._one('somebody decides', self._of(self.n.steps))}")])

    def _because(self) -> str:
        return self._one("", "", f" because {self._of(self.n.steps)}")

    def _who(self) -> str:
        return self._one(*PLAYERS[:3])

    def _thing(self) -> str:
        of = self._one("", "", "", f" of {self._of(self.n.things)}")
        return f"{self._one('', '', '2 ', '3 ')}{self._of(self.n.things)}{of}"

    def _subject(self) -> str:
        return f"{self._one('', self._who() + ' ', self._of(self.n.things) + ' ')}{self._of(self.n.facts)}"

    def _value(self) -> str:
        things = ", ".join(self._thing() for _ in range(self.luck.randint(1, _WIDE)))
        some = [things, things, f"only {things}", f"some {things}", f"no {things}", "none", self._who(), "over", "<a>"]
        return self._one(
            *some, f"count {self.luck.randint(0, 5)}", str(self.luck.randint(-1, 9)), "at least 2", "at most 1"
        )

    def _answer(self) -> str:
        chosen = self._one("", " nothing", " " + self._who(), f" {self._thing()}", f" {self._thing()}, {self._thing()}")
        return f"{self._of(self.n.answers)}{chosen}{self._one('', '', '; pass')}"


def scenario(luck: random.Random) -> str:
    """A scenario about one of the small games."""
    return Writer(luck, nouns(luck.choice(games()))).file()
