"""One written statement to one node of the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from attrs import evolve
from lark import Token, Transformer
from lark.exceptions import VisitError

from interpreter.scenario import heads as h
from interpreter.scenario import tree as t
from interpreter.scenario.grammar import Place, parsed
from interpreter.scenario.lines import Written
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT

_ESCAPED = re.compile(r"\\(.)")
_MOST_ALIKE = 999
_T = TypeVar("_T")


def statement(written: Written, place: Place, language: str = DEFAULT) -> Any:
    """The node of a statement in a language; what class it has depends on the place.

    Raises:
        UnexpectedInput: The text is no statement of that place.
        SourceError: A number in it cannot be meant.
    """
    try:
        return _Build(written).transform(parsed(written.text, place.value, language))
    except VisitError as trouble:
        raise trouble.orig_exc from trouble


class _Build(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    def __init__(self, written: Written) -> None:
        super().__init__(visit_tokens=False)
        self._written = written

    # ---- words

    def _span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self._written.between(start, start + len(token))

    def _across(self, first: Span, last: Span) -> Span:
        return first.through(last) if first.line == last.line else self._written.span

    def _word(self, part: t.Name | Token) -> t.Name:
        return t.Name(str(part), self._span(part)) if isinstance(part, Token) else part

    def _number(self, token: Token) -> t.Number:
        return t.Number(int(token), self._span(token))

    def name(self, parts: list[Token]) -> t.Name:
        (token,) = parts
        if token.type == "STRING":
            return self._quoted_name(_unquoted(token), self._span(token))
        return t.Name(str(token), self._span(token))

    def _quoted_name(self, text: str, span: Span) -> t.Name:
        if not text.strip():
            raise SourceError([error("S0414", span)])
        return t.Name(text, span, is_quoted=True)

    def text(self, parts: list[Token]) -> t.Text:
        return t.Text(_unquoted(parts[0]), self._span(parts[0]))

    def names(self, parts: list[t.Name]) -> tuple[t.Name, ...]:
        return tuple(parts)

    def subject(self, parts: list[t.Name | Token]) -> t.Subject:
        words = tuple(map(self._word, parts))
        return t.Subject(words, self._across(words[0].span, words[-1].span))

    def subject_of(self, parts: list[t.Name | Token]) -> t.Subject:
        """Languages that say `hand of Ada` instead of `Ada hand`."""
        written = self.subject(parts)
        return evolve(written, words=tuple(reversed(written.words)))

    # ---- things and values

    def item(self, parts: list[Any]) -> t.Item:
        if isinstance(parts[0], t.Item):
            return parts[0]
        names = tuple(map(self._word, parts))
        count = self._counted(names[0]) if len(names) > 1 else 1
        return t.Item(names[-1], count, None, self._across(names[0].span, names[-1].span))

    def origin_item(self, parts: list[Any]) -> t.Item:
        name, origin = map(self._word, parts)
        return t.Item(name, 1, origin, self._across(name.span, origin.span))

    def counted_origin_item(self, parts: list[Any]) -> t.Item:
        count, name, origin = map(self._word, parts)
        return t.Item(name, self._counted(count), origin, self._across(count.span, origin.span))

    def _counted(self, written: t.Name) -> int:
        """How many equal things are meant."""
        count = int(written.text)
        if not 0 < count <= _MOST_ALIKE:
            raise SourceError([error("S0413", written.span, count=written.text, most=str(_MOST_ALIKE))])
        return count

    def items(self, parts: list[t.Item]) -> t.Items:
        return t.Items(tuple(parts), self._across(parts[0].span, parts[-1].span))

    def only_items(self, parts: list[t.Item]) -> t.Only:
        return t.Only(tuple(parts), self._across(parts[0].span, parts[-1].span))

    def some_items(self, parts: list[t.Item]) -> t.Some:
        return t.Some(tuple(parts), self._across(parts[0].span, parts[-1].span))

    def no_items(self, parts: list[t.Item]) -> t.Without:
        for item in parts:
            if item.count != 1:
                raise SourceError([error("S0415", item.span, count=str(item.count), word=item.name.text)])
        return t.Without(tuple(parts), self._across(parts[0].span, parts[-1].span))

    def none(self, _parts: list[Any]) -> t.Nothing:
        return t.Nothing(self._written.span)

    def count(self, parts: list[Token]) -> t.Count:
        return t.Count(int(parts[0]), self._span(parts[0]))

    def at_least(self, parts: list[Token]) -> t.Limit:
        return t.Limit(t.Bound.AT_LEAST, int(parts[0]), self._span(parts[0]))

    def at_most(self, parts: list[Token]) -> t.Limit:
        return t.Limit(t.Bound.AT_MOST, int(parts[0]), self._span(parts[0]))

    def answer(self, parts: list[Any]) -> t.Answer:
        head, choices = parts[0], tuple(item for group in parts[1:] for item in group)
        return t.Answer(head, choices, self._across(head.span, (choices or (head,))[-1].span))

    def group(self, parts: list[t.Item]) -> tuple[t.Item, ...]:
        return tuple(parts)

    def answers(self, parts: list[t.Answer]) -> tuple[t.Answer, ...]:
        return tuple(parts)

    def any(self, _parts: list[Any]) -> t.Every:
        return t.Every(self._written.span)

    # ---- the file

    def version(self, parts: list[Token]) -> h.Version:
        return h.Version(self._number(parts[0]))

    def language(self, parts: list[t.Name]) -> h.Language:
        return h.Language(parts[0])

    def ruleset(self, parts: list[Any]) -> t.Stack:
        name, changes = parts[0], _first(t.Changes, parts) or t.Changes()
        return t.Stack(name, changes, self._written.span)

    def changes(self, parts: list[t.Name | t.Setting]) -> t.Changes:
        layers = tuple(part for part in parts if isinstance(part, t.Name))
        return t.Changes(layers, tuple(part for part in parts if isinstance(part, t.Setting)))

    def setting(self, parts: list[Any]) -> t.Setting:
        option, value = map(self._word, parts)
        return t.Setting(option, value, self._across(option.span, value.span))

    def background(self, _parts: list[Any]) -> h.OpensBackground:
        return h.OpensBackground()

    def scenario(self, parts: list[Any]) -> h.OpensScenario:
        return h.OpensScenario(*_head(parts), is_dispute=False)

    def dispute(self, parts: list[Any]) -> h.OpensScenario:
        return h.OpensScenario(*_head(parts), is_dispute=True)

    # ---- in a scenario

    def source(self, parts: list[t.Text]) -> h.Source:
        return h.Source(tuple(parts))

    def ruling(self, parts: list[tuple[t.Name, ...]]) -> h.Ruling:
        return h.Ruling(parts[0])

    def note(self, parts: list[t.Text]) -> h.Note:
        return h.Note(parts[0])

    def tags(self, parts: list[tuple[t.Name, ...]]) -> h.Tags:
        return h.Tags(parts[0])

    def known_wrong(self, parts: list[t.Text]) -> h.KnownWrong:
        return h.KnownWrong(parts[0])

    def given(self, _parts: list[Any]) -> h.OpensGiven:
        return h.OpensGiven()

    def given_at(self, parts: list[t.Name]) -> h.OpensGiven:
        player = parts[1] if len(parts) > 1 else None
        return h.OpensGiven(start=t.Start(parts[0], player, self._written.span))

    def given_seed(self, parts: list[Token]) -> h.OpensGiven:
        return h.OpensGiven(seed=self._number(parts[0]))

    def when(self, _parts: list[Any]) -> h.OpensWhen:
        return h.OpensWhen()

    def then(self, parts: list[t.Circumstances]) -> h.OpensThen:
        return h.OpensThen(_joined(parts), is_question=False)

    def open_then(self, _parts: list[Any]) -> h.OpensThen:
        return h.OpensThen(t.Circumstances(), is_question=True)

    def table(self, _parts: list[Any]) -> h.OpensTable:
        return h.OpensTable()

    def reading(self, parts: list[Any]) -> h.OpensReading:
        return h.OpensReading(*_head(parts))

    def any_roll(self, _parts: list[Any]) -> t.Circumstances:
        return t.Circumstances(any_roll=True)

    def every_choice(self, parts: list[tuple[t.Name, ...]]) -> t.Circumstances:
        return t.Circumstances(choices_of=parts[0])

    def until(self, parts: list[tuple[t.Name, ...]]) -> t.Circumstances:
        return t.Circumstances(until=t.Until(parts[0]))

    def until_decision(self, _parts: list[Any]) -> t.Circumstances:
        return t.Circumstances(until=t.Until())

    # ---- the position

    def players(self, parts: list[tuple[t.Name, ...]]) -> t.Players:
        return t.Players(parts[0], self._written.span)

    def placing(self, parts: list[Any]) -> t.Placing:
        return t.Placing(parts[0], parts[1], self._written.span)

    # ---- what happens

    def roll(self, parts: list[Any]) -> t.Roll:
        return t.Roll(_first(t.Name, parts), _result(parts), self._written.span, if_possible=_if_possible(parts))

    def draw(self, parts: list[Any]) -> t.Draw:
        purpose = _first(t.Name, parts)
        return t.Draw(None, purpose, _result(parts), self._written.span, if_possible=_if_possible(parts))

    def draws(self, parts: list[Any]) -> t.Draw:
        return t.Draw(parts[0], None, _result(parts), self._written.span, if_possible=_if_possible(parts))

    def together(self, _parts: list[Any]) -> h.OpensTogether:
        return h.OpensTogether()

    def in_any_order(self, _parts: list[Any]) -> h.OpensInAnyOrder:
        return h.OpensInAnyOrder()

    def others(self, parts: list[t.Answer]) -> t.Others:
        return t.Others(parts[0], self._written.span)

    def choices(self, parts: list[Any]) -> t.Choice:
        return t.Choice(parts[0], parts[1], self._written.span, if_possible=_if_possible(parts))

    free_choice = choices

    def if_possible(self, _parts: list[Any]) -> _IfPossible:
        return _IfPossible()

    # ---- what must be true

    def because(self, parts: list[t.Name]) -> _Because:
        return _Because(parts[0])

    def fact(self, parts: list[Any]) -> t.Fact:
        return t.Fact(parts[0], parts[1], self._written.span, _reason(parts))

    def can(self, parts: list[Any]) -> t.Legal:
        return t.Legal(parts[0], t.Permission.CAN, parts[1], self._written.span, _reason(parts))

    def can_only(self, parts: list[Any]) -> t.Legal:
        return t.Legal(parts[0], t.Permission.CAN_ONLY, parts[1], self._written.span, _reason(parts))

    def cannot(self, parts: list[Any]) -> t.Legal:
        return t.Legal(parts[0], t.Permission.CANNOT, parts[1], self._written.span, _reason(parts))

    def asked(self, parts: list[Any]) -> t.Asked:
        return t.Asked(parts[0], self._written.span, _reason(parts))

    def not_asked(self, parts: list[Any]) -> t.Asked:
        return t.Asked(parts[0], self._written.span, _reason(parts), holds=False)

    def event(self, parts: list[Any]) -> t.Happened:
        return t.Happened(parts[0], self._written.span, _reason(parts))

    def no_event(self, parts: list[Any]) -> t.Happened:
        return t.Happened(parts[0], self._written.span, _reason(parts), holds=False)

    def seen(self, parts: list[Any]) -> t.Fact:
        return t.Fact(parts[0], parts[1], self._written.span)

    def sees_fact(self, parts: list[Any]) -> t.Sees:
        return t.Sees(parts[0], (self.seen(parts[1:]),), self._written.span)

    def sees(self, parts: list[t.Name]) -> h.OpensSees:
        return h.OpensSees(parts[0])

    def cannot_tell(self, parts: list[Any]) -> t.CannotTell:
        return t.CannotTell(parts[0], parts[1], None, self._written.span)

    def cannot_tell_fact(self, parts: list[Any]) -> t.CannotTell:
        return t.CannotTell(parts[0], parts[1], parts[2], self._written.span)

    def knows(self, parts: list[Any]) -> t.Knows:
        return t.Knows(parts[0], parts[1], self._written.span)

    def only_changed(self, parts: list[Any]) -> t.Changed:
        subjects = tuple(part for part in parts if isinstance(part, t.Subject))
        return t.Changed(subjects, self._written.span, _reason(parts))

    nothing_changed = only_changed

    def order_matters(self, _parts: list[Any]) -> t.Order:
        return t.Order(matters=True, span=self._written.span)

    def order_does_not_matter(self, _parts: list[Any]) -> t.Order:
        return t.Order(matters=False, span=self._written.span)

    def _share(self, bound: t.Bound, token: Token) -> _Share:
        numerator, _, denominator = token.partition("/")
        if not 0 <= int(numerator) <= int(denominator or "1"):
            raise SourceError([error("S0213", self._span(token), chance=str(token))])
        return bound, int(numerator), int(denominator or "1")

    def exactly(self, parts: list[Token]) -> _Share:
        return self._share(t.Bound.EXACTLY, parts[0])

    def odds_at_least(self, parts: list[Token]) -> _Share:
        return self._share(t.Bound.AT_LEAST, parts[0])

    def odds_at_most(self, parts: list[Token]) -> _Share:
        return self._share(t.Bound.AT_MOST, parts[0])

    def happened(self, parts: list[t.Subject]) -> t.Subject:
        return parts[0]

    claimed = seen

    def chance(self, parts: list[Any]) -> t.Odds:
        return self._odds(parts[0], parts[1], parts[2:])

    def chance_fact(self, parts: list[Any]) -> t.Odds:
        return self._odds(self.seen(parts[:2]), parts[2], parts[3:])

    def _odds(self, of: t.Subject | t.Fact, share: _Share, rest: list[Any]) -> t.Odds:
        return t.Odds(of, *share, _joined(rest), self._written.span, _reason(rest))

    def possible(self, parts: list[Any]) -> t.Branches:
        return self._branches(t.Frequency.POSSIBLE, parts)

    def always(self, parts: list[Any]) -> t.Branches:
        return self._branches(t.Frequency.ALWAYS, parts)

    def never(self, parts: list[Any]) -> t.Branches:
        return self._branches(t.Frequency.NEVER, parts)

    def _branches(self, frequency: t.Frequency, parts: list[Any]) -> t.Branches:
        return t.Branches(frequency, parts[0], _joined(parts[1:]), self._written.span, _reason(parts))

    def snapshot_transcript(self, _parts: list[Any]) -> t.Snapshot:
        return t.Snapshot(t.Picture.TRANSCRIPT, None, self._written.span)

    def snapshot_state(self, _parts: list[Any]) -> t.Snapshot:
        return t.Snapshot(t.Picture.STATE, None, self._written.span)

    def snapshot_view(self, parts: list[t.Name]) -> t.Snapshot:
        return t.Snapshot(t.Picture.VIEW, parts[0], self._written.span)


class _Because:
    """`because RULE`, until the statement takes it in."""

    def __init__(self, rule: t.Name) -> None:
        self.rule = rule


class _IfPossible:
    """`if possible`, until the statement takes it in."""


_Share = tuple[t.Bound, int, int]


def _unquoted(token: Token) -> str:
    return _ESCAPED.sub(r"\1", token[1:-1])


def _first(kind: type[_T], parts: Iterable[Any]) -> _T | None:
    return next((part for part in parts if isinstance(part, kind)), None)


def _head(parts: list[Any]) -> tuple[t.Name, t.Text | None, t.Changes]:
    return parts[0], _first(t.Text, parts), _first(t.Changes, parts) or t.Changes()


def _result(parts: Iterable[Any]) -> tuple[t.Item, ...] | t.Every:
    part = next(part for part in parts if isinstance(part, t.Items | t.Every))
    return part.items if isinstance(part, t.Items) else part


def _if_possible(parts: Iterable[Any]) -> bool:
    return _first(_IfPossible, parts) is not None


def _reason(parts: Iterable[Any]) -> t.Name | None:
    because = _first(_Because, parts)
    return None if because is None else because.rule


def _joined(parts: Iterable[Any]) -> t.Circumstances:
    found = [part for part in parts if isinstance(part, t.Circumstances)]
    return t.Circumstances(
        any_roll=any(part.any_roll for part in found),
        choices_of=tuple(name for part in found for name in part.choices_of),
        until=next((part.until for part in found if part.until is not None), None),
    )
