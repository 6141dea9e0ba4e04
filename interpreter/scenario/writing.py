"""Nodes of the tree to the text of statements that say the same, in the default language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from interpreter.scenario import tree as t
from interpreter.scenario.misreadings import keywords

_PLAIN = re.compile(r"[^\W\d_](?:[\w'./-]*\w)?|-?[0-9]{1,9}")
_STEP = "  "
_FIRST_WORDS = {t.Items: "", t.Only: "only ", t.Some: "some ", t.Without: "no "}


def name(node: t.Name) -> str:
    """A name; in quotes if it was, or has to be."""
    return quoted(node.text) if node.is_quoted or not _PLAIN.fullmatch(node.text) else node.text


def written_name(text: str) -> str:
    """A name that somebody goes by; in quotes where a word of the language could be meant."""
    return text if _PLAIN.fullmatch(text) and text not in keywords() else quoted(text)


def quoted(text: str) -> str:
    """Text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def words(subject: t.Subject) -> str:
    """What a statement is about."""
    return " ".join(map(name, subject.words))


def item(node: t.Item) -> str:
    """One or several equal things."""
    of = f" of {name(node.of)}" if node.of is not None else ""
    return f"{node.count} {name(node.name)}{of}" if node.count != 1 else f"{name(node.name)}{of}"


def items(nodes: Iterable[t.Item]) -> str:
    """A list of things."""
    return ", ".join(map(item, nodes))


def answer(node: t.Answer) -> str:
    """An answer, and what is chosen with it."""
    return f"{name(node.head)} {items(node.choices)}".strip()


def value(node: t.Value) -> str:
    """What is said of a subject."""
    match node:
        case t.Nothing():
            return "none"
        case t.Count(number=number):
            return f"count {number}"
        case t.Limit(bound=bound, number=number):
            return f"{bound.value} {number}"
        case t.Items() | t.Only() | t.Some() | t.Without():
            return _FIRST_WORDS[type(node)] + items(node.items)


# ---- the file -------------------------------------------------------------------------------------------------------


def changes(layers: Iterable[str], settings: Iterable[tuple[str, str]]) -> str:
    """What stands behind the name of a ruleset; empty if it is as it is."""
    parts = [*map(written_name, layers), *(f"option {written_name(key)} = {written_name(to)}" for key, to in settings)]
    return f" with {', '.join(parts)}" if parts else ""


def block(head: str, lines: Iterable[str], level: int = 0) -> Iterator[str]:
    """A line, and those below it."""
    yield _STEP * level + head
    yield from (_STEP * (level + 1) + line for text in lines for line in text.split("\n"))


# ---- the position ---------------------------------------------------------------------------------------------------


def placing(line: t.GivenLine) -> str:
    """A line of a position."""
    match line:
        case t.Players(names=names):
            return f"players: {', '.join(map(name, names))}"
        case t.Placing(subject=subject, value=laid):
            return f"{words(subject)}: {value(laid)}"
        case t.Knows(subject=subject, value=known):
            return f"everybody knows: {words(subject)}: {value(known)}"


def given(node: t.Given) -> str:
    """The line above a position."""
    if node.seed is not None:
        return f"given seed {node.seed.value}"
    if node.start is None:
        return "given"
    turn = f" for {name(node.start.player)}" if node.start.player is not None else ""
    return f"given at {name(node.start.step)}{turn}"


# ---- what happens ---------------------------------------------------------------------------------------------------


def happening(line: t.WhenLine) -> str:
    """A line of a script, and the block below it."""
    match line:
        case t.Roll(purpose=purpose, result=result):
            return f"roll{_named(purpose)}: {_fallen(result)}{_tentative(line)}"
        case t.Draw(player=None, purpose=purpose, result=result):
            return f"draw{_named(purpose)}: {_fallen(result)}{_tentative(line)}"
        case t.Draw(player=player, result=result):
            return f"{'' if player is None else name(player)} draws: {_fallen(result)}{_tentative(line)}"
        case t.Choice() | t.Others():
            return _deed(line)
        case t.Together(choices=choices):
            return "\n".join(block("together", map(happening, choices)))
        case t.InAnyOrder(lines=lines):
            return "\n".join(block("in any order", map(happening, lines)))


