"""The state of a game as a value: cheap to copy, comparable, made of numbers, tuples and flat lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from interpreter.errors import InterpreterError


class OpenValueError(InterpreterError):
    """A rule reads what the position leaves open."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is open")
        self.name = name


class State:
    """All that a game knows. Programs make subclasses with fields of their own.

    `who` is asked (-1: chance, -2: nobody, the game is over), at `site`, with `answers`; `ended` is the
    rule that ended the game, or None. No rule reads who was `first` (see `Program.role`; None: nobody), nor how many
    `rounds` have begun.
    """

    __slots__ = ("answers", "ended", "first", "rounds", "site", "who")
    fields: ClassVar[tuple[str, ...]] = ()
    lists: ClassVar[frozenset[str]] = frozenset()

    who: int
    site: int
    answers: Any
    ended: int | None
    first: Any
    rounds: int

    def copy(self) -> State:
        """An independent copy."""
        raise NotImplementedError


def first_state(initial: Mapping[str, Any]) -> State:
    """A state of a class of its own, with the given fields. Copies have lists of their own, and lists of lists, too."""
    mutable = {name: value for name, value in initial.items() if isinstance(value, list)}
    nested = {name for name, value in mutable.items() if any(isinstance(each, list) for each in value)}
    made = _state_class([name for name in initial if name not in State.__slots__], mutable, nested)
    first = made()
    for name, value in initial.items():
        setattr(first, name, value)
    return first


def _state_class(fields: Iterable[str], lists: Iterable[str], nested: Collection[str]) -> type[State]:
    slots, mutable = tuple(fields), frozenset(lists)
    lines = ["def copy(s):", "    n = new(cls)"]
    for name in ("who", "site", "answers", "ended", "first", "rounds", *slots):
        value = f"[each[:] for each in s.{name}]" if name in nested else f"s.{name}"
        lines.append(f"    n.{name} = {value}{'[:]' if name in mutable and name not in nested else ''}")
    lines.append("    return n")
    namespace: dict[str, Any] = {"new": object.__new__}
    exec("\n".join(lines), namespace)  # noqa: S102  # field names made by the compiler
    made = type(
        "GameState",
        (State,),
        {"__slots__": slots, "fields": slots, "lists": mutable, "copy": namespace["copy"]},
    )
    namespace["cls"] = made
    return made


class Open:
    """Stands for a value that a position leaves open; whoever reads it gets an OpenValueError."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __deepcopy__(self, memo: Any) -> Open:
        return self

    def _read(self, *_: Any) -> Any:
        raise OpenValueError(self.name)

    __index__ = __int__ = __bool__ = __len__ = __iter__ = _read
    __add__ = __radd__ = __sub__ = __rsub__ = __and__ = __rand__ = __or__ = __ror__ = _read
    __mul__ = __rmul__ = __neg__ = _read
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = _read
    __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = _read

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Open):
            return self.name == other.name
        raise OpenValueError(self.name)

    def __hash__(self) -> int:
        return hash(self.name)
