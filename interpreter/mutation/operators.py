"""A place in the rules to what may stand there instead: one small change each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from interpreter.documents.document import Path, entry_names
from interpreter.layering.shapes import defined
from interpreter.mutation.expressions import other_numbers, variants
from interpreter.mutation.sites import EXPRESSION, REASONS, STEPS, Site

REMOVED = "remove"
_CONDITIONS = frozenset({"if", "used-if", "where", "while", "together", "fewest", "at-once"})
_NAMES = frozenset({"name", "use", EXPRESSION})
# Keys that say under which condition or of whom a rule speaks: without them it speaks of more.
_LIMITS = {
    "statement": ("if", "where", "among"), "answer": ("if",), "play": ("if", "by"), "card": ("used-if",),
    "choice": ("where", "by"), "demand": ("fewest",), "zone": ("room",),
}  # fmt: skip


@frozen
class Change:
    """Another value at a path; `words` tells it from all other changes there, and `about` is the path they speak of.

    `start` and `end` are offsets in the text at the path, where the change is within it.
    """

    path: Path
    now: Any
    words: str
    about: Path
    start: int | None = None
    end: int | None = None


def changes(site: Site, around: Site | None, people: Mapping[str, str]) -> Iterator[Change]:
    """Every change of a value; `around` is the mapping in which it stands."""
    holder = around.kind if around is not None else None
    if site.kind == EXPRESSION:
        yield from _expression(site, people, is_condition=site.key in _CONDITIONS or holder == REASONS)
    elif site.kind == STEPS:
        yield from (*_without_steps(site), *_swapped(site))
    elif site.kind == "setting" and around is not None:
        yield from _settings(site, around.value)
    elif site.shape.get("type") == "array" and defined(site.shape["items"]) in _NAMES:
        yield from _shortened(site)
    elif isinstance(site.value, dict):
        yield from _without_limits(site)
    else:
        yield from _plain(site, is_bound=holder == "players")


def _instead(site: Site, now: Any) -> Change:
    return Change(site.path, now, f"{_told(site.value)} -> {_told(now)}", site.path)


def _told(value: Any) -> str:
    """A plain value on one line, as YAML writes it."""
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())


def _expression(site: Site, people: Mapping[str, str], *, is_condition: bool) -> Iterator[Change]:
    text = str(site.value)
    for other in variants(text, people, is_condition=is_condition):
        words = f"{_told(text)} -> {_told(other.text)}"
        yield Change(site.path, other.text, words, site.path, other.start, other.end)


def _without_steps(site: Site) -> Iterator[Change]:
    """Without each of the steps; the name of one stays, so that only its effect is missing."""
    for number, (name, step) in enumerate(zip(entry_names(site.value), site.value, strict=True)):
        left = [{"id": step["id"], "do": []}] if "id" in step else []
        now = [*site.value[:number], *left, *site.value[number + 1 :]]
        if now != site.value:
            yield Change(site.path, now, REMOVED, (*site.path, name))


def _swapped(site: Site) -> Iterator[Change]:
    """With each two neighbours in the other order."""
    names, entries = entry_names(site.value), site.value
    for number in range(len(entries) - 1):
        first, second = entries[number : number + 2]
        now = [*entries[:number], second, first, *entries[number + 2 :]]
        if first != second:
            yield Change(site.path, now, f"behind {names[number + 1]}", (*site.path, names[number]))


def _shortened(site: Site) -> Iterator[Change]:
    """Without each of the names; those that are done one after the other also in another order."""
    for number, name in enumerate(site.value):
        now = [*site.value[:number], *site.value[number + 1 :]]
        yield Change(site.path, now, f"{REMOVED} {_told(name)}", (*site.path, str(number)))
    if site.key in ("repeat", "ties"):
        yield from _swapped(site)


def _without_limits(site: Site) -> Iterator[Change]:
    keys = site.value if site.kind == REASONS or site.key == "unless" else _LIMITS.get(site.kind or "", ())
    for key in keys:
        if key in site.value:
            gone = {key, "else"} if key == "if" else {key}
            now = {name: value for name, value in site.value.items() if name not in gone}
            yield Change(site.path, now, REMOVED, (*site.path, key))
    if site.kind == "statement" and "after" in site.value:
        now = {"from" if name == "after" else name: value for name, value in site.value.items()}
        yield Change(site.path, now, "after -> from", (*site.path, "after"))


def _settings(site: Site, option: Mapping[str, Any]) -> Iterator[Change]:
    """Another value of an option: the next in its list, or the numbers beside it that can be chosen."""
    values = option.get("values")
    if values:
        others = [values[(values.index(site.value) + 1) % len(values)]]
    else:
        least, most = option.get("from", site.value), option.get("to", site.value)
        others = [number for number in other_numbers(site.value) if least <= number <= most]
    yield from (_instead(site, other) for other in others)


def _plain(site: Site, *, is_bound: bool) -> Iterator[Change]:
    """Another number, word or flag. Bounds are only narrowed: nobody can set up what is outside."""
    value = site.value
    if isinstance(value, bool):
        yield _instead(site, not value)
    elif isinstance(value, int):
        inwards = {"from": value + 1, "to": value - 1}
        numbers = (inwards[site.key],) if is_bound and site.key in inwards else other_numbers(value)
        yield from (_instead(site, number) for number in numbers)
    else:
        yield from (_instead(site, word) for word in site.shape.get("enum", ()) if word != value)
