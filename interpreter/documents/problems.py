"""One error of JSON Schema to the problems an author sees in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Any

from attrs import evolve, field, frozen
from jsonschema import ValidationError

from interpreter.documents.branches import alternatives, is_of_other_type
from interpreter.documents.document import Path, Place, named_path
from interpreter.documents.fitting import misplaced_keys
from interpreter.documents.words import advice, description, shown, type_words
from interpreter.source.diagnostics import Diagnostic, Related, Severity, allowed_set, nearest
from interpreter.source.span import Span, whole
from interpreter.texts import Words


class Kind(IntEnum):
    """What sort of problem it is; of two problems with one value the lower kind is the cause."""

    TYPE = 0
    VALUE = 1
    FORM = 2  # none of the alternatives fits; says the least
    UNKNOWN = 3
    MISSING = 4
    NO_VERB = 5
    MISPLACED = 6
    OTHER = 7


@frozen
class Problem:
    """A finding, and what it is about."""

    kind: Kind
    path: Path
    key: str  # of an unknown or missing key, else empty
    diagnostic: Diagnostic
    ways: int = 0  # how many ways out it names


@frozen
class Site:
    """The data that is looked at, and where it stands."""

    data: Any
    spans: Mapping[Path, Place]
    file: str

    def place(self, path: Path) -> Place:
        """The place of a path, or of the nearest path above it that has one."""
        while path and path not in self.spans:
            path = path[:-1]
        return self.spans.get(path, Place(None, whole(self.file)))

    def value(self, path: Path) -> Span:
        """Where the value stands; a key stands for a value of several lines."""
        place = self.place(path)
        is_long = place.value.end_line != place.value.line
        return place.name if is_long else place.value


@frozen
class _Case:
    """An error, and what every finding about it needs."""

    error: ValidationError
    site: Site
    path: Path
    schema: Mapping[str, Any] = field(init=False)

    @schema.default
    def _schema(self) -> Mapping[str, Any]:
        return self.error.schema if isinstance(self.error.schema, dict) else {}

    @property
    def value(self) -> Any:
        return self.error.instance

    @property
    def wanted(self) -> Any:
        """What the schema says after the keyword."""
        return self.error.validator_value

    @property
    def subject(self) -> str:
        """What an author calls the value."""
        if not self.path:
            return Words("the file")
        name = self.path[-1]
        if not name.isdigit():
            return f"`{name}`"
        above = next((part for part in reversed(self.path[:-1]) if not part.isdigit()), None)
        number = str(int(name) + 1)
        entry = Words("entry {number}", number=number)
        return Words("entry {number} of `{name}`", number=number, name=above) if above else entry

    @property
    def owner(self) -> str:
        """What an author calls a mapping with keys."""
        return self.told("x-noun") or self.subject

    def told(self, *keys: str) -> str:
        """What the schema says to an author under the first of the keys that it has; empty if it has none."""
        text = next((self.schema[key] for key in keys if self.schema.get(key)), "")
        return Words(text) if text else ""

    def about_value(self, code: str, kind: Kind = Kind.VALUE, **values: str) -> Problem:
        """A problem with the value itself."""
        span = self.site.value(self.path)
        return Problem(kind, self.path, "", Diagnostic(code, Severity.ERROR, {"subject": self.subject, **values}, span))

    def about_key(self, code: str, key: str, kind: Kind = Kind.OTHER, **values: str) -> Problem:
        """A problem with a key of the value."""
        span = self.site.place((*self.path, key)).name
        return Problem(kind, self.path, key, Diagnostic(code, Severity.ERROR, {"key": key, **values}, span))

    def about_owner(self, code: str, kind: Kind, key: str = "", **values: str) -> Problem:
        """A problem with the mapping as such."""
        span = self.site.place(self.path).name
        values = {"owner": self.owner, "key": key, **values}
        return Problem(kind, self.path, key, Diagnostic(code, Severity.ERROR, values, span))


def problems(error: ValidationError, site: Site) -> Iterator[Problem]:
    """What is wrong, in the author's terms; several unknown keys are several problems."""
    case = _Case(error, site, named_path(site.data, list(error.absolute_path)))
    if "propertyNames" in error.absolute_schema_path:
        yield _bad_key(case, str(error.instance))
        return
    explain = _EXPLAIN.get(str(error.validator), _misfit)
    yield from explain(case)


