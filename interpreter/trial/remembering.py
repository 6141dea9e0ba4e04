"""`everybody knows` lines of a position to the knowledge that its state holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.engine.box import Box
from interpreter.engine.knowledge import Knowledge, known_to_all, learn, possible
from interpreter.engine.machine import Machine
from interpreter.scenario import tree as t
from interpreter.scenario import writing
from interpreter.source.catalogue import Phrase
from interpreter.source.diagnostics import SourceError, error
from interpreter.trial import facts
from interpreter.trial import vocabulary as n
from interpreter.trial.collecting import Collector
from interpreter.trial.values import named
from interpreter.trial.vocabulary import Vocabulary


def known_lines(
    blocks: Iterable[Sequence[t.GivenLine]], vocabulary: Vocabulary, wrong: Collector
) -> Iterator[tuple[n.Ref, t.Knows]]:
    """The lines that count: those of one block add up, those of a later block about the same zone replace them."""
    last: dict[n.Ref, list[t.Knows]] = {}
    for lines in blocks:
        found: dict[n.Ref, list[t.Knows]] = {}
        for line in (line for line in lines if isinstance(line, t.Knows)):
            ref = wrong.attempt(vocabulary.subject, line.subject)
            if ref is not None:
                found.setdefault(ref, []).append(line)
        last.update(found)
    return ((ref, line) for ref, known in last.items() for line in known)


def remember(machine: Machine, vocabulary: Vocabulary, ref: n.Ref, line: t.Knows) -> None:
    """Let everybody know what a line says.

    Raises:
        SourceError: It is not true in this position, or of something that nobody remembers.
    """
    box, words = vocabulary.box, facts.subject_words(vocabulary, ref)
    if not isinstance(ref, n.ZoneRef) or not box.zones[ref.zone].remembered:
        raise SourceError([error("P0216", line.subject.span, subject=words)])
    news = claimed(vocabulary, ref, line.value)
    lying = facts.lying(machine, ref)
    if not possible(box, lying.zone, lying.counts, news):
        values = {"subject": words, "claim": writing.value(line.value), "actual": facts.words(machine, ref, vocabulary)}
        raise SourceError([error("P0215", line.value.span, None, (), **values)])
    learn(box, machine.state, lying.zone, lying.owner, news)


def claimed(vocabulary: Vocabulary, ref: n.ZoneRef, value: t.Value) -> Knowledge:
    """What a value says of the cards in a zone: there are at least these, or none of these kinds.

    Raises:
        SourceError: A word means nothing there.
    """
    things = named(vocabulary, ref, value)
    kinds = range(len(vocabulary.box.cards[vocabulary.box.zones[ref.zone].holds]))
    if isinstance(value, t.Without):
        return Knowledge((0,) * len(kinds), frozenset(things))
    return Knowledge(tuple(things[kind] for kind in kinds))


def public(machine: Machine, ref: n.ZoneRef) -> Knowledge:
    """What everybody knows of a zone."""
    box: Box = machine.program.box
    return known_to_all(box, machine.state, box.zones[ref.zone], ref.owner)


def knowledge_words(vocabulary: Vocabulary, ref: n.ZoneRef, known: Knowledge) -> str:
    """Knowledge as a scenario writes it: `some 2 knight; no rook`."""
    least = tuple(kind for kind, count in enumerate(known.least) for _ in range(count))
    parts = [("some", least), ("no", tuple(sorted(known.denied)))]
    said = [f"{word} {facts.listing(vocabulary, ref, things)}" for word, things in parts if things]
    return "; ".join(said) or Phrase("nothing")
