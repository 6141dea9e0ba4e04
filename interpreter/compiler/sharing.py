"""Rules to the actions that are worth a procedure: somebody is asked in them, and several rules run them."""

from __future__ import annotations

from collections import Counter

from interpreter.model import rules as r
from interpreter.model.walking import inside


def shared_actions(ruleset: r.Ruleset) -> frozenset[str]:
    """The actions that several rules run and in which somebody decides."""
    blocks = (ruleset.setup, tuple(ruleset.steps.values()), tuple(a.body for a in ruleset.actions.values()))
    plays = tuple(play for window in ruleset.plays.values() for play in window)
    runs = Counter(x.name for x in inside((blocks, plays)) if isinstance(x, r.Run))
    asking = _asking(ruleset)
    return frozenset(name for name, times in runs.items() if times > 1 and name in asking)


def _asking(ruleset: r.Ruleset) -> frozenset[str]:
    """The actions in which somebody is asked, in what they run, too."""
    found = {name for name, action in ruleset.actions.items() if _asks(action.body)}
    while True:
        more = {name for name, action in ruleset.actions.items() if _runs(action.body) & found} - found
        if not more:
            return frozenset(found)
        found |= more


def _asks(body: r.Block) -> bool:
    return any(isinstance(x, r.Ask | r.OpenWindow) for x in inside(body))


def _runs(body: r.Block) -> set[str]:
    return {x.name for x in inside(body) if isinstance(x, r.Run)}
