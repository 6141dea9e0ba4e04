"""A case at the point where it asks for a snapshot, to the plain text of that snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.engine.decisions import Chance, Decision, Over
from interpreter.engine.machine import Machine
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import result
from interpreter.engine.views import as_text, position, view
from interpreter.scenario.tree import Name, Picture
from interpreter.trial.verdicts import Wanted
from interpreter.trial.vocabulary import unknown


def text_of(wanted: Wanted, players: Sequence[str]) -> str:
    """What the snapshot shows, with ids only, in a stable order.

    Raises:
        SourceError: The line names a player who is not there.
    """
    machine = wanted.branch.machine
    match wanted.snapshot.picture:
        case Picture.TRANSCRIPT:
            return "\n".join(_transcript(machine, players)) + "\n"
        case Picture.STATE:
            return as_text(position(machine.program, machine.state, players))
        case Picture.VIEW:
            seat = _seat(wanted.snapshot.player, players)
            return as_text(view(machine.program, machine.state, seat, players))


def _seat(name: Name | None, players: Sequence[str]) -> int:
    assert name is not None, "the grammar wants a player for a view"
    if name.text not in players:
        raise unknown("P0101", name, players)
    return players.index(name.text)


def _transcript(machine: Machine, players: Sequence[str]) -> Iterator[str]:
    """Everything that happened, an event a line, and what the game waits for then."""
    teller = Teller(machine.program, players)
    yield f"players: {', '.join(players)}"
    yield ""
    yield from (event.as_text().strip() for event in teller.events(machine.events))
    yield ""
    yield from _ending(machine, teller)


def _ending(machine: Machine, teller: Teller) -> Iterator[str]:
    match machine.waiting:
        case Decision(who=who, site=site, answers=answers):
            texts = "; ".join(teller.text(site.index, answer) for answer in answers)
            yield f"asked: {teller.names[who]}: {texts}  [{teller.path(site.rule)}]"
        case Chance(site=site):
            yield f"open: chance {site.stream}  [{teller.path(site.rule)}]"
        case Over():
            over = result(machine.runner, teller, machine.state)
            assert over is not None, "the game is over"
            yield from over.as_lines()
