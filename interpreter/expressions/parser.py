"""An expression string to an expression tree."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from lark import Lark, Token, Transformer, Tree, UnexpectedInput
from lark.tree import Meta

from interpreter.errors import InterpreterError
from interpreter.expressions import tree as t
from interpreter.texts import Words

_MAX_LENGTH = 2000
_MAX_NESTING = 60
_SHOWN = {
    "NAME": Words("a name"),
    "NUMBER": Words("a number"),
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "COLON": ":",
    "COMPARISON": Words("a comparison"),
    "QUANTIFIER": "some, every, those, total, highest, lowest",
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "$END": Words("the end"),
}


class ExpressionError(InterpreterError):
    """The text is no expression; `start` and `end` are offsets of the offending word."""

    def __init__(self, found: str, expected: tuple[str, ...], start: int, end: int) -> None:
        super().__init__(f"unexpected {found}")
        self.found = found
        self.expected = expected
        self.start = start
        self.end = end


@cache
def parse_expression(text: str) -> t.Expression:
    """Parse one expression.

    Raises:
        ExpressionError: The text is no expression, or is longer or deeper than anybody writes.
    """
    if len(text) > _MAX_LENGTH:
        raise _too_much(text)
    try:
        parsed = _grammar().parse(text)
    except UnexpectedInput as error:
        raise _explained(error, text) from error
    if _is_deep(parsed):
        raise _too_much(text)
    return cast(t.Expression, _Build().transform(parsed))


@cache
def _grammar() -> Lark:
    return Lark.open_from_package(
        __package__,
        "expression.lark",
        parser="lalr",
        maybe_placeholders=False,
        propagate_positions=True,
    )


def _too_much(text: str) -> ExpressionError:
    return ExpressionError(Words("so much text"), (Words("a shorter expression"),), 0, len(text))


def _is_deep(parsed: Tree[Token]) -> bool:
    """Whether it has more levels than anybody writes; looked at level by level, for it may be as deep as it is long."""
    level: list[Any] = [parsed]
    for _ in range(_MAX_NESTING):
        level = [child for tree in level for child in tree.children if isinstance(child, Tree)]
    return bool(level)


def _explained(error: UnexpectedInput, text: str) -> ExpressionError:
    start: int = getattr(error, "pos_in_stream", None) or 0
    token = getattr(error, "token", None)
    if token is not None and token.type != "$END":
        found, length = f"`{token}`", len(token)
    elif start < len(text) and token is None:
        found, length = f"`{text[start]}`", 1
    else:
        found, start, length = Words("the end"), len(text.rstrip()), 1
    words = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    expected = tuple(sorted({_SHOWN.get(word, word.lower()) for word in words}))
    return ExpressionError(found, expected, start, start + length)


def _place(meta: Meta) -> t.Place:
    return t.Place(meta.start_pos, meta.end_pos)


def _name(token: Token) -> t.Name:
    start = token.start_pos or 0
    return t.Name(str(token), t.Place(start, start + len(token)))


class _Build(Transformer[Token, Any]):
    """One method for each alternative of the grammar."""

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        build = getattr(self, f"_{data}", None)
        if build is None:
            return Tree(data, children, meta)
        return build(children, _place(meta))

    def _number(self, children: list[Token], place: t.Place) -> t.Expression:
        return t.Number(int(children[0]), place)

    def _name(self, children: list[Token], place: t.Place) -> t.Expression:
        return t.Name(str(children[0]), place)

    def _option(self, children: list[Token], place: t.Place) -> t.Expression:
        return t.Option(str(children[0]), place)

    def _of(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Of(_name(children[0]), children[1], place)

    def _call(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Call(_name(children[0]), tuple(children[1:]), place)

    def _negation(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Not(children[0], place)

    def _either(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Logic("or", tuple(children), place)

    def _both(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Logic("and", tuple(children), place)

    def _comparison(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Binary(str(children[1]), children[0], children[2], place)

    def _membership(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Binary("in", children[0], children[1], place)

    def _exclusion(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Binary("not in", children[0], children[1], place)

    def _without(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Binary("without", children[0], children[1], place)

    def _arithmetic(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Binary(str(children[1]), children[0], children[2], place)

    def _negative(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Negative(children[1], place)

    def _choice(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Conditional(children[0], children[1], children[2], place)

    def _quantified(self, children: list[Any], place: t.Place) -> t.Expression:
        return t.Quantified(str(children[0]), _name(children[1]), children[2], children[3], place)
