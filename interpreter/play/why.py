"""An answer that somebody would like to give to what refuses it: why not?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import frozen

from interpreter.engine.program import PASS, Option, Site
from interpreter.engine.reasons import Refusal, listed, refusals
from interpreter.play.answers import shown
from interpreter.play.certain import certain
from interpreter.play.names import Names, typed
from interpreter.play.paper import Row, Style
from interpreter.play.sittings import Sitting
from interpreter.report.questions import place_words
from interpreter.scenario import tree as t
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError
from interpreter.source.display import short
from interpreter.source.span import Span
from interpreter.trial.choosing import readings
from interpreter.trial.refusing import Reasons
from interpreter.trial.retelling import teller_for
from interpreter.trial.vocabulary import NOTHING, Vocabulary

_COUNTED = re.compile(r"(\d{1,2}) (.+)")
_NOWHERE = Span("", 1, 1, 1, 1)


@frozen(slots=False)
class Why:
    """Says why somebody may not do something in one game."""

    names: Names

    @cached_property
    def _reasons(self) -> Reasons:
        teller = teller_for(self.names.loaded.stack, self.names.players)
        return Reasons(self.names.loaded, self.names.program, self.names.players, teller)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary(self.names.program.box, self.names.players, self.names.loaded.stack.labels)

    def rows(self, sittings: Sequence[Sitting], text: str) -> Iterator[Row]:
        """What refuses an answer to a seat, with values and pages: in the first of these that offers such a thing."""
        wanted = typed(text)
        for sitting in sittings:
            found = self._option(self._site(sitting), wanted)
            if found is not None:
                if sitting is not sittings[0]:
                    yield Row(phrase("play-why-at", where=self.names.asked(self._site(sitting))), style=Style.NOTE)
                yield from self._why(sitting, *found)
                return
        yield from self._elsewhere(wanted)

    def _site(self, sitting: Sitting) -> Site:
        return self.names.program.sites[sitting.site]

    def _why(self, sitting: Sitting, option: Option, rest: str) -> Iterator[Row]:
        things = self._things(option, rest)
        told = shown(self.names, option.id, map(self.names.thing, things))
        tried = self._meant(option, things)
        if tried is None:
            yield Row(phrase("play-why-what", answer=self.names.head(option.id), what=short(rest)), style=Style.NOTE)
            return
        reasons = self._refusals(sitting, option, tried)
        if not reasons:
            yield Row(phrase("play-why-legal", answer=told), style=Style.NOTE)
            return
        yield Row(phrase("ask-cannot", answer=told), style=Style.NOTE)
        for reason in reasons:
            yield Row(self._told(reason, told), depth=1)
            for rule in (reason.rule, *self._reasons.compelling(reason)):
                yield Row(place_words(self.names.loaded, self.names.program, rule), depth=2, style=Style.QUIET)

    # what is meant

    def _option(self, site: Site, text: str) -> tuple[Option, str] | None:
        """The option of a site that a text begins with or is the beginning of, and what stands behind its name."""
        options = [option for option in site.options if option.id != PASS]
        heads = sorted(((h, o) for o in options for h in self.names.head_forms(o.id)), key=lambda pair: -len(pair[0]))
        for head, option in heads:
            if text == head or text.startswith((f"{head} ", f"{head}:")):
                return option, text[len(head) + 1 :].strip()
        begun = {option.id: option for head, option in heads if text and head.startswith(text)}
        return (next(iter(begun.values())), "") if len(begun) == 1 else None

    def _elsewhere(self, text: str) -> Iterator[Row]:
        """That nobody is offered such a thing here, and where somebody is."""
        found = ((site, self._option(site, text)) for site in self.names.program.sites)
        where = {self.names.asked(site): option[0] for site, option in found if option is not None}
        if not where:
            yield Row(phrase("play-why-unknown", answer=short(text)), style=Style.NOTE)
            return
        answer = self.names.head(next(iter(where.values())).id)
        yield Row(phrase("play-why-elsewhere", answer=answer, where="; ".join(where)), style=Style.NOTE)

    def _things(self, option: Option, text: str) -> list[str]:
        """The ids of what is listed; words that nothing is called stay as they are."""
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return [word for part in parts for word in self._ids(option, part)]

    def _ids(self, option: Option, part: str) -> list[str]:
        found = self._id(option, part)
        if found is not None:
            return [found]
        counted = _COUNTED.fullmatch(part)
        return [self._id(option, counted[2]) or counted[2]] * int(counted[1]) if counted else [part]

    def _id(self, option: Option, word: str) -> str | None:
        known = [(group, id_) for choice in option.choices for group, ids in self._groups(choice.of) for id_ in ids]
        exact = {id_ for group, id_ in known if word in self.names.forms(group, id_)}
        begun = {id_ for group, id_ in known if any(form.startswith(word) for form in self.names.forms(group, id_))}
        found = exact or begun
        return next(iter(found)) if len(found) == 1 else None

    def _groups(self, of: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        box = self.names.program.box
        yield "players", self.names.players
        yield "", (NOTHING,)
        if of in box.pools:
            yield "faces", box.pools[of].faces
        if of in box.cards:
            yield "cards", box.cards[of]

    def _meant(self, option: Option, things: list[str]) -> tuple[object, ...] | None:
        """The answer that is tried; None if what is listed does not go with its name."""
        if not things:
            return (option.id,)
        items = [t.Item(t.Name(thing, _NOWHERE), 1, None, _NOWHERE) for thing in things]
        try:
            values = next(readings(self._vocabulary, option.choices, items), None) if option.choices else None
        except SourceError:
            return None
        return None if values is None else (option.id, *values)

    # why not

    def _refusals(self, sitting: Sitting, option: Option, tried: tuple[object, ...]) -> tuple[Refusal, ...]:
        program, state, seat = self.names.program, sitting.state, sitting.seat
        found = refusals(program, state, self._site(sitting), seat, tried)
        if not found and not listed(program, state, option, seat):
            return (Refusal("choice", option.rule, ""),)
        return certain(program, sitting, tried, found)

    def _told(self, reason: Refusal, answer: str) -> str:
        name = self.names.first(("refusals", "steps", "cards"), reason.id) or reason.id
        if not reason.text:
            return phrase("play-why-choice", answer=answer)
        condition = self._reasons.condition(reason)
        stated = condition if self._reasons.label(reason) is None else name
        seen = "; ".join(self._reasons.values(reason))
        return f"{stated} [{seen}]" if seen else stated
