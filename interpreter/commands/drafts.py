"""A stack to the texts with which somebody begins: a house rule upon it, and scenarios.

A ruleset may bring texts of its own (`examples/new/` in its folder); else they say what is true of any game.
Those of a language other than English lie in a folder of its name, and come first where it is spoken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import Any

from attrs import frozen

from interpreter.commands.stacks import StackName
from interpreter.library import LoadedRuleset
from interpreter.scenario.formatter import format_text
from interpreter.scenario.grammar import languages
from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import SourceError
from interpreter.source.speech import DEFAULT, spoken
from interpreter.trial.rewording import naming
from interpreter.trial.runner import run_file

_SHIPPED = File(__file__).parent / "templates"
_OWN = "examples/new"
_PLACEHOLDER = re.compile(r"<([a-z]+)>")
_PLAIN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SPECIAL = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})
_PLAYERS = ("Ada", "Bruno", "Cara", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Ines", "Jan", "Kira", "Leo")
_MOST_COPIES = 1000


def filled(name: str, words: Mapping[str, str], own: File | None = None) -> str:
    """The text of a template with the words in place of `<word>`; the language counts most, then the ruleset's own."""
    folders = [own / _OWN, _SHIPPED] if own is not None else [_SHIPPED]
    files = [folder / language / f"{name}.txt" for language in (spoken(), "") for folder in folders]
    text = next(file for file in files if file.is_file()).read_text("utf-8")
    return _PLACEHOLDER.sub(lambda found: words.get(found[1], found[0]), text)


def title_of(name: str) -> str:
    """What people may call something that has this name."""
    return name.rpartition("/")[2].replace("-", " ").capitalize()


@frozen
class Change:
    """Another value for something that is there, and what a scenario can claim then."""

    path: str
    was: Any
    to: Any
    claim: str = ""

    def line(self) -> str:
        """The entry below `change`."""
        return f"{self.path}: {{was: {flow(self.was)}, to: {flow(self.to)}}}"


@frozen
class Draft:
    """What somebody begins with, upon a stack."""

    name: str            # what is begun
    stack: StackName
    loaded: LoadedRuleset

    def house_rule(self, schema: str) -> str:
        """The file of a house rule; `schema` is what an editor reads."""
        lines = [change.line() for change in self._changes()] or ["{}"]
        words = {
            **self._words(),
            "schema": schema,
            "layer": self.name,
            "requires": f"requires: [{', '.join(self.stack.layers)}]\n" if self.stack.layers else "",
            "change": "\n  # ".join(lines),
            "more": "".join(f"\n# {line}" for line in self._more()),
        }
        return filled("house-rule.yaml", words, self.loaded.stack.folder)

    def scenario(self, file: File, of: str = "scenario") -> str:
        """The file of a scenario that passes: the first claim that holds, the most telling one first."""
        claims = [change.claim for change in self._changes() if of == "house-rule" and change.claim][:1]
        claims += [*self._facts(), "winners: none"]
        words, own = self._words(), self.loaded.stack.folder
        texts = [filled(f"{of}.scenario", {**words, "then": f"    {claim}"}, own) for claim in claims]
        return next((text for text in texts if _passes(text, file)), texts[-1])

    def scenario_as_spoken(self, file: File, of: str = "scenario") -> str:
        """The same in the language that is spoken."""
        return as_spoken(self.scenario(file, of), file)

    def _words(self) -> dict[str, str]:
        """What templates may ask for."""
        draft = self.loaded.ruleset.draft
        return {
            "ruleset": self.stack.ruleset,
            "version": str(draft.version),
            "stack": str(self.stack),
            "layers": ", ".join((*self.stack.layers, self.name)),
            "layer": self.name,
            "title": title_of(self.name),
            "id": self.name.rpartition("/")[2],
            "players": ", ".join(_PLAYERS[: draft.players.from_]),
        }

    def _changes(self) -> list[Change]:
        """The first value of each sort that can have another one."""
        data = self.loaded.stack.data
        sorts = (_cards(data), _options(data), _faces(data), _players(data))
        return [change for sort in sorts if (change := next(sort, None)) is not None]

    def _facts(self) -> Iterator[str]:
        """What is true at the beginning."""
        data = self.loaded.stack.data
        for name, card, zone in _in_piles(data):
            yield f"{zone}: some {card.get('copies', 1)} {name}"

    def _more(self) -> Iterator[str]:
        cards = self.loaded.stack.data.get("cards", {})
        card = next((card for card in cards.values() if "copies" in card), None)
        if card is not None:
            kept = {key: value for key, value in card.items() if key not in ("source", "unverified", "note")}
            yield "add:"
            yield f"  cards.my-card: {flow({**kept, 'copies': 2})}"


