"""Loaded rules to a text that a player can read: components, options, course of play, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from textwrap import fill

from attrs import frozen

from interpreter.layering.manifest import displayed
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.model import draft as d
from interpreter.prose.telling import Teller
from interpreter.report.components import Components, each_of
from interpreter.report.course import named_lines, statement_lines
from interpreter.report.marks import Marks
from interpreter.report.rulings import worded_ruling
from interpreter.report.stacks import stack_words
from interpreter.source.catalogue import phrase
from interpreter.source.speech import spoken

_WIDTH = 100
_HASH_SHOWN = 12


def summary(loaded: LoadedRuleset, *, paths: bool = False) -> str:
    """The whole text in the language that is spoken; with `paths`, each line says by which path a layer changes it."""
    told = _Summary(loaded, Marks(loaded.stack.laid, paths))
    parts = (
        ("", told.head()),
        ("show-layers", _layers(loaded.stack)),
        ("show-taken-away", _taken_away(loaded.stack)),
        ("show-components", told.components()),
        ("show-options", told.options()),
        ("show-setup", told.setup()),
        ("show-course", told.course()),
        ("show-actions", told.actions()),
        ("show-demands", told.demands()),
        ("show-result", told.result()),
        ("show-always", told.invariants()),
        ("show-rulings", told.rulings()),
        ("show-sources", told.sources()),
    )
    return "\n\n".join(text for title, lines in parts if (text := _part(title, lines)))


def _part(title: str, lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    if not body:
        return ""
    return f"{phrase(title).upper()}\n{body}" if title else body


def _layers(stack: Stack) -> Iterator[str]:
    for layer in stack.layers:
        why = stack.why(layer)
        yield fill(f"{layer}: {why}" if why else layer, _WIDTH, initial_indent="  ", subsequent_indent="     ")


def _taken_away(stack: Stack) -> Iterator[str]:
    for layer in stack.layers:
        for document in stack.layer_documents(layer):
            yield from (f"  {path}  [{layer}]" for path in document.data.get("remove", ()))


@frozen(eq=False)
class _Summary:
    """The parts of the text, a line at a time."""

    loaded: LoadedRuleset
    marks: Marks

    @property
    def _draft(self) -> d.Draft:
        return self.loaded.ruleset.draft

    @cached_property
    def _components(self) -> Components:
        return Components(self._draft, self.loaded.stack.labels.get(spoken(), {}), self.marks)

    @property
    def _tell(self) -> Teller:
        return self._components.teller

    def head(self) -> Iterator[str]:
        """What is shown, and where it comes from."""
        draft, stack, players = self._draft, self.loaded.stack, self._draft.players
        if players.from_ == players.to:
            number = phrase("show-players-exactly", count=players.to)
        else:
            number = phrase("show-players", least=players.from_, most=players.to)
        number += self.marks.of(players)
        name = stack_words(stack.name)
        yield phrase("show-head", title=draft.title, name=name, version=str(draft.version), players=number)
        yield phrase("show-from", folder=displayed(stack.folder), hash=stack.hash[:_HASH_SHOWN])

    def components(self) -> Iterator[str]:
        """What lies in the box."""
        return self._components.lines()

    def options(self) -> Iterator[str]:
        """What the table chooses, and what else it could choose."""
        for key, option in self._draft.options.items():
            yield f"  {self._option(key, option)}{self.marks.of(option)}"

    def _option(self, key: str, option: d.Option) -> str:
        values = (self._tell.option_value(key, value) for value in option.values or () if value != str(option.default))
        span = phrase("show-range", least=str(option.from_), most=str(option.to))
        return phrase(
            "show-option",
            name=self._tell.name("options", key),
            value=self._tell.option_value(key, str(option.default)),
            others=", ".join(values) or span,
            ruling=f"  {option.ruling}" if option.ruling else "",
            chosen=f"  {phrase('show-chosen')}" if key in self.loaded.stack.options else "",
        )

    def setup(self) -> Iterator[str]:
        """What is done before the game."""
        return statement_lines(self._draft.setup, 1, self.marks, self._tell)

    def course(self) -> Iterator[str]:
        """Values, and all sequences of steps."""
        for key, value in self._draft.values.items():
            each = each_of(value.of, self._tell, "show-of-a")
            is_ = (self._tell.valuing(value.of) if value.of else self._tell).said(value.is_)
            said = phrase("show-value", name=self._tell.name("values", key), each=each, value=is_)
            yield f"  {said}{self.marks.of(value)}"
        for key, block in self._draft.steps.items():
            yield from named_lines(("steps", key), block, self.marks, self._tell)

    def actions(self) -> Iterator[str]:
        """Steps that several rules run."""
        for action in self._draft.actions.values():
            yield from named_lines(action.path, action.do, self.marks, self._tell, action.needs)

    def demands(self) -> Iterator[str]:
        """What is paid with cards."""
        for demand in self._draft.demands.values():
            yield self._tell.finished(f"  {'; '.join(self._demand(demand))}{self.marks.of(demand)}")

    def _demand(self, demand: d.Demand) -> Iterator[str]:
        tell, name, dice = self._tell, self._tell.demand(demand.key), self._tell.dice(demand.dice)
        needs = ", ".join(
            phrase("show-need", face=tell.name("faces", face), count=tell.said(amount))
            for face, amount in demand.needs.items()
        )
        yield phrase("show-needs" if needs else "show-asks", name=name, needs=needs, dice=dice)
        if demand.free:
            yield phrase("show-free", faces=tell.faces(demand.free))
        if demand.fewest is not None:
            yield phrase("show-fewest", condition=tell.said(demand.fewest))
        if demand.jokers is not None:
            yield phrase("show-jokers", count=tell.said(demand.jokers))
        if demand.helped_by:
            yield phrase("show-helped", zones=tell.row(tell.the("zones", zone) for zone in demand.helped_by))

    def result(self) -> Iterator[str]:
        """Who wins."""
        scoring, tell = self._draft.scoring, self._tell.valuing("player")
        if scoring is not None:
            yield f"  {phrase('show-score', score=tell.said(scoring.score))}{self.marks.of(scoring)}"
            for name, text in scoring.further.items():
                yield f"  {phrase('show-further', name=tell.name('names', name), score=tell.said(text))}"
            yield from (f"  {phrase('show-ties', score=tell.said(text))}" for text in scoring.ties)

    def invariants(self) -> Iterator[str]:
        """What holds whenever the game waits."""
        for invariant in self._draft.invariants.values():
            yield f"  {self._tell.invariant(invariant)}{self.marks.of(invariant)}"

    def rulings(self) -> Iterator[str]:
        """The register of questions."""
        for key, ruling in self._draft.rulings.items():
            options = [ruling.option] if isinstance(ruling.option, str) else ruling.option or []
            switch = "".join(phrase("show-ruled-by", option=self._tell.setting(name)) for name in options)
            text = worded_ruling(self.loaded.stack, ruling)
            asked = f"{key} {text.question}{switch}{self.marks.of(ruling)}"
            yield fill(asked, _WIDTH, initial_indent="  ", subsequent_indent="     ")
            for number, further in text.also.items():
                yield fill(f"{number} {further}", _WIDTH, initial_indent="  ", subsequent_indent="     ")
            yield fill(text.answer, _WIDTH, initial_indent="     ", subsequent_indent="     ")

    def sources(self) -> Iterator[str]:
        """Where the rules come from."""
        for key, source in self._draft.sources.items():
            about = ", ".join(filter(None, (self._tell.language(source.language), source.edition, source.address)))
            said = f"{key} {source.title} ({about}){self.marks.of(source)}"
            yield fill(said, _WIDTH, initial_indent="  ", subsequent_indent="     ")
