"""Two transcripts of one case to what parts them: a rule that changed, or chance that gave something else.

The lines of a transcript name their rule, so that they are compared by ids: by the rule and by what a line is about
(`draw deck -> hand of Ada`). What comes behind the colon may differ: where chance gave it, the rules are the same, and
all that follows may follow from it. An extra draw shifts the outcomes of all later ones from the same stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import Enum

from attrs import frozen

_LINE = re.compile(r"(?P<words>.*?)  \[(?P<rule>[^\[\]]*)\]")
_CHANCE = re.compile(r"(?:roll|reroll|draw) (?P<of>[^\s:]+)")


class Cause(Enum):
    """What made a transcript another one."""

    RULES = "rules"      # a rule did something else, or another rule was at work
    CHANCE = "chance"    # the same rules were at work, and chance gave something else
    BOTH = "both"        # chance gave something else, and before that a rule did
    UNKNOWN = "unknown"  # the text names no rules


@frozen
class Told:
    """A line of a transcript: what it is about, what came of it, by which rule, and from which stream of chance."""

    number: int         # from 1, among the lines of the text
    about: str
    value: str
    rule: str
    stream: str | None  # None: no chance was asked

    @property
    def key(self) -> tuple[str, str]:
        """What makes two lines the same but for their values."""
        return self.rule, self.about


@frozen
class Parting:
    """Where two transcripts part.

    `first` is the first line that differs, `rule` the first that another rule wrote, or the same rule otherwise where
    chance did not; `shift` the first where chance gave something else though the same was asked.
    """

    cause: Cause
    first: Told | None = None
    rule: Told | None = None
    shift: Told | None = None


NO_PARTING = Parting(Cause.UNKNOWN)


def parting(before: str, after: str, streams: Mapping[str, str]) -> Parting:
    """What parts two transcripts; `streams` names the stream of each rule that asks chance."""
    old, new = (list(_told(text, streams)) for text in (before, after))
    first = shift = rule = extra = None
    for was, now in _pairs(old, new):
        line = now or was
        assert line is not None, "one of the two is there"
        first = first or line
        if was is not None and now is not None and line.stream is not None and was.key == now.key:
            shift = shift or line
        elif was is None or now is None or was.key != now.key or shift is None:
            is_draw = line.stream is not None and shift is None
            rule, extra = (rule, extra or line) if is_draw else (rule or line, extra)
    return _judged(first, rule, shift, extra)


def _judged(first: Told | None, rule: Told | None, shift: Told | None, extra: Told | None) -> Parting:
    """A draw more or less is what shifts its own stream; without a shift it is a rule like any other."""
    if first is None:
        return NO_PARTING
    if shift is None or (extra is not None and extra.stream != shift.stream):
        rule = min(filter(None, (rule, extra)), key=lambda line: line.number, default=None)
    if shift is None:
        return Parting(Cause.RULES, first, rule)
    is_before = rule is not None and rule.number < shift.number
    return Parting(Cause.BOTH if is_before else Cause.CHANCE, first, rule, shift)


def _told(text: str, streams: Mapping[str, str]) -> Iterator[Told]:
    for number, line in enumerate(text.splitlines(), 1):
        found = _LINE.fullmatch(line.strip())
        if found is not None:
            about, _, value = found["words"].rpartition(": ")
            yield Told(number, about or value, value if about else "", found["rule"], _stream(found, streams))


def _stream(found: re.Match[str], streams: Mapping[str, str]) -> str | None:
    """The stream of a line; of a rule that is no longer there, the dice or the pile stands for it."""
    drawn = _CHANCE.match(found["words"])
    return streams.get(found["rule"], None if drawn is None else drawn["of"])


def _pairs(old: Sequence[Told], new: Sequence[Told]) -> Iterator[tuple[Told | None, Told | None]]:
    """What differs, line by line: two lines of the same rule about the same, or a line that only one of them has."""
    matcher = SequenceMatcher(None, [line.key for line in old], [line.key for line in new], autojunk=False)
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            yield from ((a, b) for a, b in zip(old[i1:i2], new[j1:j2], strict=True) if a.value != b.value)
        else:
            yield from ((None, line) for line in new[j1:j2])
            yield from ((line, None) for line in old[i1:i2])
