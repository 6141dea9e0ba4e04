"""Loaded rules to a text that a player can read: components, options, course of play, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill

from interpreter.layering.manifest import displayed
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.model import draft as d
from interpreter.report.components import Components
from interpreter.report.course import named_lines, statement_lines
from interpreter.report.marks import Marks

_WIDTH = 100
_HASH_SHOWN = 12
_LANGUAGE = "en"


def summary(loaded: LoadedRuleset, *, paths: bool = False) -> str:
    """The whole text; with `paths`, each line says by which path a layer changes it."""
    draft, marks = loaded.ruleset.draft, Marks(loaded.stack.laid, paths)
    labels = loaded.stack.labels.get(_LANGUAGE, {})
    parts = (
        ("", _head(loaded, marks)),
        ("Layers", _layers(loaded.stack)),
        ("Taken away", _taken_away(loaded.stack)),
        ("Components", Components(draft, labels, marks).lines()),
        ("Options", _options(draft, loaded, marks)),
        ("Setup", statement_lines(draft.setup, 1, marks)),
        ("Course of play", _course(draft, marks)),
        ("Actions", _actions(draft, marks)),
        ("Demands", _demands(draft, marks)),
        ("Result", _result(draft, marks)),
        ("Always true", _invariants(draft, marks)),
        ("Rulings", _rulings(draft, marks)),
        ("Sources", _sources(draft, marks)),
    )
    return "\n\n".join(text for title, lines in parts if (text := _part(title, lines)))


def _part(title: str, lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    if not body:
        return ""
    return f"{title.upper()}\n{body}" if title else body


def _head(loaded: LoadedRuleset, marks: Marks) -> Iterator[str]:
    draft, stack = loaded.ruleset.draft, loaded.stack
    players = f"{draft.players.from_} to {draft.players.to} players{marks.of(draft.players)}"
    yield f"{draft.title} ({stack.name}, version {draft.version}), {players}"
    yield f"from {displayed(stack.folder)}, content {stack.hash[:_HASH_SHOWN]}"


def _layers(stack: Stack) -> Iterator[str]:
    for layer in stack.layers:
        why = stack.why(layer)
        yield fill(f"{layer}: {why}" if why else layer, _WIDTH, initial_indent="  ", subsequent_indent="     ")


def _taken_away(stack: Stack) -> Iterator[str]:
    for layer in stack.layers:
        for document in stack.layer_documents(layer):
            yield from (f"  {path}  [{layer}]" for path in document.data.get("remove", ()))


def _options(draft: d.Draft, loaded: LoadedRuleset, marks: Marks) -> Iterator[str]:
    for key, option in draft.options.items():
        others = ", ".join(value for value in option.values or () if value != str(option.default))
        choice = others or f"{option.from_} to {option.to}"
        ruling = f"  {option.ruling}" if option.ruling else ""
        chosen = "  (chosen)" if key in loaded.stack.options else ""
        yield f"  {key} = {option.default}  (or: {choice}){ruling}{chosen}{marks.of(option)}"


def _course(draft: d.Draft, marks: Marks) -> Iterator[str]:
    for key, value in draft.values.items():
        yield f"  {key}{f' of a {value.of}' if value.of else ''} is {value.is_}{marks.of(value)}"
    for key, block in draft.steps.items():
        yield from named_lines(("steps", key), block, marks)


def _actions(draft: d.Draft, marks: Marks) -> Iterator[str]:
    for action in draft.actions.values():
        yield from named_lines(action.path, action.do, marks, action.needs)


def _demands(draft: d.Draft, marks: Marks) -> Iterator[str]:
    for key, demand in draft.demands.items():
        needs = ", ".join(f"{face} {amount}" for face, amount in demand.needs.items())
        said = [f"  {key}: {needs + f' of {demand.dice}' if needs else f'what {demand.dice} shows'}"]
        said += [f"nothing for {', '.join(demand.free)}"] if demand.free else []
        said += [f"fewest cards if {demand.fewest}"] if demand.fewest is not None else []
        said += [f"any cards: {demand.jokers}"] if demand.jokers is not None else []
        said += [f"helped by what lies in {', '.join(demand.helped_by)}"] if demand.helped_by else []
        yield "; ".join(said) + marks.of(demand)


def _result(draft: d.Draft, marks: Marks) -> Iterator[str]:
    if draft.scoring is not None:
        yield f"  score: {draft.scoring.score}{marks.of(draft.scoring)}"
        yield from (f"  further, {name}: {text}" for name, text in draft.scoring.further.items())
        yield from (f"  ties: {text}" for text in draft.scoring.ties)


def _rulings(draft: d.Draft, marks: Marks) -> Iterator[str]:
    for key, ruling in draft.rulings.items():
        options = [ruling.option] if isinstance(ruling.option, str) else ruling.option or []
        switch = "".join(f" [option {name}]" for name in options) + marks.of(ruling)
        yield fill(f"{key} {ruling.question}{switch}", _WIDTH, initial_indent="  ", subsequent_indent="     ")
        yield fill(ruling.answer, _WIDTH, initial_indent="     ", subsequent_indent="     ")


def _invariants(draft: d.Draft, marks: Marks) -> Iterator[str]:
    for key, invariant in draft.invariants.items():
        at = f" (at {', '.join(invariant.at)})" if invariant.at else ""
        yield f"  {key}: {invariant.holds}{at}{marks.of(invariant)}"


def _sources(draft: d.Draft, marks: Marks) -> Iterator[str]:
    for key, source in draft.sources.items():
        about = ", ".join(filter(None, (source.language, source.edition)))
        said = f"{key} {source.title} ({about}){marks.of(source)}"
        yield fill(said, _WIDTH, initial_indent="  ", subsequent_indent="     ")
