"""What the functions of a program log, to entries that name everything by its id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from attrs import frozen

from interpreter.engine.contents import members, owner_name
from interpreter.engine.decisions import Answer
from interpreter.engine.describe import answer_text
from interpreter.engine.entries import Choosing, Entry, Event, Happening, Plain
from interpreter.engine.program import PASS, Program, Site
from interpreter.engine.reasons import offered

LoggedEvent = tuple[Any, ...]
_Key = TypeVar("_Key")
_Told = TypeVar("_Told")
_REMEMBERED = 20_000


@frozen
class Stop:
    """Where the machine waited, and what it was given there. `answers` is as in the state."""

    who: int
    site: int
    answers: Any
    given: Any


class Teller:
    """Tells the stops and events of one program, for players with certain names."""

    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self.program = program
        self.names = tuple(names)
        self._paths = tuple(".".join(rule.path) for rule in program.rules)
        self._texts: dict[tuple[int, Answer], str] = {}
        self._events: dict[LoggedEvent, Event] = {}
        self._choices: dict[Stop, Choosing] = {}
        self._tell: dict[str, Callable[..., Plain]] = {
            "roll": self._roll,
            "reroll": self._reroll,
            "draw": self._moved,
            "move": self._moved,
            "play": self._moved,
            "shuffle": self._moved,
            "clear": lambda pool: {"dice": pool},
            "dice": self._roll,
            "deal": self._dealt,
            "tell": self._told,
            "role": self._role,
            "pawn": self._pawn,
            "lay": self._lay,
            "count": self._count,
            "end": lambda scope: {"scope": scope},
            "answer": self._answer,
            "enter": dict,
            "reveal": lambda _: {},
        }

    def path(self, rule: int | None) -> str | None:
        """The address of a rule."""
        return None if rule is None else self._paths[rule]

    def told(self, stop: Stop | None, events: Sequence[LoggedEvent]) -> list[Entry]:
        """One stop (None: the game begins) and what happened until the next one."""
        first: list[Entry] = []
        if stop is not None:
            first = [self._happening(stop, events) if stop.who < 0 else self._choosing(stop)]
        return [*first, *(self._event(event) for event in events if not self._is_said(event))]

    def events(self, events: Sequence[LoggedEvent]) -> list[Event]:
        """Everything that happened, answers too, where the stops were not recorded."""
        return [self._event(event) for event in events]

    def text(self, site: int, answer: Answer) -> str:
        """An answer in words, remembered."""
        found = self._texts.get((site, answer))
        if found is None:
            found = answer_text(self.program, self.program.sites[site], answer, self.names)
            _remember(self._texts, (site, answer), found)
        return found

    def _is_said(self, event: LoggedEvent) -> bool:
        """Whether the entry of the decision says it already; a secret answer shows when it takes effect."""
        return event[1] == "answer" and not self.program.sites[event[2]].secret

    # stops

    def _happening(self, stop: Stop, events: Sequence[LoggedEvent]) -> Happening:
        site = self.program.sites[stop.site]
        owner = stop.answers[1]
        of = None if owner is None else self.program.box.places[owner]
        who, values = self._for_whom(events), self._values(site, stop.given)
        return Happening(site.stream, self._paths[site.rule], who, of, values)

    def _for_whom(self, events: Sequence[LoggedEvent]) -> str | None:
        """The player who gets what chance gives, as the event says that follows."""
        if not events or events[0][1] != "draw":
            return None
        zone, owner = events[0][4]
        return self.names[owner] if self.program.box.zones[zone].of == "player" else None

    def _values(self, site: Site, given: Any) -> tuple[str, ...]:
        box = self.program.box
        match site.kind:
            case "roll":
                return tuple(box.pools[site.of].faces[face] for face in given)
            case "draw":
                return (box.cards[site.of][given],)
            case _:
                return (self.names[given],)

    def _choosing(self, stop: Stop) -> Choosing:
        found = self._choices.get(stop)
        return found or _remember(self._choices, stop, self._new_choosing(stop))

    def _new_choosing(self, stop: Stop) -> Choosing:
        site = self.program.sites[stop.site]
        answers = tuple([self.text(stop.site, answer) for answer in stop.answers])
        answer = self.text(stop.site, stop.given)
        return Choosing(self.names[stop.who], self._paths[site.rule], answers, answer, self.noticed(site, stop.given))

    def noticed(self, site: Site, answer: Answer) -> str | None:
        """What others notice: no secret, no pass in a window, and not with which cards somebody pays."""
        if site.secret or (site.kind == "window" and answer[0] == PASS):
            return None
        option = offered(site, str(answer[0]))
        pays = option is not None and any(choice.kind == "payment" for choice in option.choices)
        return str(answer[0]) if pays else self.text(site.index, answer)

    # events

    def _event(self, event: LoggedEvent) -> Event:
        found = self._events.get(event)
        return found or _remember(self._events, event, self._new_event(event))

    def _new_event(self, event: LoggedEvent) -> Event:
        rule, what, *values = event
        tell = self._tell.get(what)
        data = {"values": [str(value) for value in values]} if tell is None else tell(*values)
        return Event(self._paths[rule], self.program.rules[rule].name, what, data)

    def _roll(self, pool: str, faces: Sequence[int]) -> Plain:
        known = self.program.box.pools[pool].faces
        return {"dice": pool, "faces": [known[face] for face in faces]}

    def _reroll(self, pool: str, faces: Sequence[int], shown: Sequence[int]) -> Plain:
        return {**self._roll(pool, faces), "shown": self._roll(pool, shown)["faces"]}

    def _moved(self, cards: Sequence[int], source: Sequence[Any], target: Sequence[Any]) -> Plain:
        known = self.program.box.cards[self.program.box.zones[source[0]].holds]
        names = [known[kind] for kind in cards]
        return {"from": self._zone(*source), "to": self._zone(*target), "count": len(names), "cards": names}

    def _dealt(self, source: Sequence[Any], target: Sequence[Any]) -> Plain:
        """A card that went face down from one pile to another."""
        return {"from": self._zone(*source), "to": self._zone(*target), "count": 1, "cards": None}

    def _told(self, zone: Sequence[Any], card: int, has: bool) -> Plain:  # noqa: FBT001  # as it was logged
        known = self.program.box.cards[self.program.box.zones[zone[0]].holds]
        return {"of": self._zone(*zone), "has" if has else "lacks": known[card]}

    def _zone(self, zone: str, owner: int | None) -> list[str | None]:
        box = self.program.box
        return [zone, owner_name(box.zones[zone].of, owner, box, self.names)]

    def _role(self, role: str, holders: int) -> Plain:
        several = self.program.box.roles[role]
        seats = members(holders, len(self.names)) if several else (holders,) if holders >= 0 else ()
        return {"of": role, "to": [self.names[seat] for seat in seats]}

    def _pawn(self, pawn: str, place: int) -> Plain:
        return {"of": pawn, "to": self.program.box.places[place]}

    def _lay(self, track: str, places: Sequence[int]) -> Plain:
        return {"of": track, "to": [self.program.box.places[place] for place in places]}

    def _count(self, counter: str, owner: int | None, value: int) -> Plain:
        box = self.program.box
        return {"of": counter, "owner": owner_name(box.counters[counter][0], owner, box, self.names), "to": value}

    def _answer(self, site: int, who: int, answer: Answer) -> Plain:
        return {"who": self.names[who], "answer": self.text(site, answer)}


def _remember(memory: dict[_Key, _Told], key: _Key, told: _Told) -> _Told:
    """Keep what is told again and again; games without end do not fill the memory."""
    if len(memory) >= _REMEMBERED:
        memory.clear()
    memory[key] = told
    return told
