"""A machine to text and back; a state to the value that says whether two positions are the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from interpreter.engine.box import CALLS
from interpreter.engine.conservation import Conservation
from interpreter.engine.machine import Machine, Runner
from interpreter.engine.program import CHANCE, PASS, Form, Program, Rule, Site
from interpreter.engine.state import Open, State
from interpreter.errors import InterpreterError

_SCHEMA = 2
_OPEN = "open"
_PLAIN = frozenset({int, str})
_ROWS = frozenset({tuple, list})
_REMEMBERED = 4096
_NOBODY = -2
_ASKS = ("ask", "window")
_CELLS = "v_"  # fields that hold the locals of rules


class ForeignSaveError(InterpreterError):
    """The text was saved under other rules; `saved` and `running` name both."""

    def __init__(self, saved: str, running: str) -> None:
        super().__init__(f"saved under {saved}, but the rules here are {running}")
        self.saved = saved
        self.running = running


class UnreadableSaveError(InterpreterError):
    """The text is no saved game."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"this is no saved game: {reason}")


def state_value(program: Program, state: State) -> tuple[Hashable, ...]:
    """What makes two positions equal: the table, where the machine waits, and what can still be read."""
    names = _kept(program.inspecting if _has_tops(program, state) else program.fast, state)
    return _values(_reader(names)(state))


@lru_cache(_REMEMBERED)
def _reader(names: tuple[str, ...]) -> Callable[[State], tuple[Any, ...]]:
    """Reads what every state has, and these fields."""
    return attrgetter("who", "site", "answers", "ended", *names)


def _has_tops(program: Program, state: State) -> bool:
    return isinstance(state, type(program.inspecting.first))


def _kept(form: Form, state: State) -> tuple[str, ...]:
    """The fields of the table, and those cells that some continuation reads."""
    return (*_table(state.fields), *form.live.get(state.site, ()))


@lru_cache(_REMEMBERED)
def _table(fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in fields if not name.startswith(_CELLS))


def _hashable(value: Any) -> Hashable:
    if type(value) in _ROWS:
        return _values(value)
    found: Hashable = (_OPEN, value.name) if isinstance(value, Open) else value
    return found


def _values(each_of: Sequence[Any]) -> tuple[Hashable, ...]:
    """Thousands of positions are compared: what is plain is taken as it is."""
    if _PLAIN.issuperset(map(type, each_of)):
        return tuple(each_of)
    return tuple([each if type(each) in _PLAIN else _hashable(each) for each in each_of])


# to text


def dumps(machine: Machine) -> str:
    """The text of a machine: the rules that it runs under, and its state field by field."""
    return json.dumps(saved(machine), separators=(",", ":"), ensure_ascii=False)


def saved(machine: Machine) -> dict[str, Any]:
    """The same as plain data."""
    program, state = machine.program, machine.state
    return {
        "schema": _SCHEMA,
        **_identity(program),
        "who": state.who,
        "site": None if state.site < 0 else _site_key(program, program.sites[state.site]),
        "answers": _plain(state.answers),
        "ended": None if state.ended is None else _rule_key(program.rules[state.ended]),
        "fields": {name: _plain(getattr(state, name)) for name in _kept(program.inspecting, state)},
    }


def _identity(program: Program) -> dict[str, Any]:
    """What must agree before a text can be read."""
    return {
        "ruleset": program.name,
        "hash": program.hash,
        "players": program.box.players,
        "options": dict(program.options),
    }


def _site_key(program: Program, site: Site) -> dict[str, Any]:
    """A site by its rule; rules that are used in several places have several, in the order of the program."""
    alike = [s.index for s in program.sites if (s.rule, s.kind) == (site.rule, site.kind)]
    return {"rule": ".".join(program.rules[site.rule].path), "kind": site.kind, "nth": alike.index(site.index)}


def _rule_key(rule: Rule) -> list[str]:
    return [".".join(rule.path), rule.name]


def _plain(value: Any) -> Any:
    if isinstance(value, Open):
        return {_OPEN: value.name}
    return list(map(_plain, value)) if isinstance(value, tuple | list) else value


# from text


