"""What the table chose for its options to the options as the rules know them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.layering.nodes import Node
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span

Setting = str | int


def set_options(root: Node, chosen: Mapping[str, Setting], places: Mapping[str, Span] | None = None) -> None:
    """Make chosen values the defaults of their options; `places` says where a value was chosen.

    Raises:
        SourceError: There is no such option, or it has no such value.
    """
    declared: dict[str, Node] = root.value["options"].value if "options" in root.value else {}
    findings = list(_findings(declared, chosen, places or {}))
    if findings:
        raise SourceError(findings)
    for name, value in chosen.items():
        option = declared[name]
        default = option.value["default"]
        option.value["default"] = Node(_as_declared(option, value), default.origin)


def _as_declared(option: Node, value: Setting) -> Setting:
    return str(value) if "values" in option.value else int(value)


def _findings(
    declared: Mapping[str, Node], chosen: Mapping[str, Setting], places: Mapping[str, Span]
) -> Iterator[Diagnostic]:
    for name, value in chosen.items():
        place = places.get(name)
        if name not in declared:
            allowed = allowed_set(declared)
            yield error("L0301", place, nearest(name, declared), option=name, allowed=allowed)
        else:
            yield from _misfit(name, declared[name], value, place)


def _misfit(name: str, option: Node, value: Setting, place: Span | None) -> Iterator[Diagnostic]:
    related = (Related(option.origin.name, "note-declared"),)
    if "values" in option.value:
        values = [str(entry.value) for entry in option.value["values"].value]
        if str(value) not in values:
            words: dict[str, Any] = {"option": name, "value": str(value), "allowed": allowed_set(values)}
            yield error("L0302", place, nearest(str(value), values), related, **words)
        return
    least, most = (option.value[key].value if key in option.value else None for key in ("from", "to"))
    if not _is_between(value, least, most):
        yield error("L0303", place, None, related, option=name, value=str(value), least=str(least), most=str(most))


def _is_between(value: Setting, least: int | None, most: int | None) -> bool:
    try:
        number = int(value)
    except ValueError:
        return False
    return (least is None or least <= number) and (most is None or number <= most)
