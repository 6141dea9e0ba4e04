"""What led to a line of a case, to text and to JSON: the direct reason first, then the chain, then what was read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from attrs import frozen

from interpreter.engine.machine import Event, Machine
from interpreter.layering.stack import Stack
from interpreter.model.reading import options_read, parts_by_rule
from interpreter.model.references import cited_source
from interpreter.report.happenings import Happenings
from interpreter.report.stacks import stack_words
from interpreter.report.values import in_one_line
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.source.rendering import as_json, as_text
from interpreter.source.span import Span
from interpreter.trial.causes import Claim, Story, chapter_of
from interpreter.trial.grounds import Ground
from interpreter.trial.playing import Player
from interpreter.trial.supply import Datum


@frozen(slots=False)
class Explanation:
    """Tells one story; `text` is what stands in its file."""

    story: Story
    text: str

    # for people

    def lines(self) -> Iterator[str]:
        """All of it, line by line."""
        story = self.story
        head = f"{harmless(story.file.file)}:{story.scenario.span.line} {story.id}"
        stack = stack_words(story.loaded.stack.full_name) if story.loaded else ""
        yield f"{head}  [{harmless(stack)}]" if stack else head
        if story.findings:
            yield from as_text(story.findings).split("\n")
        for claim in story.claims:
            yield from self._claim(claim)
        if story.player is not None:
            yield from self._chain()
            yield from self._data()
            yield from self._sources()

    def _claim(self, claim: Claim) -> Iterator[str]:
        key = {True: "why-holds", False: "why-fails", None: "why-picture"}[claim.holds]
        yield "  " + phrase(key, line=str(claim.line.span.line), text=self._written(claim.line.span))
        for finding in claim.findings:
            yield from (f"    {line}" for line in (finding.message, finding.help) if line)
        if claim.branch.way:
            yield "    " + self._where(claim.branch.way)
        for ground in claim.grounds:
            yield from (f"    {line}" for line in self._ground(ground, claim.branch.machine))

    def _where(self, way: str) -> str:
        """Which of several branches is told about."""
        return phrase("why-where", taken=self.story.teller.words(way))

    def _ground(self, ground: Ground, machine: Machine) -> Iterator[str]:
        yield self._ground_text(ground)
        yield from (f"  {part}" for part in ground.seen)
        if ground.event is not None:
            yield f"  {self._since(machine, ground.event)}"
        if ground.rule is not None:
            yield f"  {self._rule(ground.rule)}"

    def _ground_text(self, ground: Ground) -> str:
        return self.story.teller.words(ground.text)

    def _since(self, machine: Machine, event: int) -> str:
        span = chapter_of(machine, event)
        told = self._happenings.told(machine.events[event])
        return told if span is None else phrase("seen-since", what=told, line=str(span.line))

    def _chain(self) -> Iterator[str]:
        if self.story.chapters:
            yield "  " + phrase("why-chain")
            if self.story.way:
                yield "    " + self._where(self.story.way)
        for chapter in self.story.chapters:
            yield f"    {self._line(chapter.span)}"
            for event in chapter.events:
                yield f"      {self._happenings.told(event)}"
                yield f"        {self._rule(event[0])}"

    def _line(self, span: Span | None) -> str:
        """What events followed."""
        if span is None:
            return phrase("why-position")
        return phrase("why-line", line=str(span.line), text=self._written(span))

    def _data(self) -> Iterator[str]:
        data = self.story.data
        if data:
            yield "  " + phrase("why-data")
        for datum in data:
            told = phrase("why-datum", path=".".join(datum.path), value=in_one_line(datum.value))
            yield f"    {told} ({self._origin(datum.path)})"

    # places

    @property
    def _stack(self) -> Stack:
        assert self.story.loaded is not None
        return self.story.loaded.stack

    @property
    def _player(self) -> Player:
        assert self.story.player is not None
        return self.story.player

    @cached_property
    def _happenings(self) -> Happenings:
        return Happenings(self._player.program, self._player.vocabulary.players, self.story.teller)

    def _written(self, span: Span) -> str:
        """A line of the scenario as it stands there, with the cells of the row."""
        lines = self.text.replace("\r\n", "\n").split("\n")
        told = lines[span.line - 1].split(" #")[0].strip() if span.line <= len(lines) else ""
        for column, cell in self.story.case.row.cells if self.story.case.row else ():
            told = told.replace(f"<{column}>", cell)
        return harmless(told)

    def _rule(self, rule: int) -> str:
        """A rule: its path, where it stands, what it rests on."""
        path = self._player.program.rules[rule].path
        parts = [self._origin(path), *self._cited(path)]
        return phrase("ask-rule", rule=".".join(path), place="; ".join(parts))

    def _origin(self, path: tuple[str, ...]) -> str:
        """The layer, the file and the line."""
        origin = self._stack.origin(path)
        span = origin.name
        return f"{origin.layer or self._stack.ruleset}, {harmless(span.file)}:{span.line}"

    def _cited(self, path: tuple[str, ...]) -> Iterator[str]:
        source = self._stack.source(path)
        if source:
            yield phrase("why-source", source=source)
        rulings = self._rulings(path)
        if rulings:
            yield phrase("why-rulings", count=len(rulings), rulings=", ".join(rulings))

    def _sources(self) -> Iterator[str]:
        """The titles of the sources that were cited."""
        rules = dict.fromkeys(event[0] for chapter in self.story.chapters for event in chapter.events)
        rules |= dict.fromkeys(g.rule for claim in self.story.claims for g in claim.grounds if g.rule is not None)
        cited = (self._stack.source(self._player.program.rules[rule].path) for rule in rules)
        named = {cited_source(source): title for source in cited if source and (title := self._title(source))}
        if named:
            yield "  " + phrase("why-sources")
        yield from ("    " + phrase("why-title", source=source, title=title) for source, title in sorted(named.items()))

    def _title(self, source: str) -> str | None:
        assert self.story.loaded is not None
        known = self.story.loaded.ruleset.draft.sources.get(cited_source(source))
        return None if known is None else known.title

    def _rulings(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """The rulings about the options that a rule reads."""
        assert self.story.loaded is not None
        ruleset = self.story.loaded.ruleset
        options = options_read(ruleset, self._parts.get(path, ()))
        rulings = (ruleset.draft.options[option].ruling for option in options)
        return tuple(dict.fromkeys(ruling for ruling in rulings if ruling is not None))

    @cached_property
    def _parts(self) -> Any:
        assert self.story.loaded is not None
        return parts_by_rule(self.story.loaded.ruleset)

    # for programs

    def as_object(self) -> dict[str, Any]:
        """One case for programs."""
        story = self.story
        case = story.case
        return {
            "file": story.file.file,
            "line": story.scenario.span.line,
            "id": story.scenario.id.text,
            "row": case.row.id.text if case.row else None,
            "reading": case.reading.id.text if case.reading else None,
            "stack": story.loaded.stack.full_name if story.loaded else None,
            "played": not story.stopped,
            "findings": as_json(story.findings),
            "claims": [self._claim_object(claim) for claim in story.claims],
            "where": story.way or None,
            "chain": [
                {"line": c.span.line if c.span else None, "events": [self._event_object(e) for e in c.events]}
                for c in story.chapters
            ],
            "data": [self._datum_object(datum) for datum in story.data],
        }

    def _claim_object(self, claim: Claim) -> dict[str, Any]:
        return {
            "line": claim.line.span.line,
            "holds": claim.holds,
            "where": claim.branch.way or None,
            "findings": as_json(claim.findings),
            "reasons": [self._ground_object(ground, claim.branch.machine) for ground in claim.grounds],
        }

    def _ground_object(self, ground: Ground, machine: Machine) -> dict[str, Any]:
        span = None if ground.event is None else chapter_of(machine, ground.event)
        return {
            "text": self._ground_text(ground),
            "refusal": ground.label or None,
            "seen": list(ground.seen),
            "line": span.line if span else None,
            "rule": None if ground.rule is None else self._rule_object(self._player.program.rules[ground.rule].path),
        }

    def _event_object(self, event: Event) -> dict[str, Any]:
        plain = self._happenings.plain(event)
        rule = self._rule_object(self._player.program.rules[event[0]].path)
        return {**plain, "text": self._happenings.told(event), "rule": rule}

    def _rule_object(self, path: tuple[str, ...]) -> dict[str, Any]:
        source = self._stack.source(path)
        title = self._title(source) if source else None
        return {**self._place_object(path), "source": source, "title": title, "rulings": list(self._rulings(path))}

    def _datum_object(self, datum: Datum) -> dict[str, Any]:
        return {**self._place_object(datum.path), "value": datum.value}

    def _place_object(self, path: tuple[str, ...]) -> dict[str, Any]:
        origin = self._stack.origin(path)
        return {
            "path": ".".join(path),
            "layer": origin.layer,
            "file": origin.name.file,
            "line": origin.name.line,
        }
