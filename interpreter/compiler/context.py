"""What all parts of the compiler share while one program is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import Factory, define, evolve, frozen

from interpreter.compiler.flow import Graph, Label
from interpreter.compiler.from_terms import Globals, Names, TermWriter
from interpreter.compiler.notes import Notes, Probe, note
from interpreter.engine.box import Box
from interpreter.engine.program import Condition, Entry, Rule, Site
from interpreter.errors import InterpreterError
from interpreter.model.rules import Head, Path, Repeat, Ruleset
from interpreter.model.terms import Term


class CompileError(InterpreterError):
    """The rules cannot be compiled; `path` is the rule that cannot."""

    def __init__(self, code: str, path: Path, values: Mapping[str, str]) -> None:
        super().__init__(f"{code} at {'.'.join(path)}")
        self.code = code
        self.path = path
        self.values = values


class RunsInsideItself(CompileError):  # noqa: N818  # the compiler goes on and makes a procedure of the rule
    """A rule was met inside itself; `rule` is its name."""

    def __init__(self, rule: str, path: Path) -> None:
        super().__init__("R0601", path, {"rule": rule})
        self.rule = rule


@frozen
class Env:
    """What a statement finds around it: bound names, parts that can be ended, rules being inlined."""

    names: Names = Factory(dict)
    scopes: Mapping[str, Label] = Factory(dict)
    inside: tuple[str, ...] = ()
    guards: tuple[Condition, ...] = ()
    guarded: Path = ()
    loop: str | None = None

    def bind(self, name: str, text: str) -> Env:
        """The environment with one more name."""
        return evolve(self, names={**self.names, name: text})

    def scope(self, name: str, label: Label) -> Env:
        """The environment with one more part that can be ended."""
        return evolve(self, scopes={**self.scopes, name: label})

    def entering(self, what: str, path: Path) -> Env:
        """The environment inside an inlined rule; a rule inside itself would never end."""
        if what in self.inside:
            raise RunsInsideItself(what, path)
        return evolve(self, inside=(*self.inside, what))


@frozen
class Procedure:
    """A rule that runs inside itself: compiled once, and called."""

    entry: Label
    parameters: tuple[str, ...]


@define
class Context:
    """One program being made, in one of its forms: an inspecting one, one that plays on and may be recording."""

    ruleset: Ruleset
    box: Box
    writer: TermWriter
    inspecting: bool
    recording: bool
    notes: Notes | None = None
    graph: Graph = Factory(Graph)
    rules: list[Rule] = Factory(list)
    sites: list[Site] = Factory(list)
    cells: list[str] = Factory(list)
    entries: dict[str, Entry] = Factory(dict)
    roots: dict[str, Label] = Factory(dict)
    streams: dict[str, int] = Factory(dict)
    globals: Globals = Factory(Globals)
    recursive: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    procedures: dict[str, Procedure] = Factory(dict)
    saved: set[str] = Factory(set)
    outermost: Mapping[str, Label] = Factory(dict)
    rounds: Repeat | None = None  # what the course of play repeats: its beginnings are counted
    site_at: dict[Path, int] = Factory(dict)
    logged: set[int] = Factory(set)  # the rules whose events have their name
    _rule_index: dict[tuple[Path, str], int] = Factory(dict)

    @property
    def called(self) -> frozenset[str]:
        """The rules that are procedures: those that run inside themselves, and those that several rules run."""
        return self.recursive | self.shared

    def rule(self, path: Path, name: str = "") -> int:
        """The number of a rule."""
        key = (path, name)
        if key not in self._rule_index:
            self._rule_index[key] = len(self.rules)
            self.rules.append(Rule(path, name))
        return self._rule_index[key]

    def head(self, head: Head) -> int:
        """The number of a statement."""
        return self.rule(head.path, head.name)

    def cell(self, name: str) -> str:
        """A new field for a local of a rule, as text over the state."""
        cell = f"v_{name.replace('-', '_')}_{len(self.cells)}"
        self.cells.append(cell)
        return f"s.{cell}"

    def stream(self, name: str, *, places: bool) -> str:
        """The function that gives the random numbers of one purpose (a list of them: one a place)."""
        key = f"{name} *" if places else name
        index = self.streams.setdefault(key, len(self.streams))
        return f"random_{index}"

    def log(self, rule: int, kind: str, *texts: str) -> list[str]:
        """The line that records an event; nothing in the fast form."""
        if not self.recording:
            return []
        if kind != "answer":
            self.logged.add(rule)
        return [f"log(({', '.join((str(rule), repr(kind), *texts))},))"]

    def noted(self, rule: tuple[Path, str], probe: Probe | None, make: Callable[[], Label]) -> Label:
        """What `make` makes of a rule; in a probing program first that it runs, with all that is noted beside it.

        Without a probe only what is beside it is noted.
        """
        if self.notes is None:
            return make()
        with self.notes.collecting() as numbers:
            label = make()
            if probe is not None:
                self.notes.beside(probe)
        return self.graph.lead("note", self.rule(*rule), note(numbers), label)

    def text(self, term: Term, env: Env) -> str:
        """A term as Python text."""
        return self.writer.text(term, env.names)

    def site(self, kind: str, rule: int, **more: object) -> int:
        """A new place to wait."""
        index = len(self.sites)
        self.sites.append(Site(index, kind, rule, **more))  # type: ignore[arg-type]  # fields of Site
        return index
