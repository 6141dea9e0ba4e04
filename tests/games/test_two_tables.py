"""Two games that one player cannot tell apart: what the other draws unseen differs, and nothing shows it.

Both games go the same way wherever the player can look. As long as they wait at the same stop he is asked the same,
sees the same, and tells the same.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.engine.decisions import Answer, Chance, Decision, Outcome, Over
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.telling import Stop, Teller
from interpreter.engine.transcript import as_seen, transcript
from interpreter.engine.views import as_text, sees, view
from interpreter.library import load_ruleset, runner_of

SHIPPED = Path(__file__).parents[2] / "rulesets"
GAMES = [(SHIPPED / "celestia-duo", 2), (SHIPPED / "celestia", 3), (SHIPPED / "celestia", 2)]
NAMES = ("Ada", "Bruno", "Cara")
VIEWER = 0
LONGEST = 150


class Table:
    """One of the two games, and all that has happened in it."""

    def __init__(self, runner: Runner) -> None:
        self.machine = Machine.start(runner)
        self.teller = Teller(runner.program, NAMES[: runner.program.box.players])
        self.log = self.teller.told(None, self.machine.events)
        self.machine.events.clear()

    def give(self, given: Answer | Outcome) -> None:
        state = self.machine.state
        stop = Stop(state.who, state.site, state.answers, given)
        if stop.who < 0:
            self.machine.happen(given)
        else:
            self.machine.answer(given)
        self.log += self.teller.told(stop, self.machine.events)
        self.machine.events.clear()

    def is_hidden(self, outcome: Outcome) -> bool:
        """Whether the viewer sees neither where a card comes from nor where it goes."""
        if self.machine.site.kind != "draw":
            return False
        trial = self.machine.copy()
        trial.happen(outcome)
        drawn = next(event for event in trial.events if event[1] == "draw")
        zones = self.machine.program.box.zones
        return not any(sees(zones[zone], owner, VIEWER) for zone, owner in drawn[3:5])

    def shown(self) -> str:
        machine, names = self.machine, self.teller.names
        told = transcript(machine.runner, self.teller, self.log, machine.state, None)
        seen = view(machine.program, machine.state, VIEWER, names)
        return as_seen(told, machine.program, machine.state, VIEWER).as_text() + as_text(seen)


def wait_alike(one: Table, other: Table) -> bool:
    """Whether both wait for the same: what nobody sees can let one game stop where the other goes on."""
    here, there = one.machine.state, other.machine.state
    return (here.who, here.site) == (there.who, there.site)


def both_go_on(one: Table, other: Table, random: Random) -> bool:
    """The next stop of both tables, the same as far as the viewer can see; False if they cannot go on together."""
    here, there = one.machine.waiting, other.machine.waiting
    if isinstance(here, Over) or type(here) is not type(there):
        return False
    if isinstance(here, Chance) and isinstance(there, Chance):
        return _same_luck(one, other, here, there, random)
    assert isinstance(here, Decision)
    assert isinstance(there, Decision)
    if here.who == VIEWER == there.who:
        assert here.answers == there.answers
    common = [answer for answer in here.answers if answer in there.answers]
    if here.who != there.who or here.site != there.site or not common:
        return False
    answer = random.choice(common)
    one.give(answer)
    other.give(answer)
    return True


def _same_luck(one: Table, other: Table, here: Chance, there: Chance, random: Random) -> bool:
    outcome = random.choice(list(here.outcomes))
    other_outcome = outcome
    if one.is_hidden(outcome):
        other_outcome = random.choice(list(there.outcomes))
    if here.site != there.site or other_outcome not in there.outcomes:
        return False
    one.give(outcome)
    other.give(other_outcome)
    return True


@pytest.mark.parametrize(("game", "players"), GAMES, ids=lambda value: getattr(value, "name", None))
@given(seed=st.integers(0, 10_000))
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_drawn_unseen_shows_nowhere(game: Path, players: int, seed: int) -> None:
    runner, random = runner_of(load_ruleset(game), players), Random(seed)
    one, other = Table(runner), Table(runner)

    for _ in range(LONGEST):
        if not both_go_on(one, other, random) or not wait_alike(one, other):
            break
        assert one.shown() == other.shown()


def test_the_tables_differ_and_go_on_for_a_while() -> None:
    runner = runner_of(load_ruleset(SHIPPED / "celestia-duo"), 2)
    longest = 0
    for seed in range(10):
        one, other, random = Table(runner), Table(runner), Random(seed)
        stops = 0
        while both_go_on(one, other, random):
            stops += 1
        assert one.machine.state.z_hand != other.machine.state.z_hand
        longest = max(longest, stops)

    assert longest > 30
