"""An answer that somebody might give, to the conditions that refuse it: why not?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from interpreter.engine.decisions import Answer
from interpreter.engine.program import Condition, Option, Program, Seen, Site
from interpreter.engine.state import State

NO_OWNER = -1
ENTITLED = "entitled"  # the reason that somebody belongs to others than those who may play in a window


@frozen
class Saw:
    """What a condition looked at: its words, the type and the value, and what of the table it was: kind, name, owner.

    An owner of -1 has none.
    """

    words: str
    type: str
    value: Any
    reads: tuple[tuple[str, str, int], ...] = ()


@frozen
class Refusal:
    """`id` names the reason, `rule` is the rule that says so, `text` the condition as written there.

    `seen` lists what the condition looked at at the `site`, for the player in the `seat`.

    The reason `choice` means that what was named cannot be chosen; `text` is then empty.
    `is_needed` says that the condition does not hold and had to; else it holds and must not.
    """

    id: str
    rule: int
    text: str
    seen: tuple[Saw, ...] = ()
    site: int = -1
    seat: int = -1
    is_needed: bool = False


def refusals(program: Program, state: State, site: Site, seat: int, answer: Answer) -> tuple[Refusal, ...]:
    """Everything that refuses `answer` to `seat` at `site`, asked or not; empty if nothing does."""
    option = offered(site, str(answer[0]))
    if option is None:
        return ()
    found = [
        _refusal(program, state, c, site, seat)
        for c in (*site.guards, *option.conditions)
        if not _allows(program, state, c, seat)
    ]
    if not found and option.listing is not None and len(answer) > 1:
        listed = _evaluate(program, option.listing, state, seat)
        if answer not in listed:
            found = [Refusal("choice", option.rule, "")]
    return tuple(found)


def may_take_part(program: Program, state: State, site: Site, seat: int) -> bool:
    """Whether a seat belongs to those who may play in a window, whatever they hold."""
    return all(_allows(program, state, guard, seat) for guard in site.guards if guard.id == ENTITLED)


def is_allowed(program: Program, state: State, site: Site, option: Option, seat: int) -> bool:
    """Whether nothing refuses an option to a seat, its choices left aside."""
    return all(_allows(program, state, condition, seat) for condition in (*site.guards, *option.conditions))


def offered(site: Site, answer: str) -> Option | None:
    """What a site offers under a name."""
    return next((option for option in site.options if option.id == answer), None)


def listed(program: Program, state: State, option: Option, seat: int) -> tuple[Answer, ...]:
    """All answers of an option if its conditions are left aside."""
    if option.listing is None:
        return ((option.id,),)
    found: tuple[Answer, ...] = _evaluate(program, option.listing, state, seat)
    return found


def refused_here(program: Program, state: State, site: Site, seat: int) -> Iterator[tuple[Option, tuple[Refusal, ...]]]:
    """The options of a site that are refused to a seat, each with its reasons."""
    for option in site.options:
        reasons = refusals(program, state, site, seat, (option.id,))
        if not reasons and not listed(program, state, option, seat):
            reasons = (Refusal("choice", option.rule, ""),)
        if reasons:
            yield option, reasons


def _allows(program: Program, state: State, condition: Condition, seat: int) -> bool:
    holds = bool(_evaluate(program, condition.test, state, seat))
    return holds != condition.refuses


def _refusal(program: Program, state: State, condition: Condition, site: Site, seat: int) -> Refusal:
    seen = tuple(saw for part in condition.seen for saw in _saw(program, state, part, seat))
    return Refusal(condition.id, condition.rule, condition.text, seen, site.index, seat, not condition.refuses)


def _saw(program: Program, state: State, part: Seen, seat: int) -> Iterator[Saw]:
    """What a part of a condition is; nothing if it has no value: then an earlier part decides."""
    try:
        value = _evaluate(program, part.test, state, seat)
        reads = tuple((read.kind, read.name, _owner(program, read.owner, state, seat)) for read in part.reads)
    except (IndexError, ValueError):
        return
    yield Saw(part.words, part.type, value, reads)


def _owner(program: Program, text: str | None, state: State, seat: int) -> int:
    """Whose it is; what the table has, or the position leaves open, is nobody's."""
    if text is None:
        return NO_OWNER
    owner = _evaluate(program, text, state, seat)
    return owner if isinstance(owner, int) else NO_OWNER


def _evaluate(program: Program, text: str, state: State, seat: int) -> Any:
    function = program.inspecting.tests.get(text)
    if function is None:
        function = eval(f"lambda s, x: {text}", dict(program.inspecting.names))  # noqa: S307  # the compiler's own text
        program.inspecting.tests[text] = function
    return function(state, seat)