def loads(runner: Runner, text: str) -> Machine:
    """The machine that was saved as `text`, on a runner of the same program.

    Raises:
        UnreadableSaveError: The text is no saved game.
        ForeignSaveError: It was saved under other rules, options or another number of players.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableSaveError(str(error)) from error
    return restored(runner, data)


def restored(runner: Runner, data: Any) -> Machine:
    """The machine that was saved as plain data.

    Raises:
        UnreadableSaveError: The data is no saved game.
        ForeignSaveError: It was saved under other rules, options or another number of players.
    """
    if not isinstance(data, dict) or data.get("schema") != _SCHEMA:
        raise UnreadableSaveError(f"it has no schema {_SCHEMA}")
    check_rules(runner.program, data)
    try:
        return Machine(runner, _state(runner.program, data))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableSaveError(f"{type(error).__name__}: {error}") from error


def check_rules(program: Program, data: Mapping[str, Any]) -> None:
    """Accept what was saved under the rules of a program.

    Raises:
        ForeignSaveError: It was saved under other rules, options or another number of players.
    """
    running = _identity(program)
    differing = [key for key, value in running.items() if data.get(key) != value]
    if differing:
        key = differing[0]
        raise ForeignSaveError(f"{key} {data.get(key)}", f"{key} {running[key]}")


def _state(program: Program, data: Mapping[str, Any]) -> State:
    state = program.inspecting.fresh()
    state.site = -1 if data["site"] is None else _site_index(program, data["site"])
    state.who = _who(program, state.site, data["who"])
    state.answers = _answers(program, state.site, _value(data["answers"]))
    state.ended = None if data["ended"] is None else _rule_index(program, data["ended"])
    for name in _kept(program.inspecting, state):
        value = _like(getattr(state, name), _value(data["fields"][name]))
        if not name.startswith(_CELLS) and name != CALLS:
            _check_numbers(value)
        setattr(state, name, list(value) if name in state.lists else value)
    faults = tuple(Conservation(program).table_faults(state))
    if faults:
        raise ValueError("; ".join(faults))
    return state


def _who(program: Program, site: int, who: Any) -> int:
    """Who is asked at a site: a seat, chance, or nobody when the game is over.

    Raises:
        ValueError: Nobody can be asked so there.
    """
    kind = "over" if site < 0 else program.sites[site].kind
    fits = who == _NOBODY if kind == "over" else who in range(program.box.players) if kind in _ASKS else who == CHANCE
    if isinstance(who, int) and fits:
        return who
    raise ValueError(f"who {who}")


def _check_numbers(value: Any) -> None:
    """On the table there are only numbers, and what is open or not there yet.

    Raises:
        TypeError: There is something else.
    """
    if isinstance(value, tuple):
        for each in value:
            _check_numbers(each)
    elif not isinstance(value, int | Open | None):
        raise TypeError(f"{value!r}")


def _answers(program: Program, site: int, answers: Any) -> Any:
    """What can be answered at a site; chance has other things to say.

    Raises:
        ValueError: An answer has a name that nothing is called there.
    """
    if site >= 0 and program.sites[site].kind in _ASKS:
        names = {option.id for option in program.sites[site].options} | {PASS}
        if not answers or any(answer[0] not in names for answer in answers):
            raise ValueError(f"answers {answers!r}")
    return answers


def _like(known: Any, value: Any) -> Any:
    """A value that can stand where the table before setup has another one.

    Raises:
        TypeError: It has another shape.
    """
    if isinstance(known, list | tuple) and not isinstance(value, tuple | Open):
        raise TypeError(f"{value!r}")
    return value


def _site_index(program: Program, key: Mapping[str, Any]) -> int:
    alike = [
        site.index
        for site in program.sites
        if ".".join(program.rules[site.rule].path) == key["rule"] and site.kind == key["kind"]
    ]
    index: int = alike[key["nth"]]
    return index


def _rule_index(program: Program, key: list[str]) -> int:
    return [_rule_key(rule) for rule in program.rules].index(key)


def _value(plain: Any) -> Any:
    if isinstance(plain, dict):
        return Open(plain[_OPEN])
    return tuple(map(_value, plain)) if isinstance(plain, list) else plain
