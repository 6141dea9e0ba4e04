"""What the log of a game holds: chance, decisions and events as plain data and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

Plain = dict[str, Any]


@frozen
class Happening:
    """Chance gave `values`: for the pile or role of `purpose`, of the place `of`, for the player `who`."""

    purpose: str
    rule: str
    who: str | None
    of: str | None
    values: tuple[str, ...]

    def as_plain(self) -> Plain:
        """For JSON."""
        told: Plain = {"kind": "chance", "purpose": self.purpose, "rule": self.rule, "who": self.who, "of": self.of}
        return {**told, "values": list(self.values)}

    def as_text(self) -> str:
        """One line."""
        of = "" if self.of is None else f" of {self.of}"
        who = "" if self.who is None else f" for {self.who}"
        return f"chance {self.purpose}{of}{who}: {listed(self.values)}"


@frozen
class Choosing:
    """`who` was asked by `rule` and gave `answer`, one of `answers`; `public` is what others notice of it."""

    who: str
    rule: str
    answers: tuple[str, ...]
    answer: str
    public: str | None

    @property
    def free(self) -> bool:
        """Whether there was something to choose."""
        return len(self.answers) > 1

    def as_plain(self) -> Plain:
        """For JSON."""
        told: Plain = {"kind": "decision", "who": self.who, "rule": self.rule, "answers": list(self.answers)}
        return {**told, "answer": self.answer, "public": self.public}

    def as_text(self) -> str:
        """One line."""
        return f"{self.who}: {self.answer}  [{self.rule}: {'; '.join(self.answers)}]"


@frozen
class Event:
    """Something happened by `rule`; `name` is what scenarios call it, `what` its kind, `data` the rest."""

    rule: str
    name: str
    what: str
    data: Mapping[str, Any]

    def as_plain(self) -> Plain:
        """For JSON."""
        return {"kind": "event", "rule": self.rule, "name": self.name, "what": self.what, "data": dict(self.data)}

    def as_text(self) -> str:
        """One line, indented: events follow what caused them."""
        return f"  {event_words(self)}  [{self.rule}]"


Entry = Happening | Choosing | Event


def entry_from_plain(plain: Plain) -> Entry:
    """An entry from its JSON."""
    fields = {key: value for key, value in plain.items() if key != "kind"}
    match plain["kind"]:
        case "chance":
            return Happening(**{**fields, "values": tuple(fields["values"])})
        case "decision":
            return Choosing(**{**fields, "answers": tuple(fields["answers"])})
        case _:
            return Event(**fields)


def event_words(event: Event) -> str:
    """An event in a few words: what happened to what."""
    data = event.data
    match event.what:
        case "roll" | "reroll" | "dice":
            return f"{event.what} {data['dice']}: {listed(data['faces'])}"
        case "draw" | "move" | "play" | "shuffle" | "deal":
            return f"{event.what} {zone_name(data['from'])} -> {zone_name(data['to'])}: {cards_words(data)}"
        case "role" | "pawn" | "lay" | "count":
            of = "" if data.get("owner") is None else f" of {data['owner']}"
            return f"{data['of']}{of}: {listed(data['to']) if isinstance(data['to'], list) else data['to']}"
        case "enter" | "reveal":
            return f"{event.what} {event.name}".rstrip()
        case _:
            return _said(event)


def _said(event: Event) -> str:
    """What somebody said, or a kind of event without words of its own."""
    data = event.data
    match event.what:
        case "answer":
            return f"{data['who']}: {data['answer']}"
        case "tell":
            return f"{zone_name(data['of'])} {'has' if 'has' in data else 'lacks'} {data.get('has') or data['lacks']}"
        case _:
            return " ".join([event.what, *map(str, data.values())])


def zone_name(zone: Sequence[str | None]) -> str:
    """`hand of Ada`: a zone and its owner."""
    return str(zone[0]) if zone[1] is None else f"{zone[0]} of {zone[1]}"


def cards_words(data: Mapping[str, Any]) -> str:
    """Cards by name, or how many there are."""
    if data["cards"] is None:
        return "1 card" if data["count"] == 1 else f"{data['count']} cards"
    return listed(data["cards"])


def listed(words: Sequence[str]) -> str:
    """Words with commas between them."""
    return ", ".join(words) or "none"
