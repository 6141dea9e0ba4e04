"""The page that is made for a player is the same for any two games that he cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from interpreter.engine.decisions import Chance, Over
from interpreter.engine.entries import Entry
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.telling import Teller
from interpreter.engine.transcript import event_seen
from interpreter.library import LoadedRuleset, load_ruleset, runner_of
from interpreter.report.films import Film
from interpreter.report.replays import as_page, data_of

SHIPPED = Path(__file__).parents[2] / "rulesets"
SMALL = Path(__file__).parent / "rulesets"
NAMES = ("Ada", "Bruno", "Cara", "Dan", "Eve", "Fred")
STOPS, TRIES, SILENCE = 70, 40, 4
GAMES = [
    (SHIPPED / "celestia", (), {}, 3),
    (SHIPPED / "celestia", (), {"declare": "secret"}, 3),
    (SHIPPED / "celestia", ("a-little-help",), {}, 4),
    (SHIPPED / "celestia-duo", (), {}, 2),
]
GAME_IDS = ["base", "secret", "expansion", "together"]


def loaded_for(game: tuple[Path, tuple[str, ...], dict[str, str], int]) -> tuple[LoadedRuleset, Runner]:
    loaded = load_ruleset(game[0], game[1], game[2])
    return loaded, runner_of(loaded, game[3])


def options(machine: Machine, random: Random) -> list[object]:
    waiting = machine.waiting
    if isinstance(waiting, Over):
        return []
    found = list(waiting.outcomes if isinstance(waiting, Chance) else waiting.answers)
    random.shuffle(found)
    return found


def after(machine: Machine, given: object) -> Machine:
    other = machine.copy()
    if isinstance(other.waiting, Chance):
        other.happen(given)  # type: ignore[arg-type]  # one of its outcomes
    else:
        other.answer(given)  # type: ignore[arg-type]  # one of its answers
    return other


@frozen
class Onlooker:
    """A player who notices what transcripts tell him."""

    teller: Teller
    seat: int
    random: Random

    def seen(self, machine: Machine, since: int) -> tuple[object, ...]:
        """What he notices of the events since then."""
        found = tuple(self._noticed(machine, since))
        over = machine.waiting
        return (*found, over.scores) if isinstance(over, Over) else found

    def _noticed(self, machine: Machine, since: int) -> Iterator[Entry | str]:
        for logged in machine.events[since:]:
            (event,) = self.teller.events([logged])
            site = machine.program.sites[logged[2]] if logged[1] == "answer" else None
            if site is None or site.secret or logged[3] == self.seat:
                shown = event_seen(event, machine.program.box, self.teller.names, self.seat)
                yield from () if shown is None else (shown,)
            else:
                told = self.teller.noticed(site, logged[4])
                yield from () if told is None else (f"{event.data['who']} {told}",)

    def following(self, machine: Machine, wanted: tuple[object, ...], silence: int = SILENCE) -> Machine | None:
        """A way on in which he notices just what is wanted; whatever he does not notice may happen before."""
        silent: list[Machine] = []
        for given in options(machine, self.random)[:TRIES]:
            other = after(machine, given)
            noticed = self.seen(other, len(machine.events))
            if noticed == wanted:
                return other
            if not noticed:
                silent.append(other)
        ways = (self.following(other, wanted, silence - 1) for other in silent[:2] if silence)
        return next((way for way in ways if way is not None), None)

    def pairs(self, first: Machine, second: Machine) -> Iterator[tuple[Machine, Machine]]:
        """Ways on for both of them in which he notices the same."""
        for chosen in options(first, self.random)[:TRIES]:
            onward = after(first, chosen)
            noticed = self.seen(onward, len(first.events))
            other = self.following(second, noticed) if noticed else second
            if other is not None:
                yield onward, other


def twins(runner: Runner, seat: int, seed: int) -> tuple[Machine, Machine]:
    """Two games, played at random, in which a seat has noticed the same."""
    names = NAMES[: runner.program.box.players]
    onlooker = Onlooker(Teller(runner.program, names), seat, Random(seed))
    first = second = Machine.start(runner, films=True)
    for _ in range(STOPS):
        first, second = next(onlooker.pairs(first, second), (first, second))
    return first, second


@pytest.mark.parametrize("game", GAMES, ids=GAME_IDS)
def test_a_page_tells_no_two_games_apart_that_its_player_cannot(
    game: tuple[Path, tuple[str, ...], dict[str, str], int],
) -> None:
    loaded, runner = loaded_for(game)
    names = NAMES[: game[3]]
    different = 0
    for seed in range(4):
        seat = seed % game[3]
        first, second = twins(runner, seat, seed)
        films = [Film(loaded, machine, names) for machine in (first, second)]
        different += [step.said for step in films[0].steps(None)] != [step.said for step in films[1].steps(None)]

        assert as_page(films[0], seat) == as_page(films[1], seat)
    assert different


def whole_game(runner: Runner, seed: int) -> Machine:
    random, machine = Random(seed), Machine.start(runner, films=True)
    while chosen := options(machine, random):
        if isinstance(machine.waiting, Chance):
            machine.happen(chosen[0])  # type: ignore[arg-type]  # one of its outcomes
        else:
            machine.answer(chosen[0])  # type: ignore[arg-type]  # one of its answers
    return machine


def test_a_long_game_of_six_is_a_page_of_less_than_three_megabytes() -> None:
    loaded, runner = loaded_for((SHIPPED / "celestia", ("a-little-help",), {}, 6))
    page = as_page(Film(loaded, whole_game(runner, 1), NAMES), None)

    assert page.count('"say":') > 7 * 300  # all of it, and what each of the six noticed
    assert len(page.encode()) < 3_000_000


@pytest.mark.parametrize("game", GAMES, ids=GAME_IDS)
def test_nobody_is_told_of_somebody_else_who_passes(game: tuple[Path, tuple[str, ...], dict[str, str], int]) -> None:
    loaded, runner = loaded_for(game)
    names = NAMES[: game[3]]
    film = Film(loaded, whole_game(runner, 3), names)
    passes = {name: f"{name} passes" for name in names}
    everything = [step.said for step in film.steps(None)]

    assert any(said in everything for said in passes.values()) or "duo" in str(game[0])
    for seat, name in enumerate(names):
        told = {step.said for step in film.steps(seat)} & set(passes.values())
        assert told <= {passes[name]}


@pytest.mark.parametrize("game", GAMES, ids=GAME_IDS)
def test_the_changes_of_all_steps_make_the_last_table(
    game: tuple[Path, tuple[str, ...], dict[str, str], int],
) -> None:
    loaded, runner = loaded_for(game)
    film = Film(loaded, whole_game(runner, 2), NAMES[: game[3]])
    for side in data_of(film, None)["seen"]:
        table: dict[str, object] = {}
        for step in side["steps"]:
            table |= step["table"]
        assert all(side["steps"][number]["say"] for number in range(len(side["steps"])))
        assert len(table) == len(side["steps"][0]["table"])
