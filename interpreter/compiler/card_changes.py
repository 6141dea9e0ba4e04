"""Cards that come to a zone or leave it, to lines: counts, sums, and what everybody remembers."""

from __future__ import annotations

from interpreter.compiler.context import Context, Env
from interpreter.engine import box as b
from interpreter.model import terms as t

_OPEN = "everybody"


def change_count(c: Context, zone: t.ZoneOf, env: Env, kind: str, by: str, other: str) -> list[str]:
    """Lines that put cards of one kind into a zone (`+= n`; on top of a pile) or take them out (`-= n`).

    `other` is the zone at the other end: what everybody sees there, everybody remembers.
    """
    info = c.box.zones[zone.zone]
    if info.pile:
        top = c.writer.pile(zone, env.names, top=True)
        return [f"{top} = ({kind},) * {by.removeprefix('+= ')} + {top}"]
    lines = [f"s.{info.cell}[{place_of(c, zone, env, kind)}] {by}"]
    operator, number = by.split("= ")
    for attribute in (a for z, a in c.box.sums if z == zone.zone):
        owner = "" if zone.owner is None else f"[{c.text(zone.owner, env)}]"
        table = f"CARD_{info.holds}_{attribute}".replace("-", "_")
        worth = {b.CARDS: "1", b.KINDS: kind}.get(attribute, f"{table}[{kind}]")
        change = " * ".join(factor for factor in (number, worth) if factor != "1") or "1"
        lines.append(f"s.{b.sum_cell(zone.zone, attribute)}{owner} {operator}= {change}")
    if info.remembered:
        seen = c.box.zones[other].seen_by == _OPEN
        lines.append(_remembered(c, zone, env, kind, operator, number, seen=seen))
    return lines


def place_of(c: Context, zone: t.ZoneOf, env: Env, kind: str) -> str:
    """Where the count of a kind stands in the field of a zone."""
    base = c.writer.base(zone, env.names)
    return f"{base + ' + ' if base else ''}{kind}"


def _remembered(  # the change, and whether everybody sees it
    c: Context, zone: t.ZoneOf, env: Env, kind: str, operator: str, number: str, *, seen: bool
) -> str:
    """The line that keeps up to date what everybody knows of a zone."""
    info = c.box.zones[zone.zone]
    known, denied = f"s.{info.known}", f"s.{info.denied}"
    if seen:
        function = "seen_coming" if operator == "+" else "seen_going"
        return f"{function}({known}, {denied}, {place_of(c, zone, env, kind)}, {number})"
    base, size = c.writer.base(zone, env.names) or "0", len(c.box.cards[info.holds])
    function = "unseen_coming" if operator == "+" else "unseen_going"
    return f"{function}({known}, {denied}, {base}, {size}, {number})"


def where_text(c: Context, zone: t.ZoneOf, env: Env) -> str:
    """A zone in an event: its name and its owner (None for the table)."""
    owner = "None" if zone.owner is None else c.text(zone.owner, env)
    return f"({zone.zone!r}, {owner})"
