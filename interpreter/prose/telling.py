"""Steps, answers and choices of a ruleset to lines in the words of the rule language, with its ids."""
# ruff: noqa: ARG002  # whoever tells rules in a language needs what this one does not

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs
from attrs import frozen

from interpreter.model import draft as d
from interpreter.source.catalogue import phrase

_UNSAID = frozenset({"path", "source", "unverified", "note", "id", "if_", "else_", "do", "answers"})
_CHOSEN = {
    "player": "a player of",
    "dice": "dice of",
    "die": "a die of",
    "face": "a face of",
    "card": "a card of",
    "cards": "cards of",
    "kind": "a kind of",
    "payment": "a payment for",
}


@frozen(eq=False)
class Teller:
    """Tells rules as they are written; who tells them in the words of a language overrides what it says otherwise."""

    def inside(self, statement: d.Statement) -> Teller:
        """Who tells what a step holds: names that it gives are known there."""
        return self

    def answering(self, statement: d.Statement, answer: d.Answer) -> Teller:
        """Who tells what follows from an answer."""
        return self

    def playing(self, card: d.Card) -> Teller:
        """Who tells what a card does."""
        return self

    def acting(self, needs: Mapping[str, str]) -> Teller:
        """Who tells steps that must be given something."""
        return self

    def valuing(self, of: str) -> Teller:
        """Who tells what is asked of each player or place."""
        return self

    def at(self, path: d.Path) -> Teller:
        """Who tells what stands at a place in the rules: names that are known there are known."""
        return self

    # Things and expressions.

    def said(self, text: d.Text) -> str:
        """An expression."""
        return str(text)

    def name(self, group: str, key: str) -> str:
        """A thing."""
        return key

    def the(self, group: str, key: str) -> str:
        """A thing in a sentence."""
        return key

    def kind(self, word: str) -> str:
        """One of the players or places."""
        return word

    def kinds(self, word: str) -> str:
        """Players or places."""
        return word

    def heading(self, kind: str) -> str:
        """A type of component, above what belongs to it."""
        return kind

    def card(self, card: d.Card, numbers: str) -> str:
        """How many there are of a card, its name and its numbers; its label where that says more."""
        return f"{card.copies} x {card.key}{numbers}"

    def faces(self, keys: list[str]) -> str:
        """What a card is good against."""
        return ", ".join(keys)

    def face(self, count: int, face: str) -> str:
        """A face of a die, and on how many sides it is."""
        return f"{count} x {face}"

    def dice(self, key: str) -> str:
        """A pool of dice."""
        return key

    def demand(self, key: str) -> str:
        """What is asked to be paid."""
        return key

    def option_value(self, option: str, value: str) -> str:
        """A value of an option."""
        return value

    def setting(self, option: str) -> str:
        """An option, beside a ruling."""
        return option

    def row(self, items: Iterable[str]) -> str:
        """Things in a row."""
        return ", ".join(items)

    def window(self, key: str) -> str:
        """A moment in which cards are played."""
        return key

    def language(self, code: str) -> str:
        """A language."""
        return code

    def finished(self, line: str) -> str:
        """A line that was put together, as the language writes it."""
        return line

    # Lines about components.

    def zone(self, zone: d.Zone) -> str:
        """A zone, what lies there, and who sees it."""
        each = f" of each {zone.of}" if zone.of else ""
        return f"{'pile' if zone.pile else 'zone'} {zone.key}{each}: {zone.holds}, seen by {zone.seen_by}"

    def full(self, zone: d.Zone) -> str:
        """What lies in a zone at the start."""
        return f"starts {zone.starts}"

    def role(self, role: d.Role) -> str:
        """A role, and how many have it."""
        return f"role {role.key}: held by {role.held_by}"

    def players_of(self, by: d.Text) -> str:
        """Who may play a card."""
        return f" by {by}"

    def refused(self, refusals: Mapping[str, d.Text]) -> str:
        """When something is refused."""
        return "".join(f", refused ({name}) if {text}" for name, text in refusals.items())

    def need(self, condition: d.Text) -> str:
        """A condition that must hold, where it does not."""
        return phrase("refused-needs", condition=str(condition))

    def fact(self, words: str, kind: str, value: str) -> str:
        """What an expression of a kind (`condition`, `number`, `players`, …) came to."""
        return phrase("ask-seen", what=words, value=value)

    def invariant(self, invariant: d.Invariant) -> str:
        """What always holds."""
        at = f" (at {', '.join(invariant.at)})" if invariant.at else ""
        return f"{invariant.key}: {invariant.holds}{at}"

    # Lines of the course of play.

    def block(self, key: str, needs: Mapping[str, str], *, action: bool) -> str:
        """The name of a sequence and what it needs to be told."""
        told = f" ({', '.join(f'{name}: {kind}' for name, kind in needs.items())})" if needs else ""
        return f"{key}{told}:"

    def otherwise(self) -> str:
        """What stands above the steps that are done if a condition does not hold."""
        return "else:"

    def step(self, statement: d.Statement) -> str:
        """A step without those that it holds."""
        name = f"{statement.id}: " if statement.id else ""
        condition = f"if {statement.if_}: " if statement.if_ is not None else ""
        words = [f"{key} {_plain(value)}" for key, value in _said(statement)]
        return (name + condition + ", ".join(words)).rstrip()

    def answer(self, key: str, answer: d.Answer, statement: d.Statement) -> str:
        """An answer without what follows from it."""
        choices = "".join(f", choosing {self.choice(name, choice)}" for name, choice in answer.choose.items())
        allowed = f", if {answer.if_}" if answer.if_ is not None else ""
        others = ((name, " or ".join(names)) for name, names in answer.unless.items())
        last = "".join(f", refused ({name}) while {names} is possible" for name, names in others)
        return f"- {key}{choices}{allowed}{self.refused(answer.refuse)}{last}"

    def choice(self, name: str, choice: d.Choice) -> str:
        """What is chosen, out of what."""
        kind, of = chosen(choice)
        words = f"{name}: {_CHOSEN[kind]} {of}"
        if choice.from_ is not None:
            words += f" from {choice.from_}"
        if choice.least is not None or choice.most is not None:
            words += f" (at least {choice.least or 1}" + (f", at most {choice.most})" if choice.most else ")")
        words += f" where {choice.where}" if choice.where is not None else ""
        return words + (f", chosen by {choice.by}" if choice.by is not None else "")


RULES = Teller()


def chosen(choice: d.Choice) -> tuple[str, str]:
    """What a choice is of: a `player`, a `card`, …, and out of what."""
    return next((kind, str(value)) for kind in _CHOSEN if (value := getattr(choice, kind)) is not None)


def _said(statement: d.Statement) -> Iterator[tuple[str, object]]:
    """The keys that are written, the verb first."""
    verb = statement.verb.replace("-", "_")
    names = sorted(attrs.fields_dict(d.Statement), key=lambda name: name != verb)
    for name in names:
        value = getattr(statement, name)
        if name not in _UNSAID and value not in (None, [], {}):
            yield name.rstrip("_").replace("_", "-"), value


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {item}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
