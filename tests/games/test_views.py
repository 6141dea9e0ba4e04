"""What a player sees depends on nothing that he may not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.engine.box import dealt_cell
from interpreter.engine.conservation import Conservation
from interpreter.engine.contents import contents
from interpreter.engine.knowledge import Knowledge, learn
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.program import Program
from interpreter.engine.state import State
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import as_seen
from interpreter.engine.unseen import unseen
from interpreter.engine.views import as_text, position, sees, view
from interpreter.library import load_ruleset, runner_of
from interpreter.simulation.games import game_seed, recorded_games
from interpreter.simulation.players import seat_names
from interpreter.simulation.transcripts import transcript_of

Make = Callable[..., Runner]
SMALL = Path(__file__).parent / "rulesets"
SHIPPED = Path(__file__).parents[2] / "rulesets"


def positions(game: Path, players: int, seed: str, **options: str) -> tuple[Runner, list[State]]:
    runner = runner_of(load_ruleset(game, (), options), players)
    found: list[State] = []
    list(recorded_games(runner, seed, range(1), lambda state: found.append(state.copy())))
    return runner, found


def reshuffled(program: Program, state: State, seat: int, random: Random) -> State:
    """The same table for this seat: hidden cards dealt anew, cells filled with rubbish, others asked instead."""
    other = state.copy()
    hands = list(contents(program.box, other))
    for zone in program.box.zones.values():
        if zone.dealt_from is not None:
            setattr(other, dealt_cell(zone.id), 0)  # which cards were dealt face down is settled now
    for kind in program.box.cards:
        hidden = [
            c
            for c in hands
            if c.zone.holds == kind and not sees(c.zone, c.owner, seat)
        ]
        cards = [k for c in hidden for k, count in enumerate(c.counts) for _ in range(count)]
        random.shuffle(cards)
        for c in hidden:
            dealt, cards = cards[: c.total], cards[c.total :]
            _lay(other, program, c.zone.id, c.owner, dealt)
    for name in other.fields:
        if name.startswith("v_"):
            setattr(other, name, random.randrange(5))
    if other.who != seat:
        others = [who for who in (-1, *range(program.box.players)) if who != seat]
        other.who, other.site = random.choice(others), random.randrange(len(program.sites))
        other.answers = (("rubbish",),)
    return other


def _lay(state: State, program: Program, zone_id: str, owner: int | None, cards: list[int]) -> None:
    zone = program.box.zones[zone_id]
    size = len(program.box.cards[zone.holds])
    if not zone.pile:
        counts = getattr(state, zone.cell)
        start = (owner or 0) * size
        counts[start : start + size] = [cards.count(kind) for kind in range(size)]
        return
    for cell, pile in ((zone.cell, tuple(sorted(cards))), (zone.top, ())):
        if owner is None:
            setattr(state, cell, pile)
        else:
            getattr(state, cell)[owner] = pile


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_hidden_changes_no_view(data: st.DataObject) -> None:
    small = [SMALL / name for name in ("spells", "tunnel", "trek", "fish")]
    game = data.draw(st.sampled_from([*small, SHIPPED / "celestia", SHIPPED / "celestia-duo"]))
    players = data.draw(st.integers(2, load_ruleset(game).ruleset.draft.players.to))
    runner, states = positions(game, players, str(data.draw(st.integers(0, 20))))
    state, seat = data.draw(st.sampled_from(states)), data.draw(st.integers(0, players - 1))
    other = reshuffled(runner.program, state, seat, Random(data.draw(st.integers(0, 10))))
    names = seat_names(players)

    assert view(runner.program, other, seat, names) == view(runner.program, state, seat, names)
    assert as_text(view(runner.program, other, seat, names)) == as_text(view(runner.program, state, seat, names))


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_two_tables_that_are_possible_for_a_player_look_the_same(data: st.DataObject) -> None:
    game, players = data.draw(st.sampled_from([(SMALL / "fish", 3), (SHIPPED / "celestia-duo", 2)]))
    runner, states = positions(game, players, str(data.draw(st.integers(0, 20))))
    program, names = runner.program, seat_names(players)
    state, seat = data.draw(st.sampled_from(states)), data.draw(st.integers(0, players - 1))
    other = reshuffled(program, state, seat, Random(data.draw(st.integers(0, 10))))
    _let_everybody_know(program, state, other, data)

    assert [list(Conservation(program).table_faults(each)) for each in (state, other)] == [[], []]
    assert view(program, other, seat, names) == view(program, state, seat, names)
    assert as_text(view(program, other, seat, names)) == as_text(view(program, state, seat, names))
    for here, there in zip(contents(program.box, state), contents(program.box, other), strict=True):
        if not sees(here.zone, here.owner, seat):
            hidden = unseen(program.box, state, seat, here)
            assert hidden.could_hold(Knowledge(there.counts))
            settled = here.zone.dealt_from is None and program.box.dealt_to(here.zone.id) is None
            assert hidden.could_differ() or here == there or not settled


def _let_everybody_know(program: Program, state: State, other: State, data: st.DataObject) -> None:
    """Something that is true of both tables, and nothing else."""
    for here, there in zip(contents(program.box, state), contents(program.box, other), strict=True):
        if here.zone.remembered:
            both = [min(pair) for pair in zip(here.counts, there.counts, strict=True)]
            least = tuple(data.draw(st.integers(0, most)) for most in both)
            neither = [k for k, pair in enumerate(zip(here.counts, there.counts, strict=True)) if not any(pair)]
            denied = data.draw(st.frozensets(st.sampled_from(neither))) if neither else frozenset()
            start = (here.owner or 0) * len(least)
            for each in (state, other):
                for field in (here.zone.known, here.zone.denied):
                    getattr(each, field)[start : start + len(least)] = [0] * len(least)
                learn(program.box, each, here.zone, here.owner, Knowledge(least, denied))


def test_secret_answers_show_nowhere_before_the_reveal() -> None:
    runner, _ = positions(SMALL / "tunnel", 3, "0")
    names, views = ("Ada", "Bruno", "Cara"), []
    for answer in (("deeper",), ("home",)):
        runner.streams.seed("secret")
        machine = Machine.start(runner)
        machine.happen(machine.seeded())
        machine.answer(answer)
        views.append(as_text(view(runner.program, machine.state, 2, names)))

    assert views[0] == views[1]


def test_own_cards_show_and_those_of_others_are_counted() -> None:
    runner, states = positions(SMALL / "spells", 2, "0")
    shown = view(runner.program, states[-1], 0, ("Ada", "Bruno"))
    hands = [zone for zone in shown["zones"] if zone["zone"] == "hand"]

    assert [("cards" in hand, hand["owner"]) for hand in hands] == [(True, "Ada"), (False, "Bruno")]


def test_a_position_tells_where_every_card_lies() -> None:
    runner, states = positions(SMALL / "spells", 2, "0")
    zones = position(runner.program, states[-1], ("Ada", "Bruno"))["zones"]

    assert sum(sum(zone["cards"].values()) for zone in zones) == 9 + 6 + 6


def test_a_players_transcript_hides_passes_of_others_and_their_cards() -> None:
    runner = runner_of(load_ruleset(SMALL / "spells"), 3)
    teller = Teller(runner.program, ("Ada", "Bruno", "Cara"))
    (game,) = recorded_games(runner, "0", range(1))
    seen = as_seen(transcript_of(runner, teller, game, game_seed("0", 0)), runner.program, game.state, 0)
    text = seen.as_text()

    assert "Ada: pass" in text
    assert "Bruno: pass" not in text
    assert "draw deck -> hand of Ada: 1 card" not in text
    assert "draw deck -> hand of Bruno: 1 card" in text
    assert all(f"draw deck -> hand of Bruno: {card}" not in text for card in ("bolt", "twist", "shield"))
    assert "chance" not in text
