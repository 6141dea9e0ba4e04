"""A statement in one language to the same statement in another: our words by the grammar, names by the labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import product

from attrs import field, frozen
from lark import Token, Tree, UnexpectedInput
from lark.reconstruct import Reconstructor

from interpreter.scenario.grammar import PARTS, Place, grammar, literals, parsed
from interpreter.scenario.lines import PLACEHOLDER, spaced
from interpreter.source.speech import DEFAULT

Naming = Callable[[str, int | None], str]  # a name and how many are meant (None: an answer) to the other name

_OWNING = ("subject", "subject_of")  # `Ada hand`, `hand of Ada`: the same, the other way round
# names that are the author's own, or somebody's
_UNNAMED = frozenset({"scenario", "dispute", "reading", "ruleset", "changes", "language"})
_LISTS_OF_AUTHORS = frozenset({"tags", "ruling", "players"})
_ANSWER = "answer"
_COUNTED = frozenset({"item", "counted_origin_item"})
_REMEMBERED = 4096
_IN_A_NAME = re.compile(r"[\w'./-]<([\w-]+)>|<([\w-]+)>[\w'./-]")
_NAMELESS = ("zz", "99990")  # how a name and a number begin that stand for a column
_WITHOUT_WORDS = frozenset({"choices", "fact", "placing"})  # statements that have none of our words
_WHOLE = (Place.WHEN, Place.THEN, Place.GIVEN)  # statements that may stand in a cell
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
    "in_any_order": Place.WHEN,
    "sees": Place.SEES,
}


@frozen
class Table:
    """The columns of a table and what stands in them."""

    columns: Mapping[str, tuple[str, ...]] = field(factory=dict)
    language: str = DEFAULT
    parts_of_names: frozenset[str] = frozenset()  # columns: nothing but ids makes an id

    def has_words(self, column: str) -> bool:
        """Whether words of ours stand in a column: `can` and `cannot`."""
        cells = self.columns.get(column.strip("<>"), ())
        return bool(cells) and all(_phrase(cell, self.language) for cell in cells)

    def stand_ins(self, column: str, at: int) -> tuple[str, ...]:
        """What can be read in the place of a column, the likeliest first."""
        cells = self.columns.get(column.strip("<>"), ())
        return cells[:1] if self.has_words(column) else (f"{_NAMELESS[0]}{at}", f"{_NAMELESS[1]}{at}", *cells[:1])


NO_TABLE = Table()


@frozen
class Translator:
    """From one language to another; `naming` knows the things of the game."""

    source: str
    target: str
    naming: Naming

    def statement(self, text: str, place: Place, table: Table = NO_TABLE) -> tuple[str, Place | None]:
        """The statement, and what stands in the block below it, if it opens one.

        `table` is that of the scenario, whose columns may stand for names, numbers, values or words of ours.
        """
        if PLACEHOLDER.fullmatch(text):
            return text, None
        tree, columns = self._with_columns(text, place, table)
        names = {word: column for word, column in columns.items() if word.startswith(_NAMELESS)}
        written = self._written(tree, names)
        for cell, column in columns.items():
            if cell not in names:
                written = written.replace(self.cell(cell, table.has_words(column)), column, 1)
        return written, _INSIDE.get(tree.data)

    def cell(self, text: str, is_word: bool = False) -> str:  # noqa: FBT001, FBT002  # of a column with words of ours
        """What a table puts into a statement: a value, answers, a whole one, words of ours; else it stays as it is."""
        if is_word:
            return _phrases(self.target)[_phrase(text, self.source) or ""]
        return self._likeliest(text, (*PARTS, *(place.value for place in _WHOLE)))

    def part(self, text: str, kind: str) -> str | None:
        """A part of a statement of a kind that the grammar has; None if it is none."""
        try:
            return self._written(parsed(text, kind, self.source), {})
        except UnexpectedInput:
            return None

    def anything(self, text: str) -> str:
        """Whatever a message quotes: words of ours, a statement, a part of one; else it stays as it is."""
        if self.source == self.target:
            return text
        name = _phrase(text, self.source)
        if name is not None:
            return _phrases(self.target)[name]
        return self._likeliest(text, (*(place.value for place in Place), *PARTS))

    def _likeliest(self, text: str, parts: Iterable[str]) -> str:
        """A text read as one of some parts, written in the other language; else it stays as it is."""
        trees = sorted(self._readings(text, parts), key=lambda tree: tree.data in _WITHOUT_WORDS)  # our words tell most
        return self._written(trees[0], {}) if trees else text

    def _readings(self, text: str, parts: Iterable[str]) -> Iterator[Tree[Token]]:
        for part in parts:
            with suppress(UnexpectedInput):
                yield parsed(text, part, self.source)

    def cells(self, row: list[str], table: Table) -> list[str]:
        """The cells of a row; the first names the row."""
        others = list(zip(table.columns, row, strict=True))[1:]
        kept = table.parts_of_names
        return [row[0], *(text if c in kept else self.cell(text, table.has_words(c)) for c, text in others)]

    def _with_columns(self, text: str, place: Place, table: Table) -> tuple[Tree[Token], dict[str, str]]:
        """A statement with something readable for each `<column>`: a name, a number, or what a row has there."""
        names = [match[0] for match in PLACEHOLDER.finditer(text) if match[1]]
        trouble: UnexpectedInput | None = None
        for words in product(*(table.stand_ins(column, at) for at, column in enumerate(names))):
            try:
                tree = parsed(_replaced(text, words), place.value, self.source)
            except UnexpectedInput as wrong:
                trouble = trouble or wrong
            else:
                return tree, dict(zip(words, names, strict=True))
        assert trouble is not None
        raise trouble

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
                inside.append(_numbered(part, tokens, columns.get(str(part), str(part))))
            elif part.data == "name":
                many = None if tree.data == _ANSWER else count
                naming = self.naming if named and tree.data not in _UNNAMED else as_it_is
                inside.append(Tree("name", [_named(part, tokens, columns, (naming, many))]))
            else:
                inside.append(self._skeleton(part, tokens, columns, named=named))
        return Tree(_data(tree, self.target), inside)


def as_it_is(name: str, _count: int | None) -> str:
    """The name as it is written."""
    return name


def _named(name: Tree[Token], tokens: list[str], columns: dict[str, str], said: tuple[Naming, int | None]) -> Token:
    (token,) = name.children
    assert isinstance(token, Token)
    written = str(token)
    for word, column in columns.items():
        written = written.replace(word, column)
    if token.type == "NAME" and written == str(token):
        naming, count = said
        written = naming(written, count)
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


# ---- tables ---------------------------------------------------------------------------------------------------------


def parts_of_names(texts: Iterable[str]) -> frozenset[str]:
    """The columns that stand for a part of a name: `card-<number>`."""
    return frozenset(name for text in texts for match in _IN_A_NAME.finditer(text) for name in match.groups() if name)


def _replaced(text: str, words: Iterable[str]) -> str:
    """The text with one of the words for each column."""
    left = iter(words)
    return PLACEHOLDER.sub(lambda match: next(left) if match[1] else match[0], text)


@cache
def _phrases(language: str) -> dict[str, str]:
    """What a statement has of our words, by its name in the grammar: `no event`."""
    found: dict[str, str] = {}
    for rule in grammar(language).rules:
        words = [literals(language).get(symbol.name, "") for symbol in rule.expansion]
        found.setdefault(rule.alias or rule.origin.name, " ".join(word for word in words if word.strip(":,=;?")))
    return found


def _phrase(text: str, language: str) -> str | None:
    """The name of a statement that has just these words of ours."""
    return next((name for name, words in _phrases(language).items() if words == text), None)
