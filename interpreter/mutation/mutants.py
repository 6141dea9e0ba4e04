"""A stack to its mutants: the same rules with one small change, each known by its path and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, field, frozen

from interpreter.documents.document import Path, entry_names, value_at
from interpreter.documents.schemas import Validator, validator
from interpreter.layering.stack import Stack
from interpreter.library import LoadedRuleset
from interpreter.mutation.operators import Change, changes
from interpreter.mutation.sites import STEPS, Site, sites
from interpreter.source.span import Span

_EVERYBODY = "everybody"


@frozen
class Mutant:
    """One change: at `target` stands `now` instead of `was`; people know it by `path` and `change`."""

    path: Path
    change: str
    place: Span
    target: Path = field(repr=False)
    was: Any = field(repr=False, hash=False)
    now: Any = field(repr=False, hash=False)

    @property
    def name(self) -> tuple[str, str]:
        """What tells it from all others of its stack."""
        return ".".join(self.path), self.change

    @property
    def written(self) -> str:
        """What stands at its path without the change, and the change."""
        inner = self.path[len(self.target) :]
        whole = value_at(self.was, inner) if inner else self.was
        return f"{whole} {self.change}"

    def upon(self, stack: Stack) -> Stack:
        """The stack with the change; the same one where something else stands there."""
        try:
            found = value_at(stack.data, self.target)
        except (KeyError, ValueError, TypeError):
            return stack
        if found != self.was:
            return stack
        inner = {path: self.place for path in stack.paths if path[: len(self.path)] == self.path}
        return evolve(stack, data=_with(stack.data, self.target, self.now), removed={**stack.removed, **inner})


def _with(data: Any, path: Path, value: Any) -> Any:
    """The data with another value at a path."""
    if not path:
        return value
    if isinstance(data, list):
        number = entry_names(data).index(path[0])
        return [*data[:number], _with(data[number], path[1:], value), *data[number + 1 :]]
    return {**data, path[0]: _with(data[path[0]], path[1:], value)}


def mutants_of(loaded: LoadedRuleset) -> tuple[Mutant, ...]:
    """Every mutant that has the shape of rules, in the order of the rules; of layers only what they wrote."""
    return tuple(dict.fromkeys(_mutants(loaded)))


def _mutants(loaded: LoadedRuleset) -> Iterator[Mutant]:
    stack, against, found = loaded.stack, validator("ruleset"), {site.path: site for site in sites(loaded.stack)}
    people = _people(loaded, found)
    for site in found.values():
        for change in changes(site, found.get(site.path[:-1]), people):
            if _is_theirs(stack, change) and _has_shape(against, site, change.now):
                yield Mutant(change.about, change.words, _place(stack, change), site.path, site.value, change.now)


def _is_theirs(stack: Stack, change: Change) -> bool:
    return not stack.layers or change.about in stack.laid


def _has_shape(against: Validator, site: Site, now: Any) -> bool:
    """Whether the schema allows for it; steps in another order, or without one, are steps."""
    return site.kind == STEPS or against.is_valid(now, site.shape)


def _place(stack: Stack, change: Change) -> Span:
    if change.start is None or change.end is None:
        return stack.place(change.about).name
    return stack.inside(change.path, change.start, change.end)


def _people(loaded: LoadedRuleset, found: Mapping[Path, Site]) -> dict[str, str]:
    """Names of one player -> the next one; names of several -> everybody, and the other way round."""
    draft = loaded.ruleset.draft
    crowds = [name for name, role in draft.roles.items() if role.held_by == "several"]
    crowds += [name for name, value in loaded.ruleset.values.items() if value.of is None and value.type == "players"]
    single = {"actor", "player", *(name for name, role in draft.roles.items() if role.held_by == "one")}
    single |= {name for site in found.values() for name in _bound(site)}
    others = dict.fromkeys(crowds, _EVERYBODY) | ({_EVERYBODY: crowds[0]} if crowds else {})
    return {name: f"left({name})" for name in single} | others


def _bound(site: Site) -> Iterator[str]:
    """The names that a place gives to a player."""
    if site.kind == "statement" and "each" in site.value and "in" not in site.value:
        yield site.value["each"]
    elif site.kind == "choice" and "player" in site.value:
        yield site.key
    elif site.kind == "action":
        yield from (name for name, kind in site.value.get("needs", {}).items() if kind == "player")