def as_spoken(text: str, file: File) -> str:
    """A scenario file in the language that is spoken, if scenarios can be written in it and it holds there, too."""
    to = spoken()
    if to == DEFAULT or to not in languages():
        return text
    try:
        other = format_text(text, file.as_posix(), to, lambda tree: naming(tree, to))
    except SourceError:
        return text
    return other if _passes(other, file) else text


def _passes(text: str, file: File) -> bool:
    """Whether a scenario would hold if it lay there."""
    try:
        return all(verdict.is_fine for verdict in run_file(parse(text, file.as_posix())))
    except SourceError:
        return False


# what can be changed


def _cards(data: Mapping[str, Any]) -> Iterator[Change]:
    """One more of a card, of those that the table sees lying in a pile first."""
    for name, card, zone in _in_piles(data):
        if "copies" in card:
            more = _more_copies(name, card["copies"])
            yield Change(more.path, more.was, more.to, f"{zone}: some {more.to} {name}")
    for name, card in data.get("cards", {}).items():
        if "copies" in card:
            yield _more_copies(name, card["copies"])


def _more_copies(name: str, copies: int) -> Change:
    return Change(f"cards.{name}.copies", copies, copies + 1 if copies < _MOST_COPIES else copies - 1)


def _in_piles(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Each card that lies in one place of the table at the beginning, and where."""
    full = {name: zone for name, zone in data.get("zones", {}).items() if zone.get("starts") == "full"}
    for name, card in data.get("cards", {}).items():
        homes = [card["starts-in"]] if "starts-in" in card else [z for z in full if full[z]["holds"] == card["type"]]
        if len(homes) == 1 and "of" not in full.get(homes[0], {"of": ""}) and not {"of", "used-if"} & card.keys():
            yield name, card, homes[0]


def _options(data: Mapping[str, Any]) -> Iterator[Change]:
    for name, option in data.get("options", {}).items():
        default = option["default"]
        if "values" in option:
            others = [value for value in option["values"] if value != str(default)]
        else:
            others = [number for number in (default + 1, default - 1) if _fits(number, option)]
        yield Change(f"options.{name}.default", default, others[0])


def _fits(number: int, option: Mapping[str, Any]) -> bool:
    return bool(option.get("from", number) <= number <= option.get("to", number))


def _faces(data: Mapping[str, Any]) -> Iterator[Change]:
    for pool, dice in data.get("dice", {}).items():
        for face, sides in dice["faces"].items():
            yield Change(f"dice.{pool}.faces.{face}", sides, sides + 1)


def _players(data: Mapping[str, Any]) -> Iterator[Change]:
    players = data["players"]
    if players["to"] > players["from"]:
        yield Change("players.to", players["to"], players["to"] - 1)


# values as people write them


def flow(value: Any) -> str:
    """A value of YAML in one line."""
    match value:
        case dict():
            return f"{{{', '.join(f'{key}: {flow(inner)}' for key, inner in value.items())}}}"
        case list():
            return f"[{', '.join(map(flow, value))}]"
        case str() if _PLAIN.fullmatch(value) and value not in _SPECIAL:
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)
