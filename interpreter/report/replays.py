"""A filmed game to a page to step through: all that happened, or only what one player may know."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import PurePath
from typing import Any

from attrs import define, field

from interpreter.engine.views import Plain
from interpreter.model.references import cited_source
from interpreter.report.films import Film, Step
from interpreter.report.html import page
from interpreter.report.stacks import stack_words
from interpreter.report.tables import Cells, Tables, changes
from interpreter.source.catalogue import phrase
from interpreter.source.display import harmless
from interpreter.source.speech import listed

_SCHEMA = 1
_ESCAPED = {ord(each): f"\\u{ord(each):04x}" for each in "<>&\u2028\u2029"}
_WORDS = ("unknown", "none", "idle", "open", "changed", "known", "denied", "top", "elsewhere", "table", "aside")


def as_page(film: Film, seat: int | None, name: str = "") -> str:
    """The whole page; what a seat may not know is not in the page that is made for it.

    `name` says which game this is, on a page that shows everything: a name may give away what somebody holds.
    """
    told = data_of(film, seat)
    script = _script()
    title = phrase("replay-title", game=stack_words(film.loaded.stack.full_name))
    return page(
        "replay.html.j2",
        harmless(title if seat is None else phrase("replay-title-of", title=title, who=film.names[seat])),
        name=harmless(name) if seat is None else "",
        players=listed(map(harmless, film.names), phrase("and")),
        sides=_sides(film.names) if seat is None else (),
        steps=[step["say"] for step in told["seen"][0]["steps"]],
        data=embedded(told),
        script=script,
        digest=b64encode(sha256(script.encode()).digest()).decode(),
    )


def data_of(film: Film, seat: int | None) -> Plain:
    """What the page steps through: as one seat noticed it, or all, and then as everybody noticed it."""
    tables, rules = Tables(film.program.box, film.names, film.things), _Rules(film)
    seats: Sequence[int | None] = (None, *range(len(film.names))) if seat is None else (seat,)
    steps = [tuple(film.steps(each)) for each in seats]
    told: Plain = {"schema": _SCHEMA, "layout": tables.layout(), "words": _words()}
    told["seen"] = [
        {"who": each, "steps": list(_told(film, each, seen, tables, rules))}
        for each, seen in zip(seats, steps, strict=True)
    ]
    if seat is None:
        told["at"] = [[step.at for step in seen] for seen in steps]  # how far each step is, for whoever changes sides
    return {**told, "rules": rules.told}


def _told(film: Film, seat: int | None, steps: Iterable[Step], tables: Tables, rules: _Rules) -> Iterator[Plain]:
    """Each step: what happened, by which rule, and what is different on the table."""
    before: Cells = {}
    for step in steps:
        now = tables.cells(film.table(step.at, seat))
        yield {"say": step.said, "rule": rules.number(step.rule), "table": changes(before, now)}
        before = now


def _words() -> dict[str, str]:
    step = phrase("replay-step", number="{number}", last="{last}")
    return {"step": step, **{word: phrase(f"replay-{word}") for word in _WORDS}}


def _sides(names: Sequence[str]) -> list[str]:
    """What can be shown: all of it, then what each player sees."""
    return [phrase("replay-all"), *(phrase("replay-sees", who=name) for name in names)]


@define
class _Rules:
    """The rules that steps go by, each once, in the order in which they come up."""

    film: Film
    told: list[Plain] = field(factory=list)
    _numbers: dict[int, int] = field(factory=dict)

    def number(self, rule: int | None) -> int | None:
        """Where in `told` a rule stands."""
        if rule is None:
            return None
        if rule not in self._numbers:
            self._numbers[rule] = len(self.told)
            self.told.append(self._rule(rule))
        return self._numbers[rule]

    def _rule(self, number: int) -> Plain:
        """What a rule is called, its path, which layer wrote it and where, and the source that says so."""
        rule, stack = self.film.program.rules[number], self.film.loaded.stack
        place = stack.place(rule.path).name
        name = self.film.sentences.title(rule.name)
        told: Plain = {"path": ".".join(rule.path), "layer": stack.origin(rule.path).layer or stack.ruleset}
        file = "/".join(PurePath(place.file).parts[-2:])  # where the folder lies is nobody else's business
        told |= {"place": harmless(f"{file}:{place.line}"), "title": harmless(name)}
        source = stack.source(rule.path)
        if source is None:
            return told
        register = self.film.loaded.ruleset.draft.sources.get(cited_source(source))
        return {**told, "source": harmless(source), "book": harmless(register.title) if register else ""}


def embedded(told: Any) -> str:
    """Data as JSON in which no character can end the element that it stands in."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ESCAPED)


@cache
def _script() -> str:
    return resources.files("interpreter.report").joinpath("pages", "replay.js").read_text("utf-8")