def _unknown_keys(case: _Case) -> Iterator[Problem]:
    if "x-path" in case.schema and (inner := _path_below(case)):
        told = Words(case.schema["x-path"], path=".".join((*case.path[-1:], *inner)))
        yield case.about_owner("K0125", Kind.MISPLACED, found=case.subject, advice=told)
        return
    known = tuple(case.schema.get("properties", ()))
    patterns = case.schema.get("patternProperties", {})
    verbs = [verb for verb in case.schema.get("x-verbs", ()) if verb not in case.value]
    if len(verbs) == len(case.schema.get("x-verbs", ())):
        known = (*verbs, *known)
    for key in case.value:
        if key in known or _matches(case, key):
            continue
        if (patterns and not known) or _IS_TEXT.search(key):
            yield _bad_key(case, key)
        else:
            yield _unknown_key(case, key, tuple(dict.fromkeys(known)))


def _path_below(case: _Case) -> Path:
    """The keys that lead to what is wanted here, where they were written one below the other."""
    keys: list[str] = []
    known, value = case.schema["properties"], case.value
    while isinstance(value, dict) and value and not any(key in known or nearest(key, known) for key in value):
        keys.append(next(iter(value)))
        value = value[keys[-1]]
    return tuple(keys)


def _unknown_key(case: _Case, key: str, known: tuple[str, ...]) -> Problem:
    if (name := key.partition(":")[0]) != key and name in known:
        return _without_space(case, key)
    meant = nearest(key, [name for name in known if name not in case.value])
    values = {"key": key, "owner": case.owner, "allowed": allowed_set(known)}
    span = case.site.place((*case.path, key)).name
    finding = Diagnostic("K0101", Severity.ERROR, values, span, suggestion=meant)
    return Problem(Kind.UNKNOWN, case.path, key, finding, len(known))


def _without_space(case: _Case, key: str) -> Problem:
    """A key and its value that YAML takes for one long key."""
    name, _, value = key.partition(":")
    return evolve(case.about_key("K0126", key, Kind.UNKNOWN, name=name, value=value), key=name)


def _matches(case: _Case, key: str) -> bool:
    return any(re.search(pattern, key) for pattern in case.schema.get("patternProperties", ()))


def _bad_key(case: _Case, key: str) -> Problem:
    told = _CUT if _IS_TEXT.search(key) else case.told("patternErrorMessage", "errorMessage")
    return case.about_key("K0114", key, owner=case.subject, advice=told)


_IS_TEXT = re.compile(r"[()=<>]")  # no key: the rest of a text that a comma has cut in two
_CUT = Words("a text with a comma in it stands in quotes inside `{ }`")


def _missing_keys(case: _Case) -> Iterator[Problem]:
    for key in case.wanted:
        if key not in case.value:
            yield case.about_owner("K0102", Kind.MISSING, key)


def _dependent_keys(case: _Case) -> Iterator[Problem]:
    for key, needed in case.wanted.items():
        for missing in needed if key in case.value else ():
            if missing not in case.value:
                yield case.about_key("K0116", key, owner=case.owner, missing=missing)


def _wrong_type(case: _Case) -> Iterator[Problem]:
    wanted = [case.wanted] if isinstance(case.wanted, str) else list(case.wanted)
    yield _type_problem(case, wanted)


def _type_problem(case: _Case, wanted: list[str]) -> Problem:
    told = case.told("errorMessage") or advice(case.value, wanted)
    values = {"wanted": type_words(wanted), "found": description(case.value), "advice": told}
    problem = case.about_value("K0103", Kind.TYPE, **values)
    is_any_key = "additionalProperties" in list(case.error.absolute_schema_path)[-2:]
    if is_any_key and case.value is None and ":" in case.path[-1]:
        return _without_space(evolve(case, path=case.path[:-1]), case.path[-1])
    if is_any_key and wanted == ["integer"] and isinstance(case.value, (dict, list)):  # the key is wrong, more likely
        return evolve(problem, diagnostic=evolve(problem.diagnostic, span=case.site.place(case.path).name))
    return problem


def _not_in_set(case: _Case) -> Iterator[Problem]:
    names = [shown(value) for value in case.wanted]
    if isinstance(case.value, (dict, list)):
        wanted = Words("one of {names}", names=allowed_set(names))
        yield case.about_value("K0103", Kind.TYPE, wanted=wanted, found=description(case.value), advice="")
        return
    problem = case.about_value("K0104", value=shown(case.value), allowed=allowed_set(names))
    yield evolve(problem, diagnostic=evolve(problem.diagnostic, suggestion=nearest(shown(case.value), names)))


def _not_the_one(case: _Case) -> Iterator[Problem]:
    yield case.about_value("K0105", wanted=shown(case.wanted))


