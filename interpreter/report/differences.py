"""What differs between two stacks to prose and to JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import field, frozen

from interpreter.layering.differences import Difference, Kind, Site, differences
from interpreter.library import LoadedRuleset
from interpreter.model import draft as d
from interpreter.model.nodes import nodes
from interpreter.report.components import Components, zone_line
from interpreter.report.stacks import stack_words
from interpreter.report.values import in_one_line
from interpreter.source.catalogue import phrase, worded
from interpreter.source.display import harmless
from interpreter.source.speech import spoken

SCHEMA = 1


@frozen(eq=False)
class Report:
    """What the second stack changes against the first."""

    first: LoadedRuleset
    second: LoadedRuleset
    found: tuple[Difference, ...] = field(init=False)

    @found.default
    def _find(self) -> tuple[Difference, ...]:
        return differences(self.first.stack, self.second.stack)

    def as_text(self) -> str:
        """For people: a paragraph for each group of the rules."""
        if not self.found:
            return phrase("diff-none")
        head = f"{stack_words(self.first.stack.full_name)} -> {stack_words(self.second.stack.full_name)}"
        return "\n\n".join([head, *(self._paragraph(*group) for group in _grouped(self.found))])

    def _paragraph(self, group: str, found: Iterable[Difference]) -> str:
        return "\n".join([worded(group), *(f"  {self._line(difference)}" for difference in found)])

    def _line(self, difference: Difference) -> str:
        why = difference.to_at.why if difference.to_at is not None else None
        told = f"{self._words(difference)}{places(difference)}"
        return phrase("diff-because", what=told, why=why) if why else told

    def _words(self, difference: Difference) -> str:
        path, name = difference.path, difference.name
        match difference.kind:
            case Kind.CHANGED:
                return f"{name}: {in_one_line(difference.was)} -> {in_one_line(difference.to)}"
            case Kind.REMOVED:
                return phrase("diff-removed", name=name, what=self._first.told(path, difference.was))
            case Kind.ADDED:
                verb = "inserted" if self._second.is_step(path) else "added"
                return phrase(f"diff-{verb}", name=name, what=self._second.told(path, difference.to))

    @cached_property
    def _first(self) -> _Told:
        return _Told(self.first)

    @cached_property
    def _second(self) -> _Told:
        return _Told(self.second)

    def as_object(self) -> dict[str, Any]:
        """For programs."""
        return {
            "schema": SCHEMA,
            "a": _named(self.first),
            "b": _named(self.second),
            "differences": [difference_object(difference) for difference in self.found],
        }


def places(difference: Difference) -> str:
    """Both places in brackets: where it stands now, and where it stood."""
    now, before = difference.to_at, difference.was_at
    said = [_place(now)] if now is not None else []
    said += [phrase("diff-was", place=_place(before))] if before is not None else []
    return f" ({'; '.join(said)})"


def _place(site: Site) -> str:
    return phrase("chosen") if site.span is None else f"{harmless(site.span.file)}:{site.span.line}"


def difference_object(difference: Difference) -> dict[str, Any]:
    """A difference for programs; what is not there is null."""
    return {
        "path": difference.name,
        "group": difference.path[0],
        "kind": difference.kind.value,
        "was": difference.was,
        "to": difference.to,
        "was_at": site_object(difference.was_at),
        "to_at": site_object(difference.to_at),
    }


def site_object(site: Site | None) -> dict[str, Any] | None:
    """A place for programs; what was chosen with the stack has neither file nor line."""
    if site is None:
        return None
    span = site.span
    return {"file": span and span.file, "line": span and span.line, "layer": site.layer, "why": site.why}


def _named(loaded: LoadedRuleset) -> dict[str, str]:
    return {"stack": loaded.stack.full_name, "hash": loaded.stack.hash}


def _grouped(found: Iterable[Difference]) -> Iterator[tuple[str, Iterator[Difference]]]:
    return groupby(found, key=lambda difference: difference.path[0])


@frozen(eq=False)
class _Told:
    """The things of a ruleset as `show` tells them, by their paths."""

    loaded: LoadedRuleset

    @cached_property
    def _nodes(self) -> Mapping[d.Path, d.Node]:
        return {node.path: node for node in nodes(self.loaded.ruleset.draft)}

    @cached_property
    def _components(self) -> Components:
        return Components(self.loaded.ruleset.draft, self.loaded.stack.labels.get(spoken(), {}))

    def is_step(self, path: d.Path) -> bool:
        """Whether a step stands there."""
        return isinstance(self._nodes.get(path), d.Statement)

    def told(self, path: d.Path, value: Any) -> str:
        """One line about what stands at a path."""
        match self._nodes.get(path):
            case d.Card() as card:
                return self._components.card_line(card)
            case d.Zone() as zone:
                return zone_line(zone, self._components.teller)
            case d.Statement() as statement:
                return self._components.teller.at(path[:-1]).step(statement)
            case d.Ruling():
                text = self.loaded.stack.ruling_texts(spoken()).get(path[-1])
                return in_one_line(value if text is None else f"{text.question} {text.answer}")
            case _:
                return in_one_line(value)
