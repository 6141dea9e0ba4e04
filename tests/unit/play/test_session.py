from __future__ import annotations

import random
from pathlib import Path

import pytest
from attrs import evolve

from interpreter.api import load_ruleset, new_game
from interpreter.engine.decisions import Over
from interpreter.engine.saving import state_value
from interpreter.library import LoadedRuleset
from interpreter.play.session import Given, MisfitError, Party, Session
from playing import GAMES, night

PEOPLE = Party(("Ada", "Bruno", "Cara"), {}, "7")


@pytest.fixture(scope="module")
def spells() -> LoadedRuleset:
    return load_ruleset(GAMES / "spells")


def play_some(session: Session, count: int, seed: int = 1) -> None:
    draw = random.Random(seed)
    while session.front is not None and count:
        if session.front.decision is None:
            session.look()
        else:
            session.give(draw.choice(session.front.decision.answers))
            count -= 1


def look_ahead(session: Session) -> None:
    while session.front is not None and session.front.decision is None:
        session.look()


def test_a_session_is_the_game_of_its_seed(spells: LoadedRuleset) -> None:
    session = Session(spells, PEOPLE)
    play_some(session, 10_000)
    game = new_game(spells, PEOPLE.players, "7")
    for given in session.answers:
        game.choose(given.answer)

    assert session.result == game.result is not None
    assert session.log == list(game.transcript.log)


@pytest.mark.parametrize("count", [1, 4, 8])
def test_undo_comes_back_to_exactly_the_same_place(spells: LoadedRuleset, count: int) -> None:
    session = Session(spells, Party(("Ada", "Bruno"), {}, "3", is_open=True))
    play_some(session, count)
    look_ahead(session)
    while session.front is not None and not session.front.is_free:
        play_some(session, 1)
        look_ahead(session)
    before = state_value(session.runner.program, session.machine.state), list(session.log), list(session.answers)
    play_some(session, 1, seed=9)
    assert len(session.answers) > len(before[2])

    assert session.undo()
    look_ahead(session)
    assert (state_value(session.runner.program, session.machine.state), session.log, session.answers) == before


def test_undo_ends_where_the_game_began(spells: LoadedRuleset) -> None:
    session = Session(spells, PEOPLE)
    play_some(session, 12)
    while session.undo():
        pass

    assert session.answers == []
    assert not session.undo()


def test_undo_takes_what_bots_answered_since_then_with_it(spells: LoadedRuleset) -> None:
    session = Session(spells, Party(("Ada", "Bruno", "Cara"), {"Bruno": "random", "Cara": "random"}, "4"))

    def until_ada() -> None:
        while (front := session.front) is not None and (front.seat or not front.is_free):
            if front.decision is None:
                session.look()
            elif session.is_bot(front.seat):
                session.give(session.bot_answer(front.decision))
            else:
                session.give(front.decision.answers[0])

    until_ada()
    first = list(session.answers)
    assert session.front is not None
    assert session.front.decision is not None
    answer = session.front.decision.answers[-1]
    session.give(answer)
    until_ada()
    second = list(session.answers)
    assert len(second) > len(first) + 1

    assert session.undo()
    assert session.answers == first
    look_ahead(session)
    session.give(answer)
    until_ada()
    assert session.answers == second  # bots answer the same again


def test_who_looked_comes_back_as_well_where_hands_are_hidden(tmp_path: Path) -> None:
    session = Session(night(tmp_path), PEOPLE)
    seats = []
    for _ in range(8):
        assert session.front is not None
        seats.append(session.front.seat)
        session.look() if session.front.decision is None else session.give(session.front.decision.answers[0])
    for seat in reversed(seats):
        assert session.undo()
        assert session.front is not None
        assert session.front.seat == seat


def test_everybody_sits_down_in_a_window_whatever_he_holds(tmp_path: Path) -> None:
    rules = night(tmp_path)
    for seed in range(12):
        session = Session(rules, Party(("Ada", "Bruno", "Cara"), {}, str(seed)))
        window = [site.index for site in session.runner.program.sites if site.kind == "window"]
        sat = []
        while session.front is not None and session.front.site in window:
            sat.append(session.front.seat)
            if session.front.decision is None:
                session.look()
            else:
                session.give(("pass",))
        first = session.machine.state.r_first

        assert sat == [first, (first + 1) % 3, (first + 2) % 3]


def test_who_plays_in_a_window_lets_everybody_sit_down_again(tmp_path: Path) -> None:
    rules = night(tmp_path)
    sat: list[int] = []
    for seed in range(30):
        session = Session(rules, Party(("Ada", "Bruno", "Cara"), {}, str(seed)))
        while session.front is not None and session.front.decision is None:
            session.look()
        front = session.front
        if front is not None and session.runner.program.sites[front.site].kind == "window":
            session.give(front.decision.answers[1])  # type: ignore[union-attr]  # he decides
            sat = [sitting.seat for sitting in (*session._queue, *session._pending)][:3]
            assert sat == [(front.seat + step) % 3 for step in (1, 2, 3)]
    assert sat


def test_in_the_open_nobody_sits_down_to_look_only(spells: LoadedRuleset) -> None:
    assert not Party(("Ada", "Bruno"), {"Bruno": "random"}, "1").is_hidden
    assert not Party(("Ada", "Bruno"), {}, "1", is_open=True).is_hidden
    assert Party(("Ada", "Bruno"), {}, "1").is_hidden


@pytest.mark.parametrize(
    "spoilt",
    [("Bruno", None, None), (None, "steps.turn.other", None), (None, None, "fly")],
    ids=["who", "rule", "answer"],
)
def test_an_answer_that_does_not_fit_is_named(
    spells: LoadedRuleset, spoilt: tuple[str | None, str | None, str | None]
) -> None:
    session = Session(spells, PEOPLE)
    play_some(session, 10)
    number = next(n for n, given in enumerate(session.answers) if given.who != "Bruno" and n > 2)
    good = session.answers[number]
    who, rule, answer = (new or old for new, old in zip(spoilt, (good.who, good.rule, good.answer), strict=True))
    answers = [*session.answers[:number], Given(who, rule, answer), *session.answers[number + 1 :]]

    with pytest.raises(MisfitError) as misfit:
        Session(spells, PEOPLE, answers)
    assert misfit.value.number == number
    assert good.answer in misfit.value.legal


def test_steps_that_were_only_moved_still_fit(spells: LoadedRuleset) -> None:
    session = Session(spells, PEOPLE)
    play_some(session, 10)
    moved = [evolve(given, rule=given.rule.replace("steps.turn", "steps.turn.0.do")) for given in session.answers]

    assert Session(spells, PEOPLE, moved).log == session.log


def test_answers_behind_the_end_do_not_fit(spells: LoadedRuleset) -> None:
    session = Session(spells, PEOPLE)
    play_some(session, 10_000)
    with pytest.raises(MisfitError) as misfit:
        Session(spells, PEOPLE, [*session.answers, Given("Ada", "x", "pass")])

    assert isinstance(misfit.value.waiting, Over)