def _bad_pattern(case: _Case) -> Iterator[Problem]:
    told = case.told("patternErrorMessage", "errorMessage")
    yield case.about_value("K0106", value=shown(case.value), advice=told)


def _limit(code: str) -> Callable[[_Case], Iterator[Problem]]:
    def explain(case: _Case) -> Iterator[Problem]:
        yield case.about_value(code, value=shown(case.value), limit=shown(case.wanted))

    return explain


def _size(code: str) -> Callable[[_Case], Iterator[Problem]]:
    def explain(case: _Case) -> Iterator[Problem]:
        yield case.about_value(code, count=str(len(case.value)), limit=shown(case.wanted))

    return explain


def _twice(case: _Case) -> Iterator[Problem]:
    for number, value in enumerate(case.value):
        first = case.value.index(value)
        if first != number:
            here, there = (
                case.site.value(named_path(case.site.data, [*case.error.absolute_path, index]))
                for index in (number, first)
            )
            related = (Related(there, "note-first-written"),)
            values = {"subject": case.subject, "value": shown(value)}
            finding = Diagnostic("K0111", Severity.ERROR, values, here, related)
            yield Problem(Kind.OTHER, case.path, str(number), finding)


def _forbidden_keys(case: _Case) -> Iterator[Problem]:
    for key, wanted in case.wanted.items():
        if wanted is False and key in case.value:
            yield case.about_key("K0120", key, Kind.MISPLACED, owner=case.owner, advice=case.told("errorMessage"))


def _verbs(case: _Case) -> Iterator[Problem]:
    said = [verb for verb in case.wanted if verb in case.value]
    if not said:
        yield case.about_owner("K0117", Kind.NO_VERB, allowed=allowed_set(case.wanted))
    elif len(said) > 1:
        yield case.about_key("K0118", said[1], owner=case.owner, verbs=", ".join(f"`{verb}`" for verb in said))
    else:
        beside = allowed_set(case.wanted[said[0]]) or "—"
        for key in misplaced_keys(case.wanted, said[0], case.value):
            yield case.about_key("K0122", key, verb=said[0], allowed=beside)


def _no_alternative(case: _Case) -> Iterator[Problem]:
    if "x-verbs" in case.schema:  # says the same, better
        return
    branches = alternatives(case.error)
    if branches and all(map(is_of_other_type, branches)):
        yield _type_problem(case, _types(branches))
    elif branches and all(error.validator == "required" for branch in branches for error in branch):
        keys = [str(key) for branch in branches for error in branch for key in _said(error)]
        yield case.about_owner("K0121", Kind.MISSING, keys[0], allowed=allowed_set(keys))
    else:
        yield _told(case) or case.about_value("K0115", Kind.FORM)


def _types(branches: list[list[ValidationError]]) -> list[str]:
    found: list[str] = []
    for branch in branches:
        wanted = next(_said(error) for error in branch if error.validator == "type")
        found.extend([wanted] if isinstance(wanted, str) else wanted)
    return found


def _said(error: ValidationError) -> Any:
    """What the schema says after the keyword; the library lets it be unset, which it is in no error."""
    return error.validator_value


def _misfit(case: _Case) -> Iterator[Problem]:
    """A keyword without words of its own; what the schema tells must do."""
    yield _told(case) or case.about_value("K0199", Kind.FORM)


def _told(case: _Case) -> Problem | None:
    told = case.told("errorMessage")
    return case.about_value("K0190", Kind.FORM, text=told) if told else None


_EXPLAIN: dict[str, Callable[[_Case], Iterator[Problem]]] = {
    "additionalProperties": _unknown_keys,
    "properties": _forbidden_keys,
    "required": _missing_keys,
    "dependentRequired": _dependent_keys,
    "type": _wrong_type,
    "enum": _not_in_set,
    "const": _not_the_one,
    "pattern": _bad_pattern,
    "minimum": _limit("K0107"),
    "exclusiveMinimum": _limit("K0123"),
    "maximum": _limit("K0108"),
    "exclusiveMaximum": _limit("K0124"),
    "multipleOf": _limit("K0119"),
    "minItems": _size("K0109"),
    "maxItems": _size("K0110"),
    "minProperties": _size("K0109"),
    "maxProperties": _size("K0110"),
    "minLength": _limit("K0112"),
    "maxLength": _limit("K0113"),
    "uniqueItems": _twice,
    "anyOf": _no_alternative,
    "oneOf": _no_alternative,
    "x-verbs": _verbs,
}
