"""The name of a policy to the policy, and what it answers, checked. Others bring theirs as entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points

from interpreter.errors import InterpreterError
from interpreter.policies.chance import AtRandom
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


def _without_detail(name: str, make: Callable[[], Policy]) -> Maker:
    def maker(detail: str) -> Policy:
        if detail:
            raise PolicyError(phrase("policy-detail", name=name, detail=detail))
        return make()

    return maker


_OWN: Mapping[str, Maker] = {RANDOM: _without_detail(RANDOM, AtRandom)}
