"""Loaded rules to a text that a player can read: components, options, course of play, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import fill

import attrs

from interpreter.layering.manifest import displayed
from interpreter.library import LoadedRuleset
from interpreter.model import draft as d

_WIDTH = 100
_HASH_SHOWN = 12
_UNSAID = frozenset({"path", "source", "unverified", "note", "id", "event", "if_", "else_", "do", "answers"})


def summary(loaded: LoadedRuleset) -> str:
    """The whole text."""
    draft = loaded.ruleset.draft
    parts = (
        ("", _head(loaded)),
        ("Components", _components(draft)),
        ("Options", _options(draft, loaded)),
        ("Setup", _block(draft.setup, 1)),
        ("Course of play", _course(draft)),
        ("Actions", (line for key, action in draft.actions.items() for line in _named(key, action.do))),
        ("Result", _result(draft)),
        ("Rulings", _rulings(draft)),
    )
    return "\n\n".join(text for title, lines in parts if (text := _part(title, lines)))


def _part(title: str, lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    if not body:
        return ""
    return f"{title.upper()}\n{body}" if title else body


def _head(loaded: LoadedRuleset) -> Iterator[str]:
    draft, stack = loaded.ruleset.draft, loaded.stack
    yield f"{draft.title} ({stack.name}, version {draft.version}), {draft.players.from_} to {draft.players.to} players"
    yield f"from {displayed(stack.folder)}, content {stack.hash[:_HASH_SHOWN]}"


def _components(draft: d.Draft) -> Iterator[str]:
    for key, pool in draft.dice.items():
        yield f"  dice {key}: " + ", ".join(f"{count} x {face}" for face, count in pool.faces.items())
    for key, track in draft.tracks.items():
        yield f"  track {key} of {track.of}: " + ", ".join(map(_with_numbers, draft.places.values()))
    for kind, cards in groupby(sorted(draft.cards.values(), key=lambda card: card.type), key=lambda card: card.type):
        yield f"  {kind}:"
        yield from (f"    {_card(card)}" for card in cards)
    for key, zone in draft.zones.items():
        owner = f" of each {zone.of}" if zone.of else ""
        yield f"  {'pile' if zone.pile else 'zone'} {key}{owner}: {zone.holds}, seen by {zone.seen_by}"
    for key, role in draft.roles.items():
        yield f"  role {key}: held by {role.held_by}"


def _with_numbers(node: d.Card | d.Place) -> str:
    numbers = ", ".join(f"{name} {number}" for name, number in node.attributes.items())
    return f"{node.key} ({numbers})" if numbers else node.key


def _card(card: d.Card) -> str:
    homes = [card.of] if isinstance(card.of, str) else card.of or []
    said = [f"{card.copies} x {_with_numbers(card)}"]
    if homes:
        said.append(f"at {', '.join(homes)}")
    if card.meets:
        said.append(f"meets {', '.join(card.meets)}")
    if card.play is not None:
        said.append(f"played in {card.play.in_}" + (f" by {card.play.by}" if card.play.by else ""))
    return "; ".join(said)


def _options(draft: d.Draft, loaded: LoadedRuleset) -> Iterator[str]:
    for key, option in draft.options.items():
        others = ", ".join(value for value in option.values or () if value != str(option.default))
        choice = others or f"{option.from_} to {option.to}"
        ruling = f"  {option.ruling}" if option.ruling else ""
        chosen = "  (chosen)" if key in loaded.stack.options else ""
        yield f"  {key} = {option.default}  (or: {choice}){ruling}{chosen}"


def _course(draft: d.Draft) -> Iterator[str]:
    for key, block in draft.steps.items():
        yield from _named(key, block)


def _named(key: str, block: Iterable[d.Statement]) -> Iterator[str]:
    yield f"  {key}:"
    yield from _block(block, 2)


def _block(block: Iterable[d.Statement], depth: int) -> Iterator[str]:
    for statement in block:
        yield "  " * depth + _statement(statement)
        yield from _block(statement.do or (), depth + 1)
        for key, answer in statement.answers.items():
            yield "  " * (depth + 1) + _answer(key, answer)
            yield from _block(answer.do, depth + 2)
        if statement.else_:
            yield "  " * depth + "else:"
            yield from _block(statement.else_, depth + 1)


def _statement(statement: d.Statement) -> str:
    name = f"{statement.id}: " if statement.id else ""
    condition = f"if {statement.if_}: " if statement.if_ is not None else ""
    words = [f"{key} {_plain(value)}" for key, value in _said(statement)]
    return name + condition + ", ".join(words)


def _said(statement: d.Statement) -> Iterator[tuple[str, object]]:
    """The keys that are written, the verb first."""
    verb = statement.verb.replace("-", "_")
    names = sorted(attrs.fields_dict(d.Statement), key=lambda name: name != verb)
    for name in names:
        value = getattr(statement, name)
        if name not in _UNSAID and value not in (None, [], {}):
            yield name.rstrip("_").replace("_", "-"), value


def _answer(key: str, answer: d.Answer) -> str:
    choices = "".join(f", choosing {name}" for name in answer.choose)
    refused = "".join(f", refused ({name}) if {text}" for name, text in answer.refuse.items())
    allowed = f" if {answer.if_}" if answer.if_ is not None else ""
    return f"- {key}{choices}{allowed}{refused}"


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {item}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def _result(draft: d.Draft) -> Iterator[str]:
    if draft.scoring is not None:
        yield f"  score: {draft.scoring.score}"
        yield from (f"  ties: {text}" for text in draft.scoring.ties)


def _rulings(draft: d.Draft) -> Iterator[str]:
    for key, ruling in draft.rulings.items():
        options = [ruling.option] if isinstance(ruling.option, str) else ruling.option or []
        switch = "".join(f" [option {name}]" for name in options)
        yield fill(f"{key} {ruling.question}{switch}", _WIDTH, initial_indent="  ", subsequent_indent="     ")
        yield fill(ruling.answer, _WIDTH, initial_indent="     ", subsequent_indent="     ")
