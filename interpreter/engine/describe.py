"""Answers, chance and zones to words: ids of the ruleset, names of the players."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.decisions import Answer, Chance, Outcome
from interpreter.engine.program import Program, Site
from interpreter.engine.reasons import offered

NOTHING = "nothing"
OF_DICE = ("dice", "die", "face")


def answer_text(program: Program, site: Site, answer: Answer, names: Sequence[str]) -> str:
    """An answer as a scenario writes it: its name, then what was chosen."""
    option = offered(site, str(answer[0]))
    if option is None or len(answer) == 1:
        return str(answer[0])
    chosen = zip(option.choices, answer[1:], strict=True)
    return f"{answer[0]} " + ", ".join(_choice(program, c.kind, c.of, value, names) for c, value in chosen)


def _choice(program: Program, kind: str, of: str, value: object, names: Sequence[str]) -> str:
    if kind == "player" and isinstance(value, int):
        return names[value]
    words = program.box.pools[of].faces if kind in OF_DICE else program.box.cards[of]
    if isinstance(value, tuple):
        return ", ".join(words[index] for index in value) or NOTHING
    assert isinstance(value, int)
    return words[value]


def outcome_text(program: Program, chance: Chance, outcome: Outcome, names: Sequence[str]) -> str:
    """An outcome of chance: faces, a card, or a player."""
    if isinstance(outcome, tuple):
        faces = program.box.pools[chance.site.of].faces
        return ", ".join(faces[face] for face in outcome) or NOTHING
    if chance.site.kind == "draw":
        return program.box.cards[chance.site.of][outcome]
    return names[outcome]


def value_text(program: Program, type_: str, value: object, names: Sequence[str]) -> str:
    """The value of an expression: a number, yes or no, players, places."""
    if type_ == "condition":
        return "yes" if value else "no"
    if type_ == "player" and isinstance(value, int):
        return names[value]
    if type_ == "players" and isinstance(value, int):
        return ", ".join(name for seat, name in enumerate(names) if value >> seat & 1) or NOTHING
    if type_ == "place" and isinstance(value, int):
        return program.box.places[value]
    return str(value)
