"""The name of a ruleset, with layers and options, to checked rules and to programs that run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from os import PathLike
from pathlib import Path as File

from attrs import field, frozen

from interpreter.budgets import OverBudgetError, most, variable
from interpreter.compiler.context import CompileError
from interpreter.compiler.from_model import Identity, check_course, compile_program
from interpreter.compiler.notes import Notes
from interpreter.engine.machine import Runner
from interpreter.layering.choices import Choices, Setting
from interpreter.layering.discovery import find
from interpreter.layering.manifest import Manifest, read_manifest, stamp
from interpreter.layering.stack import Stack, build_stack, stages
from interpreter.model.load import checked_ruleset, with_options
from interpreter.model.rules import Ruleset
from interpreter.source.diagnostics import Diagnostic, Severity, SourceError
from interpreter.source.span import Span

_CACHED = 128
_Options = tuple[tuple[str, Setting], ...]
Edit = Callable[[Stack], Stack]
_Files = tuple[File, tuple[File, ...], tuple[object, ...]]
_EDIT: ContextVar[Edit | None] = ContextVar("edit", default=None)
_FOUND: ContextVar[dict[object, _Files] | None] = ContextVar("found", default=None)


@frozen(eq=False)
class LoadedRuleset:
    """Checked rules, and the stack that says where each of them was written."""

    ruleset: Ruleset
    stack: Stack
    warnings: tuple[Diagnostic, ...]


def load_ruleset(
    name: str | PathLike[str],
    layers: Iterable[str] = (),
    options: Mapping[str, Setting] | None = None,
    start: str | PathLike[str] | None = None,
    places: Mapping[str, Span] | None = None,
) -> LoadedRuleset:
    """Load a ruleset with layers and options, or take it from the cache if no file has changed.

    `start` is the folder of the file that asks, `places` says where in it each option was chosen.

    Raises:
        SourceError: It cannot be found or used; carries every finding.
    """
    loaded = _tried(*_found(str(name), tuple(layers), None if start is None else File(start)), _EDIT.get())
    if isinstance(loaded, SourceError):
        raise SourceError(loaded.diagnostics)
    chosen = options or {}
    if places:
        loaded.stack.fitted(Choices(chosen, places))
    return _chosen(loaded, tuple(sorted(chosen.items()))) if chosen else loaded


def _found(name: str, layers: tuple[str, ...], folder: File | None) -> _Files:
    """Where a ruleset and its layers lie, and the state of their files."""
    known, asked = _FOUND.get(), (name, layers, folder)
    found = None if known is None else known.get(asked)
    if found is None:
        base = find(name, "ruleset", folder)
        laid = tuple(find(layer, "layer", folder or base) for layer in layers)
        found = (base, laid, tuple(stamp(path) for path in (base, *laid)))
        if known is not None:
            known[asked] = found
    return found


@contextmanager
def unchanging() -> Iterator[None]:
    """Files are taken to stay as they are meanwhile: each ruleset is looked for once, not for every scenario."""
    before = _FOUND.set({})
    try:
        yield
    finally:
        _FOUND.reset(before)


def stages_of(
    loaded: LoadedRuleset, layers: Iterable[str], start: str | PathLike[str] | None = None
) -> tuple[Stack, ...]:
    """What a stack grew from: the ruleset alone, then with one layer more each time, last with the chosen options.

    `layers` and `start` are those with which it was loaded.
    """
    base = loaded.stack.folder
    folder = base if start is None else File(start)
    laid = (read_manifest(find(layer, "layer", folder), "layer") for layer in layers)
    grown = tuple(stages(read_manifest(base, "ruleset"), laid))
    options = loaded.stack.options
    return (*grown, grown[-1].choosing(Choices(options))) if options else grown


@contextmanager
def edited(edit: Edit) -> Iterator[None]:
    """Whatever is loaded meanwhile is changed after its layers are merged and before its rules are checked.

    `edit` is a function of the merged stack; the same one (by identity or equality) gives the same rules.
    """
    before = _EDIT.set(edit)
    try:
        yield
    finally:
        _EDIT.reset(before)


@lru_cache(_CACHED)
def _tried(
    base: File, laid: tuple[File, ...], stamps: tuple[object, ...], edit: Edit | None
) -> LoadedRuleset | SourceError:
    """The rules, or why they cannot be loaded: a hundred scenarios may ask for the same."""
    if edit is not None:
        whole = _tried(base, laid, stamps, None)
        return whole if isinstance(whole, SourceError) else _edited(whole, edit)
    try:
        base_stamp, *stamps_laid = stamps
        manifests = [_manifest(path, "layer", stamp) for path, stamp in zip(laid, stamps_laid, strict=True)]
        return _checked(build_stack(_manifest(base, "ruleset", base_stamp), manifests))
    except SourceError as wrong:
        return wrong


@lru_cache(_CACHED)
def _manifest(path: File, kind: str, _stamp: object) -> Manifest:
    """Read once for each state of its files, however many stacks are built on it."""
    return read_manifest(path, kind)


def _edited(whole: LoadedRuleset, edit: Edit) -> LoadedRuleset | SourceError:
    stack = edit(whole.stack)
    try:
        return whole if stack is whole.stack else _checked(stack)
    except SourceError as wrong:
        return wrong


def _checked(stack: Stack) -> LoadedRuleset:
    checked = checked_ruleset(stack)
    return LoadedRuleset(checked.ruleset, stack, checked.warnings)


@lru_cache(_CACHED)
def _chosen(loaded: LoadedRuleset, options: _Options) -> LoadedRuleset:
    stack = loaded.stack.choosing(Choices(dict(options)))
    return LoadedRuleset(with_options(loaded.ruleset, stack.options), stack, loaded.warnings)


@frozen
class _Rules:
    """What a program is made of; it is the same where an option is chosen that would be in force anyway."""

    ruleset: Ruleset
    stack: Stack = field(eq=False)


def runner_of(loaded: LoadedRuleset, players: int) -> Runner:
    """The program of a ruleset for a number of players, ready to run; made once.

    Raises:
        SourceError: The rules cannot be compiled, or so many cannot play.
    """
    return _runner(_Rules(loaded.ruleset, loaded.stack), players)


def check_programs(loaded: LoadedRuleset) -> None:
    """Compile the rules as they stand, and see whether they could be under every other value of each option.

    Raises:
        SourceError: They cannot be compiled; carries what is wrong, each thing once.
    """
    found = _wrong_programs(loaded)
    if found:
        raise SourceError(found)


@lru_cache(_CACHED)
def _wrong_programs(loaded: LoadedRuleset) -> tuple[Diagnostic, ...]:
    found: dict[object, Diagnostic] = {}
    for choice in (loaded, *otherwise(loaded)):
        try:
            _check_course(choice, is_default=choice is loaded)
        except SourceError as wrong:
            found.update({(finding.code, finding.span): finding for finding in wrong.diagnostics})
    return tuple(found.values())


def _check_course(loaded: LoadedRuleset, *, is_default: bool) -> None:
    """What is played as it stands is compiled: somebody will run it."""
    least = loaded.ruleset.draft.players.from_
    if is_default:
        runner_of(loaded, least)
        return
    with _placed(loaded.stack):
        check_course(loaded.ruleset, least, loaded.stack.options)


def otherwise(loaded: LoadedRuleset) -> Iterator[LoadedRuleset]:
    """The same rules under every other value of each option, one at a time."""
    for name, option in loaded.ruleset.draft.options.items():
        yield from (_chosen(loaded, ((name, value),)) for value in option.values or () if value != option.default)


@frozen(eq=False)
class Observed:
    """A program that notes which rules run and which way their conditions go."""

    runner: Runner
    notes: Notes


def observed_of(loaded: LoadedRuleset, players: int) -> Observed:
    """The probing program of a ruleset for a number of players; made once, its notes are shared.

    Raises:
        SourceError: The rules cannot be compiled, or so many cannot play.
    """
    return _observed(_Rules(loaded.ruleset, loaded.stack), players)


@lru_cache(_CACHED)
def _observed(rules: _Rules, players: int) -> Observed:
    notes = Notes()
    return Observed(_made(rules, players, notes), notes)


def check_players(ruleset: Ruleset, stack: Stack, players: int) -> None:
    """See whether so many can play.

    Raises:
        SourceError: They cannot.
    """
    bounds = ruleset.draft.players
    if not bounds.from_ <= players <= bounds.to:
        values = {"players": str(players), "least": str(bounds.from_), "most": str(bounds.to)}
        bound = "from" if players < bounds.from_ else "to"
        raise SourceError([Diagnostic("R0604", Severity.ERROR, values, stack.place(("players", bound)).name)])


@lru_cache(_CACHED)
def _runner(rules: _Rules, players: int) -> Runner:
    return _made(rules, players)


def _made(rules: _Rules, players: int, notes: Notes | None = None) -> Runner:
    stack = rules.stack
    check_players(rules.ruleset, stack, players)

    def place(path: tuple[str, ...]) -> str:
        span = stack.place(path).name
        return f"{span.file}:{span.line}"

    with _placed(stack):
        program = compile_program(
            rules.ruleset,
            players,
            stack.options,
            identity=Identity(stack.name, stack.hash),
            places=place,
            notes=notes,
        )
    return Runner(program)


@contextmanager
def _placed(stack: Stack) -> Iterator[None]:
    """Say where in a stack a rule stands that cannot be compiled."""
    try:
        yield
    except CompileError as error:
        where = stack.place(error.path).name
        raise SourceError([Diagnostic(error.code, Severity.ERROR, error.values, where)]) from error
    except (OverBudgetError, RecursionError, SyntaxError) as error:  # Python lets its own source be nested only so deep
        where = stack.place(("steps",)).name
        values = {"most": str(most("blocks")), "variable": variable("blocks")}
        raise SourceError([Diagnostic("R0605", Severity.ERROR, values, where)]) from error
