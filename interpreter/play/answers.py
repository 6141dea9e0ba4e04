"""The legal answers of a decision to what they are called, and what somebody typed to the answers that he may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from attrs import evolve, frozen

from interpreter.engine.decisions import Answer
from interpreter.engine.describe import OF_DICE, answer_text
from interpreter.engine.program import Choice, Site
from interpreter.engine.reasons import offered
from interpreter.play.names import Names, typed
from interpreter.source.catalogue import phrase
from interpreter.trial.vocabulary import NOTHING

_COUNTED = re.compile(r"(\d{1,2}) (.+)")
_EXACT, _SHORT, _BEGUN = range(3)  # how well what was typed fits an answer

Forms = frozenset[str]


@frozen(slots=False)
class Named:
    """An answer: `text` as it is shown, `written` by its ids; what may be typed for its name and what it lists."""

    answer: Answer
    text: str
    written: str
    head: Forms
    items: tuple[Forms, ...]

    @cached_property
    def _heads(self) -> list[str]:
        return sorted(self.head, key=len, reverse=True)

    def fit(self, text: str) -> int | None:
        """How well a text that was typed fits; None if it does not."""
        found = ((least, self._fit_items(rest)) for least, rest in self._rests(text))
        fits = [max(least, fit) for least, fit in found if fit is not None]
        if any(head.startswith(text) for head in self.head):
            fits.append(_BEGUN if self.items else _SHORT)
        return min(fits, default=None)

    def _rests(self, text: str) -> Iterator[tuple[int, str]]:
        """What may stand behind the name, which may be short or left out; how well that fits at best."""
        for head in self._heads:
            if text == head:
                yield _EXACT, ""
            elif text.startswith((f"{head} ", f"{head}:", f"{head},")):
                yield _EXACT, text[len(head) + 1 :].strip()
        if self.items and text:
            yield _EXACT, text
            words = text.split(" ")
            for size in range(1, len(words)):
                begun = " ".join(words[:size]).rstrip(":")
                if any(head.startswith(begun) for head in self.head):
                    yield _SHORT, " ".join(words[size:])

    def _fit_items(self, text: str) -> int | None:
        if not text:
            return _BEGUN if self.items else _EXACT
        parts = [part.strip() for part in text.split(",") if part.strip()]
        left, worst = list(self.items), _EXACT
        for part in parts:
            fit = self._take(part, left)
            if fit is None:
                return None
            worst = max(worst, fit)
        return _BEGUN if left else worst

    def is_called(self, text: str) -> bool:
        """Whether a text is the whole name of the answer."""
        return self.fit(typed(text)) == _EXACT

    def is_in_order(self, text: str) -> bool:
        """Whether a text names what the answer lists in the same order: which die, then which face."""
        return any(self._follows(rest) for _, rest in self._rests(text))

    def _follows(self, text: str) -> bool:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return len(parts) <= len(self.items) and all(
            _is_begun(item, part) for item, part in zip(self.items, parts, strict=False)
        )

    @staticmethod
    def _take(part: str, left: list[Forms]) -> int | None:
        """Take what a part names off the items that are left; None if they lack it."""
        for fit, names in ((_EXACT, _is_named), (_SHORT, _is_begun)):
            for word, count in _readings(part):
                found = [item for item in left if names(item, word)]
                if found and left.count(found[0]) >= count:
                    for _ in range(count):
                        left.remove(found[0])
                    return fit
        return None


def _readings(part: str) -> Iterator[tuple[str, int]]:
    yield part, 1
    if (found := _COUNTED.fullmatch(part)) and int(found[1]):
        yield found[2], int(found[1])


def _is_named(item: Forms, word: str) -> bool:
    return word in item


def _is_begun(item: Forms, word: str) -> bool:
    return any(form.startswith(word) for form in item)


def named(names: Names, site: Site, answers: Sequence[Answer]) -> tuple[Named, ...]:
    """The legal answers with their names; two that are called alike show their ids as well."""
    found = [_named(names, site, answer) for answer in answers]
    texts = [each.text for each in found]
    return tuple(
        evolve(each, text=f"{each.text} ({each.written})") if texts.count(each.text) > 1 else each for each in found
    )


def _named(names: Names, site: Site, answer: Answer) -> Named:
    written = answer_text(names.program, site, answer, names.players)
    head, option = str(answer[0]), offered(site, str(answer[0]))
    chosen = () if option is None else tuple(zip(option.choices, answer[1:], strict=False))
    listed = [word for choice, value in chosen for word in _ids(names, choice, value)]
    text = shown(names, head, [names.thing(word) for _, word in listed])
    items = tuple(names.forms(group, word) for group, word in listed)
    return Named(answer, text, written, names.head_forms(head), items)


def shown(names: Names, head: str, things: Iterable[str]) -> str:
    """An answer on the screen."""
    listed = ", ".join(things)
    return phrase("play-answer", name=names.head(head), listed=listed) if listed else names.head(head)


def _ids(names: Names, choice: Choice, value: object) -> Iterator[tuple[str, str]]:
    """What a choice lists: the group of each thing, and its id."""
    values = value if isinstance(value, tuple) else (value,)
    if not values:
        yield "", NOTHING
    for each in values:
        assert isinstance(each, int), "choices are numbered"
        if choice.kind == "player":
            yield "players", names.players[each]
        elif choice.kind in OF_DICE:
            yield "faces", names.program.box.pools[choice.of].faces[each]
        else:
            yield "cards", names.program.box.cards[choice.of][each]


def meant(text: str, answers: Sequence[Named]) -> list[int]:
    """The indices of the answers that a text may mean: those that fit best; several if it is not clear."""
    wanted = typed(text)
    if not wanted:
        return []
    fits = [(fit, index) for index, each in enumerate(answers) if (fit := each.fit(wanted)) is not None]
    best = min((fit for fit, _ in fits), default=None)
    found = [index for fit, index in fits if fit == best]
    ordered = [index for index in found if answers[index].is_in_order(wanted)]
    return ordered if len(found) > 1 and ordered else found


def numbered(text: str, answers: Sequence[Named]) -> list[int] | None:
    """The answers that a text may mean, by number or by name; None for a number that no answer has."""
    if not is_number(text):
        return meant(text, answers)
    number = int(text)
    return [number - 1] if 1 <= number <= len(answers) else None


def is_number(text: str) -> bool:
    """Whether a text is the number of an answer, there or not."""
    return text.isascii() and text.isdigit()


def no_number(answers: Sequence[Named]) -> str:
    """What is said of a number that no answer has."""
    return phrase("play-no-number", last=str(len(answers))) if answers else phrase("play-only-look")
