"""A statement that cannot be read, to the one finding that says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from attrs import frozen
from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.scenario.grammar import Place, grammar, is_readable, literals, opening, origin_word, verb
from interpreter.scenario.lines import WORD, Written
from interpreter.scenario.quoting import quoter
from interpreter.source import catalogue
from interpreter.source.diagnostics import Diagnostic, allowed_set, error, nearest
from interpreter.source.speech import DEFAULT

_END = "$END"
_NAMES = frozenset({"NAME", "STRING", "NUMBER"})
_SEPARATORS = {",": "COMMA", ";": "SEMICOLON", ":": "COLON", "=": "EQUAL"}
_AND = frozenset({"and", "y", "e", "&"})
_MUST = frozenset({"must", "may", "debe"})  # what people write who mean `can`
_CURLY_QUOTES = frozenset("“”„«»")


@frozen
class _Misreading:
    """Where reading stopped."""

    written: Written
    place: Place
    language: str
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
        return allowed_set(sorted(_shown(terminal, self.language) for terminal in shown))

    def is_word(self, word: str, *statements: str) -> bool:
        """Whether a word is the first of one of these statements or parts, as the grammar calls them."""
        return word in {opening(statement, self.language)[0] for statement in statements}


def explained(written: Written, place: Place, trouble: UnexpectedInput, language: str) -> Diagnostic:
    """What is wrong with a statement of a place, given where the grammar of a language gave up."""
    misreading = _located(written, place, trouble, language)
    return next(filter(None, (explain(misreading) for explain in _EXPLANATIONS)))


@cache
def keywords(language: str = DEFAULT) -> frozenset[str]:
    """The words of the language: a name that equals one stands in quotes where the word could stand too."""
    return frozenset(literals(language).values()) - frozenset(_SEPARATORS) - {"?"}


def described(place: str, language: str) -> str:
    """A place where statements stand, in words; what they quote is in the language of the file."""
    return quoter(language).message(f"scenario-{place.lower()}")


# ---- where it stopped -----------------------------------------------------------------------------------------------


def _located(written: Written, place: Place, trouble: UnexpectedInput, language: str) -> _Misreading:
    offset: int = getattr(trouble, "pos_in_stream", None) or 0
    if isinstance(trouble, UnexpectedCharacters):
        found, kind, accepted = written.text[offset], "", frozenset(trouble.allowed)
    else:
        assert isinstance(trouble, UnexpectedToken)
        found, kind, accepted = str(trouble.token), trouble.token.type, frozenset(trouble.accepts or ())
    if kind == _END:
        offset = len(written.text)
    before = _last_word(written.text[:offset])
    return _Misreading(written, place, language, found, kind, offset, before, accepted)


def _last_word(text: str) -> str:
    return next((match[0] for match in reversed(list(WORD.finditer(text)))), "")


# ---- what is wrong: the first that knows it -------------------------------------------------------------------------


def _strange_character(at: _Misreading) -> Diagnostic | None:
    if at.kind:
        return None
    rest = at.written.text[at.offset :]
    if at.found.lstrip("-").isdigit() or rest.lstrip("-")[:1].isdigit():
        return at.finding("S0105")
    if at.is_word(at.written.text.split()[0], "chance") and at.found in "%./":
        return at.finding("S0209")
    suggestion = '"' if at.found in _CURLY_QUOTES else None
    return at.finding("S0104", suggestion, character=at.found)


def _stands_alone(at: _Misreading) -> Diagnostic | None:
    if not at.is_word(at.before, "any", "none"):
        return None
    endings = {word for each in ("because", "if_possible") for word in opening(each, at.language)}
    if {literals(at.language).get(each, each) for each in at.accepted} - {_END, *endings}:
        return None
    return at.finding("S0211", word=at.before)


def _belongs_elsewhere(at: _Misreading) -> Diagnostic | None:
    first = at.written.text.split(":")[0].split()[:1]
    begins = {place: bool(first) and first[0] in _first_words(place, at.language) for place in Place}
    if begins[at.place] or at.is_word(at.before, "some_items", "no_items"):
        return None
    likely_first = sorted(Place, key=lambda place: not begins[place])
    home = next((place for place in likely_first if is_readable(at.written.text, place, at.language)), None)
    if home is None:
        return None
    words = {"home": described(home.name, at.language), "place": described(at.place.name, at.language)}
    return error("S0303", at.written.span, None, (), **words)


def _unknown_statement(at: _Misreading) -> Diagnostic | None:
    if at.offset > 0 or at.kind != "NAME":
        return None
    words = _words(at.accepted, at.language)
    return at.finding("S0201", nearest(at.found, words), found=at.found, expected=allowed_set(sorted(words)))


def _no_colon(at: _Misreading) -> Diagnostic | None:
    if ":" in at.written.text or "COLON" not in at.accepted or at.found in _SEPARATORS:
        return None
    first = nearest(at.written.text.split()[0], _first_words(at.place, at.language))
    verb = nearest(at.found or at.before, _words(at.accepted, at.language))
    if first is None and (at.before in keywords(at.language) or (at.found and verb)):
        return None
    return error("S0202", at.written.span, verb or first)


def _too_short(at: _Misreading) -> Diagnostic | None:
    if at.found:
        return None
    if at.before == ":":
        return at.finding("S0203", expected=at.expected())
    if at.before in _SEPARATORS:
        return at.finding("S0204", separator=at.before)
    return at.finding("S0208", nearest(at.before, _words(at.accepted, at.language)), expected=at.expected())


def _side_by_side(at: _Misreading) -> Diagnostic | None:
    is_second = at.kind in _NAMES and at.before not in keywords(at.language) and "COMMA" in at.accepted
    if not is_second or nearest(at.found, _words(at.accepted, at.language)):
        return None
    if at.found in _AND:
        return at.finding("S0206", found=at.found, wanted=",")
    claim = _claim(at)
    if claim is not None:
        return at.finding("S0212", first=at.before, second=at.found, claim=claim)
    return at.finding("S0205", first=at.before, second=at.found)


def _claim(at: _Misreading) -> str | None:
    """What somebody may answer, where it is claimed without the verb that claims it, or with another one."""
    about, _, answers = at.written.text.partition(":")
    who, *others = about.split() or [""]
    if at.place is not Place.THEN or len(others) > 1 or not _MUST.issuperset(others):
        return None
    claim = f"{' '.join((who, *verb('can', at.language)))}: {answers.strip()}"
    return claim if is_readable(claim, Place.THEN, at.language) else None


def _two_numbers(at: _Misreading) -> Diagnostic | None:
    if [literals(at.language).get(terminal) for terminal in at.accepted] != [origin_word(at.language)]:
        return None
    *_, first, second = ("", "", *WORD.findall(at.written.text[: at.offset]))
    return at.finding("S0205", first=first, second=second) if first else None


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
    return at.finding("S0210", nearest(at.written.text.split()[0], opening("chance", at.language)[:1]))


def _anything_else(at: _Misreading) -> Diagnostic:
    is_verb = at.place is Place.THEN and at.found in _MUST
    meant = verb("can", at.language)[0] if is_verb else at.found
    suggestion = nearest(meant, _words(at.accepted, at.language))
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


def _words(terminals: Iterable[str], language: str) -> set[str]:
    known = literals(language)
    return {known[terminal] for terminal in terminals if known.get(terminal) in keywords(language)}


@cache
def _first_words(place: Place, language: str) -> frozenset[str]:
    start: Any = grammar(language).parse_interactive("", start=place.value)
    return frozenset(_words(start.accepts(), language))


def _shown(terminal: str, language: str) -> str:
    literal = literals(language).get(terminal)
    return f"`{literal}`" if literal is not None else catalogue.entry(f"scenario-{terminal.strip('$').lower()}").message
