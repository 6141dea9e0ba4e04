"""Draws to blocks: from the known top, from what nobody knows, after a refill; openly, or face down to a pile."""

from __future__ import annotations

from attrs import define

from interpreter.compiler.card_changes import change_count, where_text
from interpreter.compiler.context import Context, Env
from interpreter.compiler.flow import Branch, Jump, Label, Stop
from interpreter.engine import box as b
from interpreter.engine.box import Zone
from interpreter.model import rules as r
from interpreter.model import terms as t


@define
class Drawing:
    """One `draw`, being compiled."""

    c: Context
    s: r.Draw
    env: Env

    @property
    def _rule(self) -> int:
        return self.c.head(self.s.head)

    @property
    def _source(self) -> Zone:
        return self.c.box.zones[self.s.from_zone.zone]

    @property
    def _target(self) -> Zone:
        return self.c.box.zones[self.s.to_zone.zone]

    def compile(self, after: Label) -> Label:
        """Draw card after card; go on at `after`."""
        c, rule, count = self.c, self._rule, self.c.text(self.s.count, self.env)
        if self._target.id in c.ruleset.rooms:
            count = f"min({count}, {c.writer.text(t.Room(self.s.to_zone), self.env.names)})"
        if count == "1":
            return self._one(after, after)
        left = c.cell("left")
        again = c.graph.open("draws", rule)
        one = self._one(again, after)
        take = c.graph.lead("draws_one", rule, [f"{left} -= 1"], one)
        c.graph.fill(again, [], Branch(f"{left} > 0", take, after))
        return c.graph.lead("draws_start", rule, [f"{left} = {count}"], again)

    def _one(self, drawn: Label, none: Label) -> Label:
        """Draw one card; go on at `drawn`, or at `none` if there is none."""
        c, rule = self.c, self._rule
        landed = self._landed(drawn)
        take = self._deal(landed) if self._target.pile else self._take(landed)
        some = c.writer.holds_any(self.s.from_zone, self.env.names)
        refill = self._refill()
        again = none
        if refill and self._is_plain:
            lines = [f"if not {some}:", *(f"    {line}" for line in refill)]
            return c.graph.lead("refill", rule, lines, c.graph.branch("draw_any", rule, some, take, none))
        if refill:
            again = c.graph.lead("refill", rule, refill, c.graph.branch("draw_any", rule, some, take, none))
        if self._source.dealt_from is not None:
            again = self._dealt(landed, again)
        empty = c.graph.branch("draw_from", rule, some, take, again)
        return self._known_top(landed, empty) if c.writer.has_top(self._source.id) else empty

    @property
    def _is_plain(self) -> bool:
        """Whether nothing is recorded, and all cards lie in unknown order: then it takes a single test."""
        known = self.c.writer.has_top(self._source.id) or self.c.box.dealt_to(self._source.id)
        return not (self.c.inspecting or known or self._source.dealt_from)

    # what is taken

    def _take(self, landed: Label) -> Label:
        """Chance says which of the cards in unknown order it is."""
        return self._chance(self.c.writer.pile(self.s.from_zone, self.env.names), [], landed)

    def _dealt(self, landed: Label, none: Label) -> Label:
        """A card that was dealt face down from another pile is one of those that lie there in unknown order."""
        origin = t.ZoneOf(str(self._source.dealt_from), None)
        pile, number = self.c.writer.pile(origin, self.env.names), f"s.{b.dealt_cell(self._source.id)}"
        chance = self._chance(pile, [f"{number} -= 1"], landed)
        return self.c.graph.branch("draw_dealt", self._rule, number, chance, none)

    def _chance(self, pile: str, further: list[str], landed: Label) -> Label:
        c, rule, info = self.c, self._rule, self._source
        owner = c.text(self.s.from_zone.owner, self.env) if self.s.from_zone.owner is not None else "None"
        places = info.of == "place"
        done = c.graph.open("drawn", rule)
        c.graph.blocks[done].takes_answer = True
        remove = [f"t = {pile}", "i = t.index(a)", f"{pile} = t[:i] + t[i + 1:]"] if c.inspecting else []
        c.graph.fill(done, [*remove, *further, "k = a", *self._landing()], Jump(landed))
        stream = c.stream(info.id, places=places)
        site = c.site("draw", rule, stream=info.id, of=info.holds)
        source = f"{stream}[{owner}]()" if places else f"{stream}()"
        pick = f"t.pop({source} * len(t) >> 32)"
        stop = Stop(site, "-1", f"({pile}, {owner})", done, random=pick, told=f"(None, {owner})")
        return c.graph.block("draw", rule, [] if c.inspecting else [f"t = {pile}"], stop)

    def _landing(self) -> list[str]:
        lines = change_count(self.c, self.s.to_zone, self.env, "k", "+= 1", self._source.id)
        return [*lines, *self.c.log(self._rule, "draw", "(k,)", *self._where())]

    def _where(self) -> tuple[str, str]:
        return where_text(self.c, self.s.from_zone, self.env), where_text(self.c, self.s.to_zone, self.env)

    def _known_top(self, landed: Label, empty: Label) -> Label:
        c, rule = self.c, self._rule
        top = c.writer.pile(self.s.from_zone, self.env.names, top=True)
        lines = [f"k = {top}[0]", f"{top} = {top}[1:]"]
        if self._target.pile:
            assert c.writer.has_top(self._target.id), self._target.id
            below = c.writer.pile(self.s.to_zone, self.env.names, top=True)
            lines += [f"{below} += (k,)", *c.log(rule, "deal", *self._where())]
        else:
            lines += self._landing()
        return c.graph.branch("draw_top", rule, top, c.graph.lead("draw_known", rule, lines, landed), empty)

    def _deal(self, landed: Label) -> Label:
        """Nobody learns which card it is: only the number of those that were dealt grows."""
        lines = [f"s.{b.dealt_cell(self._target.id)} += 1", *self.c.log(self._rule, "deal", *self._where())]
        return self.c.graph.lead("deal", self._rule, lines, landed)

    # refills

    def _landed(self, drawn: Label) -> Label:
        """After a draw: a pile that refills at once does so when it is empty."""
        c, rule = self.c, self._rule
        at_once = c.ruleset.refill_at_once.get(self._source.id)
        if at_once is None or c.text(at_once, self.env) != "True":
            return drawn
        again = c.graph.lead("refill_at_once", rule, self._refill(), drawn)
        some = c.writer.holds_any(self.s.from_zone, self.env.names)
        some = f"({some})" if " " in some else some
        empty = f"not {some}"
        if c.writer.has_top(self._source.id):
            empty += f" and not {c.writer.pile(self.s.from_zone, self.env.names, top=True)}"
        return c.graph.branch("drawn_last", rule, empty, again, drawn)

    def _refill(self) -> list[str]:
        """Lines that make a new pile; what was dealt face down from the old one is no part of it."""
        c, info = self.c, self._source
        declared = c.ruleset.draft.zones[info.id].refill
        if declared is None:
            return []
        size, pile = len(c.box.cards[info.holds]), c.writer.pile(self.s.from_zone, self.env.names)
        cells = [f"s.{c.box.zones[source].cell}" for source in declared.sources]
        lines = [*self._flush(pile)]
        for source, cell in zip(declared.sources, cells, strict=True):
            where = (where_text(c, t.ZoneOf(source, None), self.env), self._where()[0])
            lines += c.log(self._rule, "shuffle", f"spread({cell})", *where)
        cards = " + ".join(f"spread({cell})" for cell in cells)
        lines.append(f"{pile} = {self._bag(cards)}")
        sums = [f"s.{b.sum_cell(zone, attribute)} = 0" for zone, attribute in c.box.sums if zone in declared.sources]
        return [*lines, *[f"{cell}[:] = {[0] * size}" for cell in cells], *sums]

    def _flush(self, pile: str) -> list[str]:
        """All cards that are left of the old pile are those that were dealt face down: they go where they lie."""
        target = self.c.box.dealt_to(self._source.id)
        if target is None:
            return []
        cell = f"s.{self.c.box.zones[target].cell}"
        return [f"{cell} = {self._bag(f'{cell} + {pile}')}", f"s.{b.dealt_cell(target)} = 0"]

    def _bag(self, cards: str) -> str:
        """Cards in unknown order: a value that can be shared, or, where games are only played, a list to draw from."""
        return f"tuple(sorted({cards}))" if self.c.inspecting else f"sorted({cards})"