def _deed(line: t.Choice | t.Others) -> str:
    if isinstance(line, t.Others):
        return f"others: {answer(line.answer)}"
    said = "any" if isinstance(line.answers, t.Every) else "; ".join(map(answer, line.answers))
    return f"{name(line.player)}: {said}{_tentative(line)}"


def _tentative(line: t.Roll | t.Draw | t.Choice) -> str:
    return " if possible" if line.if_possible else ""


def _named(purpose: t.Name | None) -> str:
    return "" if purpose is None else f" {name(purpose)}"


def _fallen(result: tuple[t.Item, ...] | t.Every) -> str:
    return "any" if isinstance(result, t.Every) else items(result)


# ---- what must be true ----------------------------------------------------------------------------------------------


_WITHOUT_REASONS = (t.Sees, t.CannotTell, t.Knows, t.Order, t.Snapshot)


def claim(line: t.ThenLine) -> str:
    """An expectation."""
    because = None if isinstance(line, _WITHOUT_REASONS) else line.because
    return _claim(line) + ("" if because is None else f" because {name(because)}")


def _claim(line: t.ThenLine) -> str:
    match line:
        case t.Legal() | t.Asked() | t.Happened() | t.Changed():
            return _done(line)
        case t.Fact() | t.Odds() | t.Branches():
            return _true(line)
        case _:
            return _known(line)


def _done(line: t.Legal | t.Asked | t.Happened | t.Changed) -> str:
    match line:
        case t.Legal(player=player, permission=permission, answers=answers):
            return f"{name(player)} {permission.value}: {'; '.join(map(answer, answers))}"
        case t.Asked(player=player, holds=holds):
            return f"{name(player)} is {'' if holds else 'not '}asked"
        case t.Happened(events=events, holds=holds):
            return f"{'' if holds else 'no '}event: {', '.join(map(name, events))}"
        case t.Changed(subjects=subjects):
            return f"only {', '.join(map(words, subjects))} changed" if subjects else "nothing changed"


def _fact(fact: t.Fact) -> str:
    return f"{words(fact.subject)}: {value(fact.value)}"


def _known(line: t.Sees | t.CannotTell | t.Knows | t.Order | t.Snapshot) -> str:
    match line:
        case t.Order(matters=matters):
            return "order matters" if matters else "order does not matter"
        case t.Sees(player=player, facts=facts):
            return "\n".join(block(f"{name(player)} sees:", map(_fact, facts)))
        case t.CannotTell(player=player, subject=subject, value=told):
            return f"{name(player)} cannot tell: {words(subject)}" + ("" if told is None else f": {value(told)}")
        case t.Knows():
            return placing(line)
        case t.Snapshot(picture=picture, player=player):
            return f"snapshot {picture.value}" + ("" if player is None else f" of {name(player)}")


def _true(line: t.Fact | t.Odds | t.Branches) -> str:
    if isinstance(line, t.Fact):
        return _fact(line)
    of = words(line.of) if isinstance(line.of, t.Subject) else _fact(line.of)
    far = reach(line.circumstances)
    if isinstance(line, t.Branches):
        return f"{line.frequency.value}: {of}{far}"
    bound = "" if line.bound is t.Bound.EXACTLY else f"{line.bound.value} "
    return f"chance {of}: {bound}{line.numerator}/{line.denominator}{far}"


def reach(circumstances: t.Circumstances) -> str:
    """How far a claim reaches; empty if it says nothing of that."""
    parts = ["for any roll"] if circumstances.any_roll else []
    if circumstances.choices_of:
        parts.append(f"for every choice of {', '.join(map(name, circumstances.choices_of))}")
    if circumstances.until is not None:
        parts.append(until(circumstances.until))
    return "".join(f" {part}" for part in parts)


def until(node: t.Until) -> str:
    """Up to when a claim looks."""
    return f"until {', '.join(map(name, node.names)) or 'somebody decides'}"
