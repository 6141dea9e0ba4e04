"""A statement in one language to the same statement in another: our words by the grammar, names by the labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import product, zip_longest

from attrs import frozen
from lark import Token, Tree, UnexpectedInput
from lark.reconstruct import Reconstructor

from interpreter.scenario.lines import spaced
from interpreter.scenario.statements import PARTS, Place, grammar, parsed

Naming = Callable[[str, int], str]  # a name and how many of it are meant, to the name in the other language

_OWNING = ("subject", "subject_of")  # `Ada hand`, `hand of Ada`: the same, the other way round
# names that are the author's own, or somebody's
_UNNAMED = frozenset({"scenario", "dispute", "reading", "ruleset", "changes", "language"})
_LISTS_OF_AUTHORS = frozenset({"tags", "ruling", "players"})
_COUNTED = frozenset({"item", "counted_origin_item"})
_COLUMN = re.compile(r'"(?:[^"\\]|\\.)*"|<([^\W\d_](?:[\w-]*\w)?)>')
_REMEMBERED = 4096
_MOST_COLUMNS = 4
_STAND_INS = ("zz{}", "99990{}")  # readable as a name, as a number
_INSIDE = {
    "background": Place.GIVEN,
    "scenario": Place.MEMBER,
    "dispute": Place.MEMBER,
    "reading": Place.MEMBER,
    "given": Place.GIVEN,
    "given_at": Place.GIVEN,
    "when": Place.WHEN,
    "then": Place.THEN,
    "open_then": Place.THEN,
    "together": Place.TOGETHER,
    "sees": Place.SEES,
}


@frozen
class Translator:
    """From one language to another; `naming` knows the things of the game."""

    source: str
    target: str
    naming: Naming

    def statement(self, text: str, place: Place) -> tuple[str, Place | None]:
        """The statement, and what stands in the block below it, if it opens one."""
        tree, columns = _with_columns(text, place, self.source)
        return self._written(tree, columns), _INSIDE.get(tree.data)

    def cell(self, text: str) -> str:
        """What a table puts into a statement: a value or answers; anything else stays as it is."""
        for part in PARTS:
            try:
                return self._written(parsed(text, part, self.source), {})
            except UnexpectedInput:
                continue
        return text

    def _written(self, tree: Tree[Token], columns: dict[str, str]) -> str:
        tokens: list[str] = []
        skeleton = self._skeleton(tree, tokens, columns, named=True)
        return spaced("".join(tokens[int(part)] if number else part for part, number in _pieces(skeleton, self.target)))

    def _skeleton(self, tree: Tree[Token], tokens: list[str], columns: dict[str, str], *, named: bool) -> Tree[Token]:
        """The tree as the other grammar has it, with a number for each token; the tokens go to the list."""
        parts = list(tree.children)
        named = named and tree.data not in _LISTS_OF_AUTHORS
        if tree.data in _OWNING:
            parts.reverse()
        count = int(str(parts[0])) if tree.data in _COUNTED and len(parts) > 1 and isinstance(parts[0], Token) else 1
        inside: list[Tree[Token] | Token] = []
        for part in parts:
            if isinstance(part, Token):
                inside.append(_numbered(part, tokens, str(part)))
            elif part.data == "name":
                is_ours = named and tree.data not in _UNNAMED
                inside.append(Tree("name", [self._name(part, tokens, columns, count if is_ours else None)]))
            else:
                inside.append(self._skeleton(part, tokens, columns, named=named))
        return Tree(_data(tree, self.target), inside)

    def _name(self, name: Tree[Token], tokens: list[str], columns: dict[str, str], count: int | None) -> Token:
        (token,) = name.children
        assert isinstance(token, Token)
        written = columns.get(str(token), str(token))
        if token.type == "NAME" and count is not None and written == str(token):
            written = self.naming(written, count)
        return _numbered(token, tokens, written)


def _numbered(token: Token, tokens: list[str], text: str) -> Token:
    tokens.append(text)
    return Token(token.type, f"\0{len(tokens) - 1}\0")


@cache
def _subject(language: str) -> str:
    """What the grammar of a language calls a subject."""
    return next(rule.alias or "subject" for rule in grammar(language).rules if rule.origin.name == "subject")


def _data(tree: Tree[Token], target: str) -> str:
    return _subject(target) if tree.data in _OWNING else str(tree.data)


def _pieces(skeleton: Tree[Token], language: str) -> Iterator[tuple[str, bool]]:
    """Words, and the numbers of tokens, in the order in which a language writes them."""
    for at, part in enumerate(_template(skeleton, language).split("\0")):
        yield part, bool(at % 2)


@lru_cache(_REMEMBERED)
def _template(skeleton: Tree[Token], language: str) -> str:
    return _reconstructor(language).reconstruct(skeleton, _apart, insert_spaces=False)


def _apart(items: Iterable[str]) -> Iterator[str]:
    for item in items:
        yield item
        yield " "


@cache
def _reconstructor(language: str) -> Reconstructor:
    return Reconstructor(grammar(language))


# ---- columns of tables ----------------------------------------------------------------------------------------------


def _with_columns(text: str, place: Place, language: str) -> tuple[Tree[Token], dict[str, str]]:
    """A statement with something readable for each `<column>`: names, or numbers where no name can stand."""
    names = [match[0] for match in _COLUMN.finditer(text) if match[1]]
    trouble: UnexpectedInput | None = None
    for kinds in product(_STAND_INS, repeat=min(len(names), _MOST_COLUMNS)):
        words = [kind.format(at) for at, (kind, _) in enumerate(zip_longest(kinds, names, fillvalue=_STAND_INS[0]))]
        try:
            return parsed(_replaced(text, words), place.value, language), dict(zip(words, names, strict=True))
        except UnexpectedInput as wrong:
            trouble = trouble or wrong
    assert trouble is not None
    raise trouble


def _replaced(text: str, words: Iterable[str]) -> str:
    """The text with one of the words for each column."""
    left = iter(words)
    return _COLUMN.sub(lambda match: next(left) if match[1] else match[0], text)
