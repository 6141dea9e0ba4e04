"""A statement that cannot be read, to the one finding that says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from attrs import frozen
from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from interpreter.scenario.lines import Written
from interpreter.scenario.statements import Place, grammar, is_readable
from interpreter.source import catalogue
from interpreter.source.diagnostics import Diagnostic, allowed_set, error, nearest

_END = "$END"
_NAMES = frozenset({"NAME", "STRING", "NUMBER"})
_SEPARATORS = {",": "COMMA", ";": "SEMICOLON", ":": "COLON", "=": "EQUAL"}
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[,;:=]|[^\s,;:="]+')
_CURLY_QUOTES = frozenset("“”„«»")


@frozen
class _Misreading:
    """Where reading stopped."""

    written: Written
    place: Place
    found: str  # a word, a sign, a character; empty at the end
    kind: str  # its terminal; empty if it is none
    offset: int
    before: str  # the word or sign before it
    accepted: frozenset[str]

    def finding(self, code: str, suggestion: str | None = None, **values: str) -> Diagnostic:
        span = self.written.between(self.offset, self.offset + max(1, len(self.found)))
        return error(code, span, suggestion, (), **values)

    def expected(self) -> str:
        shown = self.accepted - {"STRING"} if "NAME" in self.accepted else self.accepted
        return allowed_set(sorted(map(_shown, shown)))


def explained(written: Written, place: Place, trouble: UnexpectedInput) -> Diagnostic:
    """What is wrong with a statement of a place, given where the grammar gave up."""
    misreading = _located(written, place, trouble)
    return next(filter(None, (explain(misreading) for explain in _EXPLANATIONS)))


@cache
def keywords() -> frozenset[str]:
    """The words of the language: a name that equals one stands in quotes where the word could stand too."""
    return frozenset(_literals().values()) - frozenset(_SEPARATORS) - {"?"}


def described(place: str) -> str:
    """A place where statements stand, in words."""
    return catalogue.entry(f"scenario-{place.lower()}").message


# ---- where it stopped -----------------------------------------------------------------------------------------------


def _located(written: Written, place: Place, trouble: UnexpectedInput) -> _Misreading:
    offset: int = getattr(trouble, "pos_in_stream", None) or 0
    if isinstance(trouble, UnexpectedCharacters):
        found, kind, accepted = written.text[offset], "", frozenset(trouble.allowed)
    else:
        assert isinstance(trouble, UnexpectedToken)
        found, kind, accepted = str(trouble.token), trouble.token.type, frozenset(trouble.accepts or ())
    if kind == _END:
        offset = len(written.text)
    return _Misreading(written, place, found, kind, offset, _last_word(written.text[:offset]), accepted)


def _last_word(text: str) -> str:
    return next((match[0] for match in reversed(list(_WORD.finditer(text)))), "")


# ---- what is wrong: the first that knows it -------------------------------------------------------------------------


def _strange_character(at: _Misreading) -> Diagnostic | None:
    if at.kind:
        return None
    rest = at.written.text[at.offset :]
    if at.found.lstrip("-").isdigit() or rest.lstrip("-")[:1].isdigit():
        return at.finding("S0105")
    if at.written.text.startswith("chance") and at.found in "%./":
        return at.finding("S0209")
    suggestion = '"' if at.found in _CURLY_QUOTES else None
    return at.finding("S0104", suggestion, character=at.found)


def _stands_alone(at: _Misreading) -> Diagnostic | None:
    if at.before not in ("any", "none") or at.accepted - {_END, "BECAUSE"}:
        return None
    return at.finding("S0211", word=at.before)


def _belongs_elsewhere(at: _Misreading) -> Diagnostic | None:
    first = at.written.text.split(":")[0].split()[:1]
    if (first and first[0] in _first_words(at.place)) or at.before in ("some", "no"):
        return None
    likely_first = sorted(Place, key=lambda place: first[:1] == [] or first[0] not in _first_words(place))
    home = next((place for place in likely_first if is_readable(at.written.text, place)), None)
    if home is None:
        return None
    return error("S0303", at.written.span, home=described(home.name), place=described(at.place.name))


def _unknown_statement(at: _Misreading) -> Diagnostic | None:
    if at.offset > 0 or at.kind != "NAME":
        return None
    words = _words(at.accepted)
    return at.finding("S0201", nearest(at.found, words), found=at.found, expected=allowed_set(sorted(words)))


def _no_colon(at: _Misreading) -> Diagnostic | None:
    if ":" in at.written.text or "COLON" not in at.accepted or at.found in _SEPARATORS:
        return None
    first = nearest(at.written.text.split()[0], _first_words(at.place))
    verb = nearest(at.found or at.before, _words(at.accepted))
    if first is None and (at.before in keywords() or (at.found and verb)):
        return None
    return error("S0202", at.written.span, verb or first)


def _too_short(at: _Misreading) -> Diagnostic | None:
    if at.found:
        return None
    if at.before == ":":
        return at.finding("S0203", expected=at.expected())
    if at.before in _SEPARATORS:
        return at.finding("S0204", separator=at.before)
    return at.finding("S0208", nearest(at.before, _words(at.accepted)), expected=at.expected())


def _side_by_side(at: _Misreading) -> Diagnostic | None:
    is_second = at.kind in _NAMES and at.before not in keywords() and "COMMA" in at.accepted
    if not is_second or nearest(at.found, _words(at.accepted)):
        return None
    return at.finding("S0205", first=at.before, second=at.found)


def _two_numbers(at: _Misreading) -> Diagnostic | None:
    if at.accepted != {"OF"}:
        return None
    first, second = _WORD.findall(at.written.text[: at.offset])[-2:]
    return at.finding("S0205", first=first, second=second)


def _separator(at: _Misreading) -> Diagnostic | None:
    if at.found not in _SEPARATORS:
        return None
    wanted = [sign for sign, terminal in _SEPARATORS.items() if terminal in at.accepted]
    if wanted:
        return at.finding("S0206", found=at.found, wanted=wanted[0])
    if at.accepted & _NAMES:
        return at.finding("S0204", separator=at.found)
    return None


def _fraction(at: _Misreading) -> Diagnostic | None:
    if at.kind != "FRACTION":
        return None
    return at.finding("S0210", nearest(at.written.text.split()[0], ("chance",)))


def _anything_else(at: _Misreading) -> Diagnostic:
    suggestion = nearest(at.found, _words(at.accepted))
    return at.finding("S0207", suggestion, found=at.found, expected=at.expected())


_EXPLANATIONS: tuple[Callable[[_Misreading], Diagnostic | None], ...] = (
    _strange_character,
    _stands_alone,
    _side_by_side,
    _belongs_elsewhere,
    _unknown_statement,
    _two_numbers,
    _no_colon,
    _too_short,
    _separator,
    _fraction,
    _anything_else,
)

# ---- the words of the grammar ---------------------------------------------------------------------------------------


@cache
def _literals() -> dict[str, str]:
    """Terminals that stand for one word or sign."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in grammar().terminals
        if isinstance(terminal.pattern, PatternStr)
    }


def _words(terminals: Iterable[str]) -> set[str]:
    return {_literals()[terminal] for terminal in terminals if _literals().get(terminal) in keywords()}


@cache
def _first_words(place: Place) -> frozenset[str]:
    start: Any = grammar().parse_interactive("", start=place.value)
    return frozenset(_words(start.accepts()))


def _shown(terminal: str) -> str:
    literal = _literals().get(terminal)
    return f"`{literal}`" if literal is not None else catalogue.entry(f"scenario-{terminal.strip('$').lower()}").message
