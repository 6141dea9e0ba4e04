"""The name of a policy to the policy, and what it answers, checked. Others bring theirs as entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points

from interpreter.errors import InterpreterError
from interpreter.policies.chance import AtRandom
from interpreter.policies.greedy import WORLDS, Greedy
from interpreter.policies.search import GAMES, Search
from interpreter.policies.turn import Policy, Turn
from interpreter.source.catalogue import phrase

GROUP = "gulliver.policies"
RANDOM = "random"

Maker = Callable[[str], Policy]
"""Makes a policy of what stands behind the colon of its name (`search:200`); empty if there is none."""


class PolicyError(InterpreterError):
    """There is no such policy, it was named wrongly, or it gave what is no answer; the text says which."""


def policy_names() -> tuple[str, ...]:
    """All policies that can be named, our own first."""
    return (*_OWN, *sorted({point.name for point in entry_points(group=GROUP)} - set(_OWN)))


def policy(name: str) -> Policy:
    """The policy of a name, such as `random` or `search:200`.

    Raises:
        PolicyError: Nothing is called so, or it cannot be told what stands behind the colon.
    """
    called, _, detail = name.partition(":")
    return _maker(called)(detail)


def _maker(called: str) -> Maker:
    if called in _OWN:
        return _OWN[called]
    for point in entry_points(group=GROUP, name=called):
        maker: Maker = point.load()
        return maker
    raise PolicyError(phrase("policy-unknown", name=called, known=", ".join(policy_names())))


def chosen(decides: Policy, turn: Turn) -> int:
    """What a policy answers.

    Raises:
        PolicyError: It is the index of no answer.
    """
    index = decides.choose(turn)
    if type(index) is int and 0 <= index < turn.count:
        return index
    values = {"policy": type(decides).__name__, "answer": repr(index), "last": str(turn.count - 1)}
    raise PolicyError(phrase("policy-answer", **values))


def _at_random(detail: str) -> Policy:
    if detail:
        raise PolicyError(phrase("policy-detail", name=RANDOM, detail=detail))
    return AtRandom()


def _counting(name: str, default: int, make: Callable[[int], Policy]) -> Maker:
    """The maker of a policy behind whose name a number may stand: how much it looks at."""

    def maker(detail: str) -> Policy:
        if not detail:
            return make(default)
        if not detail.isdecimal() or not int(detail[:_DIGITS]) > 0 or len(detail) > _DIGITS:
            raise PolicyError(phrase("policy-number", name=name, detail=detail, default=str(default)))
        return make(int(detail))

    return maker


_DIGITS = 6
_OWN: Mapping[str, Maker] = {
    RANDOM: _at_random,
    "greedy": _counting("greedy", WORLDS, Greedy),
    "search": _counting("search", GAMES, Search),
}
