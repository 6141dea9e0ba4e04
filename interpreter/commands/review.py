"""`gulliver review`: snapshots that changed in, accepted, rejected or left as they are out.

Why one was accepted stands in its header: that is in version control, where the change is reviewed, and not compared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path as File

import click
from attrs import field, frozen

from interpreter.commands import reviews
from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import colour_option, findings_text, is_coloured, object_text, say
from interpreter.documents.reader import read_text
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import ScenarioFile
from interpreter.snapshots.grouping import Changed, Group, grouped
from interpreter.snapshots.store import is_ci
from interpreter.snapshots.waiting import State, dismiss, orphans, settle, waiting
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError

_NOTHING = 5
_ALL = "all"
_KEYS = {"accept": "a", "reject": "r", "skip": "s", "quit": "q"}  # other languages may have other letters


@click.command()
@click.argument("paths", nargs=-1)
@click.option("--list", "listed", is_flag=True, help="Only say what waits.")
@click.option("--accept", multiple=True, metavar="ID", help="From now on this is right; `all`: all new and changed.")
@click.option("--reject", multiple=True, metavar="ID", help="What was accepted stays; `all`: all that waits.")
@click.option("--reason", default="", metavar="TEXT", help="Why it is accepted; it is kept with the snapshot.")
@click.option("--format", "shape", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@colour_option
def review(  # noqa: PLR0913  # one parameter an option
    *,
    paths: tuple[str, ...],
    listed: bool,
    accept: tuple[str, ...],
    reject: tuple[str, ...],
    reason: str,
    shape: str,
    colour: str,
) -> None:
    """Look at snapshots that differ from what was accepted, and decide.

    \b
    Examples:
      gulliver review                           one after the other, at the terminal
      gulliver review --list                    what waits, and what no scenario asks for
      gulliver review my.scenario --accept my-id --reason "two cards, not three"
      gulliver review --accept rule:steps.deal  all that this rule changed, or one within it
      gulliver review --accept stream:deck      all where only chance gave something else from this stream
      gulliver review --reject 'my-*'
      gulliver review --accept all --reason "..." --format json
      gulliver review --accept stale            delete what no scenario asks for

    What waits is grouped by the rule behind the first line that differs; where the rules are the same and chance gave
    something else, its random stream is named. An ID is that of a case (my-id), of a snapshot (my-id.transcript), or
    one of these after FILE::, as --list shows them; * and ? stand for any characters. Reasons are kept in the header
    of the snapshot. What is rejected is found again by the next run. Snapshots come from `gulliver run` and from
    pytest; with CI=true nothing is ever written.

    Exit codes: 0 done, 1 a file cannot be read or written, 2 wrong usage, 5 nothing has such an ID.
    """
    coloured = is_coloured(colour)
    decides = bool(accept or reject)
    _check_usage(listed=listed, decides=decides)
    groups = _groups(paths or _defaults(), coloured=coloured)
    found = [each for group in groups for each in group.members]
    if decides:
        _write_done(_decided(found, accept, reject, reason), shape)
    elif listed or shape == "json":
        _write_list(groups, shape)
    else:
        _ask(groups, reason, coloured=coloured)


def _check_usage(*, listed: bool, decides: bool) -> None:
    if listed and decides:
        raise click.UsageError(phrase("review-list-only"))
    if is_ci() and not listed:
        raise click.UsageError(phrase("review-in-ci"))


def _defaults() -> tuple[str, ...]:
    return ("scenarios",) if File("scenarios").is_dir() else (".",)


# ---- what waits -----------------------------------------------------------------------------------------------------


def _groups(paths: Sequence[str], *, coloured: bool) -> tuple[Group, ...]:
    files = {each.file: each for path in paths for each in _files(File(path), coloured=coloured)}
    found = [*waiting(files.values()), *(each for path in paths if File(path).is_dir() for each in orphans(File(path)))]
    return grouped({each.id: each for each in found}.values(), files.values())


def _files(path: File, *, coloured: bool) -> Iterator[ScenarioFile]:
    parsed = (_parsed(file, coloured=coloured) for file in scenario_files(path))
    return (file for file in parsed if file is not None)


def _parsed(file: File, *, coloured: bool) -> ScenarioFile | None:
    """A file; of one that cannot be read nothing is known, so nothing of it is touched."""
    try:
        return parse(read_text(file, display(file)), display(file))
    except SourceError as wrong:
        click.echo(findings_text(wrong.diagnostics, "text", coloured=coloured), err=True, color=coloured)
        return None


# ---- deciding without a terminal ------------------------------------------------------------------------------------


def _decided(
    found: Sequence[Changed], accept: Sequence[str], reject: Sequence[str], reason: str
) -> list[tuple[str, Changed]]:
    accepted = {each.waiting.id: each for word in accept for each in _meant(found, word)}
    rejected = {each.waiting.id: each for word in reject for each in _meant(found, word)}
    both = accepted.keys() & rejected.keys()
    if both:
        raise click.UsageError(phrase("review-both", name=min(both)))
    for each in accepted.values():
        settle(each.waiting, reason)
    for each in rejected.values():
        dismiss(each.waiting)
    return [*(("accepted", each) for each in accepted.values()), *(("rejected", each) for each in rejected.values())]


def _meant(found: Sequence[Changed], word: str) -> list[Changed]:
    if word == _ALL:
        return [each for each in found if each.waiting.state is not State.STALE]
    meant = [each for each in found if each.is_meant_by(word)]
    if not meant:
        known = ", ".join(each.waiting.snapshot.name for each in found) or phrase("review-none")
        click.echo(phrase("review-unknown", word=word, known=known), err=True)
        sys.exit(_NOTHING)
    return meant


def _write_done(done: Sequence[tuple[str, Changed]], shape: str) -> None:
    if shape == "json":
        found = [{**reviews.plain(each), "outcome": outcome} for outcome, each in done]
        say(object_text(reviews.as_object(found)), coloured=False)
    else:
        lines = [reviews.told(outcome, each) for outcome, each in done]
        say("\n".join(lines) or phrase("review-nothing"), coloured=False)


def _write_list(groups: Sequence[Group], shape: str) -> None:
    if shape == "json":
        found = [reviews.plain(each) for group in groups for each in group.members]
        say(object_text(reviews.as_object(found)), coloured=False)
    else:
        say("\n".join(reviews.listing(groups)) or phrase("review-nothing"), coloured=False)


# ---- asking ---------------------------------------------------------------------------------------------------------


def _ask(groups: Sequence[Group], reason: str, *, coloured: bool) -> None:
    if not groups:
        say(phrase("review-nothing"), coloured=False)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(phrase("review-no-terminal"))
    questions = Questions(input, reason, coloured=coloured)
    with suppress(EOFError):  # whoever says no more decides no more
        for outcome, each in questions.answers(groups):
            say(f"{reviews.told(outcome, each)}\n", coloured=False)


@frozen
class Questions:
    """Shows group after group, and does what the typed letter says; why, asks whoever gave no reason before."""

    read_line: Callable[[str], str]
    reason: str
    coloured: bool = field(kw_only=True)

    def answers(self, groups: Sequence[Group]) -> Iterator[tuple[str, Changed]]:
        """What was done with each snapshot; a capital letter speaks for all the rest of its group, too."""
        number, of = 0, sum(len(group.members) for group in groups)
        for group in groups:
            key = standing = reason = ""
            for each in group.members:
                number += 1
                if not standing:
                    self._show(group, each, phrase("review-place", number=number, of=of))
                    key = self._key()
                    if key == "q":
                        return
                    reason = (self.reason or self._reason()) if key.lower() == "a" else ""
                    standing = key if key.isupper() else ""
                yield _done((standing or key).lower(), each, reason), each

    def _show(self, group: Group, each: Changed, place: str) -> None:
        say(reviews.page(group, each, place, coloured=self.coloured), coloured=self.coloured)

    def _key(self) -> str:
        keys = {phrase(f"review-key-{name}"): key for name, key in _KEYS.items()}
        meanings = {**keys, **{typed.upper(): key.upper() for typed, key in keys.items() if key != "q"}}
        while (typed := self._line(phrase("review-ask"))) not in meanings:
            pass
        return meanings[typed]

    def _reason(self) -> str:
        return self._line(phrase("review-why"))

    def _line(self, question: str) -> str:
        say(question, coloured=False)
        return self.read_line("> ").strip()


def _done(key: str, each: Changed, reason: str) -> str:
    if key == "a":
        settle(each.waiting, reason)
        return "accepted"
    if key == "r":
        dismiss(each.waiting)
        return "rejected"
    return "skipped"
