"""A case with the words of its language to the same case with ids: what rules know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

import attrs

from interpreter.layering.stack import Stack
from interpreter.scenario import tree as t
from interpreter.scenario.wording import NO_WORDING, Wording, wording_of
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT, spoken
from interpreter.trial.positions import player_names

_CACHED = 128
_Node = TypeVar("_Node")


@lru_cache(_CACHED)
def wording(stack: Stack, language: str) -> Wording:
    """The words of a language for the things of a stack; ids are written in the default one."""
    return NO_WORDING if language == DEFAULT else wording_of(stack.labels, language)


def wordings(stack: Stack, language: str) -> tuple[Wording, ...]:
    """The words for the things of a stack in the language of a file and in the spoken one, besides the default one."""
    wanted = {language, spoken()} - {DEFAULT}
    return tuple(wording(stack, each) for each in stack.labels if each in wanted)


def with_ids(file: t.ScenarioFile, case: t.Case, stack: Stack) -> tuple[t.ScenarioFile, t.Case]:
    """The file and one of its cases, with an id for each word of its language."""
    if file.language == DEFAULT:
        return file, case
    givens = (block for block in case.blocks if isinstance(block, t.Given))
    players = player_names([*file.background, *(line for block in givens for line in block.lines)]) or ()
    meant = meaning(stack, file.language, (name.text for name in players))
    return (
        attrs.evolve(file, background=renamed(file.background, meant)),
        attrs.evolve(case, blocks=renamed(case.blocks, meant)),
    )


def meaning(stack: Stack, language: str, players: Iterable[str] = ()) -> Callable[[t.Name], t.Name]:
    """A name as written to the same name with an id; players are called as they are."""
    words, known = wording(stack, language), frozenset(players)

    def meant(name: t.Name) -> t.Name:
        if name.is_quoted or name.text in known:
            return name
        return attrs.evolve(name, text=words.meant(name.text))

    return meant


def renamed(node: _Node, rename: Callable[[t.Name], t.Name]) -> _Node:
    """A part of a tree with other names in it."""
    changed: _Node = _renamed(node, rename)
    return changed


def _renamed(node: Any, rename: Callable[[t.Name], t.Name]) -> Any:
    if isinstance(node, t.Name):
        return rename(node)
    if isinstance(node, tuple):
        return tuple(_renamed(each, rename) for each in node)
    if isinstance(node, Span) or not attrs.has(type(node)):
        return node
    fields = ((each.alias, getattr(node, each.name)) for each in attrs.fields(type(node)))
    changed = {alias: new for alias, old in fields if (new := _renamed(old, rename)) is not old}
    return attrs.evolve(node, **changed) if changed else node

