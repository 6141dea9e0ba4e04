"""An expression to expressions that differ in one place: a number, a comparison, a word of logic, or a who."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import frozen

from interpreter.expressions import tree as t
from interpreter.expressions.parser import parse_expression

_INSTEAD = {
    "=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "in": "not in", "not in": "in", "+": "-",
    "-": "+", "*": "+",
    "and": "or", "or": "and", "some": "every", "every": "some", "highest": "lowest", "lowest": "highest",
}  # fmt: skip
_CLAIMS = frozenset({"some", "every", "those"})  # the quantifiers behind whose colon a condition stands


@frozen
class Variant:
    """An expression with one place changed; `start` and `end` are offsets of that place in the old text."""

    text: str
    start: int
    end: int


def variants(text: str, people: Mapping[str, str], *, is_condition: bool) -> Iterator[Variant]:
    """Every other expression: `people` says what becomes of the name of a player or of several."""
    yield from _Change(text, people).inside(parse_expression(text), is_claim=is_condition)


def other_numbers(number: int) -> tuple[int, ...]:
    """The numbers beside a number; below 0 none that is not there already."""
    return (number + 1,) if number == 0 else (number + 1, number - 1)


@frozen
class _Change:
    text: str
    people: Mapping[str, str]

    def inside(self, node: t.Expression, *, is_claim: bool) -> Iterator[Variant]:
        """The changes of a part and of all within; a claim holds or does not."""
        yield from self._here(node)
        if is_claim and not isinstance(node, t.Binary | t.Logic | t.Not):
            yield self._put(node.place.start, node.place.end, f"not ({self._written(node)})")
        for part, claims in _parts(node, is_claim=is_claim):
            yield from self.inside(part, is_claim=claims)

    def _here(self, node: t.Expression) -> Iterator[Variant]:
        match node:
            case t.Number(value=value):
                yield from (self._instead(node, str(other)) for other in other_numbers(value))
            case t.Name(id=name) if name in self.people:
                yield self._instead(node, self.people[name])
            case t.Not(operand=operand):
                yield self._put(node.place.start, operand.place.start, self._opened(node.place.start, operand))
            case t.Binary(operator="without", left=left, right=right):
                yield from self._without(left, right)
            case t.Binary(operator=operator, left=left, right=right):
                yield self._between(left, right, operator)
            case t.Logic(operator=operator, operands=operands):
                yield self._all_between(operands, operator)
            case t.Quantified(quantifier=word) if word in _INSTEAD:
                start = node.place.start
                yield self._put(start, start + len(word), _INSTEAD[word])
            case _:
                pass

    def _opened(self, start: int, operand: t.Expression) -> str:
        """What stands between `not` and its operand: brackets stay."""
        return self.text[start : operand.place.start].removeprefix("not").lstrip()

    def _without(self, left: t.Expression, right: t.Expression) -> Iterator[Variant]:
        gap = self.text[left.place.end : right.place.start]
        if "(" not in gap and ")" not in gap:
            yield self._put(left.place.end, right.place.end, "")

    def _between(self, left: t.Expression, right: t.Expression, operator: str) -> Variant:
        start, end = left.place.end, right.place.start
        return self._put(start, end, _swapped(self.text[start:end], operator))

    def _all_between(self, operands: tuple[t.Expression, ...], operator: str) -> Variant:
        start, end = operands[0].place.start, operands[-1].place.end
        pieces = [self._written(operands[0])]
        for left, right in pairwise(operands):
            pieces += [_swapped(self.text[left.place.end : right.place.start], operator), self._written(right)]
        return self._put(start, end, "".join(pieces))

    def _written(self, node: t.Expression) -> str:
        return self.text[node.place.start : node.place.end]

    def _instead(self, node: t.Expression, new: str) -> Variant:
        return self._put(node.place.start, node.place.end, new)

    def _put(self, start: int, end: int, new: str) -> Variant:
        return Variant(self.text[:start] + new + self.text[end:], start, end)


def _swapped(gap: str, operator: str) -> str:
    """The operator of a gap, among brackets and spaces, by the other one."""
    words = operator.split()
    start = gap.index(words[0])
    end = gap.index(words[-1], start) + len(words[-1])
    return gap[:start] + _INSTEAD[operator] + gap[end:]


def _parts(node: t.Expression, *, is_claim: bool) -> Iterator[tuple[t.Expression, bool]]:
    """What stands within, each with whether it is a claim."""
    match node:
        case t.Of(owner=inner) | t.Negative(operand=inner):
            yield inner, False
        case t.Call(arguments=arguments):
            yield from ((argument, False) for argument in arguments)
        case t.Not(operand=operand):
            yield operand, False
        case t.Logic(operands=operands):
            yield from ((operand, True) for operand in operands)
        case t.Binary(left=left, right=right):
            yield from ((left, False), (right, False))
        case t.Conditional(then=then, condition=condition, otherwise=otherwise):
            yield from ((then, is_claim), (condition, True), (otherwise, is_claim))
        case t.Quantified(quantifier=word, among=among, body=body):
            yield from ((among, False), (body, word in _CLAIMS))
        case _:
            pass
