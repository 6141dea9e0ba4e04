"""Setup to the part of it that a hand-made position begins with: nothing that chance or a player decides."""

from __future__ import annotations

from attrs import evolve

from interpreter.model import rules as r
from interpreter.model import terms as t
from interpreter.model.walking import inside

_CHANCE = (r.Draw, r.Roll, r.Reroll, r.GiveAtRandom, r.Ask, r.OpenWindow)


def settled(ruleset: r.Ruleset) -> r.Block:
    """The statements of setup that need neither chance nor anybody's decision, nor what these bring about."""
    skipped: set[str] = set()
    return _settled(ruleset, ruleset.setup, skipped)


def _settled(ruleset: r.Ruleset, block: r.Block, skipped: set[str]) -> r.Block:
    """`skipped` collects the zones that chance would have filled."""
    kept: list[r.Statement] = []
    for s in block:
        match s:
            case r.Guarded():
                then, otherwise = (_settled(ruleset, part, skipped) for part in (s.then, s.otherwise))
                kept += [evolve(s, then=then, otherwise=otherwise)] if then or otherwise else []
            case r.Loop(body=body) | r.Do(body=body) | r.Again(body=body) | r.EachPlace(body=body):
                smaller = _settled(ruleset, body, skipped)
                kept += [evolve(s, body=smaller)] if smaller else []
            case r.Run(name=name) if not s.arguments:
                inner = ruleset.actions[name].body if name in ruleset.actions else ruleset.steps[name]
                kept += _settled(ruleset, inner, skipped)
            case _ if isinstance(s, _CHANCE) or _reads(ruleset, s) & skipped:
                skipped |= _filled(s)
            case _:
                kept.append(s)
    return tuple(kept)


def _filled(s: r.Statement) -> set[str]:
    return {s.to_zone.zone} if isinstance(s, r.Draw | r.MoveKind | r.MoveCards) else set()


def _reads(ruleset: r.Ruleset, s: r.Statement) -> set[str]:
    """The zones whose one card a statement looks at, or that of the room in its target."""
    rooms = [ruleset.rooms[zone] for zone in _filled(s) & set(ruleset.rooms)]
    return {x.zone.zone for x in inside((s, *rooms)) if isinstance(x, t.CardNumber)}
