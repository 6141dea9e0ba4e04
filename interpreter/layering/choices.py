"""What the table chose for its options to values as the rules declare them, or to findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from interpreter.source.diagnostics import Diagnostic, Related, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span
from interpreter.texts import Words

Setting = str | int
_NOWHERE: Mapping[str, Span] = {}


@frozen
class Choices:
    """Values for options, by name; `places` says where each was chosen, if it stands in a file."""

    chosen: Mapping[str, Setting]
    places: Mapping[str, Span] = field(default=_NOWHERE)

    def fitted(self, declared: Mapping[str, Any], declarations: Mapping[str, Span]) -> dict[str, Setting]:
        """The values as the options want them: words or numbers.

        Raises:
            SourceError: There is no such option, or it has no such value; carries every misfit.
        """
        findings = list(self._misfits(declared, declarations))
        if findings:
            raise SourceError(findings)
        return {name: _as_declared(declared[name], value) for name, value in self.chosen.items()}

    def _misfits(self, declared: Mapping[str, Any], declarations: Mapping[str, Span]) -> Iterator[Diagnostic]:
        for name, value in self.chosen.items():
            place = self.places.get(name)
            if name not in declared:
                yield error("L0301", place, nearest(name, declared), option=name, allowed=_allowed(declared))
            elif (misfit := _misfit(name, declared[name], value)) is not None:
                code, suggestion, words = misfit
                related = (Related(declarations[name], "note-declared"),) if name in declarations else ()
                yield error(code, place, suggestion, related, **words)


def _as_declared(option: Mapping[str, Any], value: Setting) -> Setting:
    return str(value) if "values" in option else int(value)


def _misfit(name: str, option: Mapping[str, Any], value: Setting) -> tuple[str, str | None, dict[str, str]] | None:
    """Code, suggestion and words of what is wrong with a value."""
    words = {"option": name, "value": str(value)}
    if "values" in option:
        values = option["values"]
        fits = str(value) in values
        return None if fits else ("L0302", nearest(str(value), values), {**words, "allowed": _allowed(values)})
    least, most = option.get("from", 0), option.get("to", 10**9)
    if _is_between(value, least, most):
        return None
    return "L0303", None, {**words, "least": str(least), "most": str(most)}


def _is_between(value: Setting, least: int, most: int) -> bool:
    try:
        return least <= int(value) <= most
    except ValueError:
        return False


def _allowed(names: Mapping[str, Any] | list[str]) -> str:
    return allowed_set(names) or Words("none")
