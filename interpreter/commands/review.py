"""`gulliver review`: snapshots that changed in, accepted, rejected or left as they are out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path as File
from typing import Any

import click

from interpreter.commands.files import display, scenario_files
from interpreter.commands.output import colour_option, findings_text, is_coloured, say
from interpreter.documents.reader import read_text
from interpreter.scenario.parser import parse
from interpreter.scenario.tree import ScenarioFile
from interpreter.snapshots.store import is_ci
from interpreter.snapshots.waiting import State, Waiting, dismiss, orphans, settle, waiting
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError
from interpreter.source.display import harmless

_FAILED, _NOTHING = 1, 5
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
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
      gulliver review --accept all --reason "..." --format json
      gulliver review --accept stale            delete what no scenario asks for

    An ID is that of a case (my-id), of a snapshot (my-id.transcript), or one of these after FILE::, as --list
    shows them. Snapshots come from `gulliver run` and from pytest; with CI=true nothing is ever written.

    Exit codes: 0 done, 1 a file cannot be read or written, 2 wrong usage, 5 nothing has such an ID.
    """
    coloured = is_coloured(colour)
    decides = bool(accept or reject)
    _check_usage(listed=listed, decides=decides)
    found = tuple(_found(paths or _defaults(), coloured=coloured))
    try:
        if decides:
            _write_done(_decided(found, accept, reject, reason), shape)
        elif listed or shape == "json":
            _write_list(found, shape)
        else:
            _ask(found, coloured=coloured)
    except OSError as trouble:
        click.echo(f"{trouble.filename}: {trouble.strerror}", err=True)
        sys.exit(_FAILED)


def _check_usage(*, listed: bool, decides: bool) -> None:
    if listed and decides:
        raise click.UsageError(phrase("review-list-only"))
    if is_ci() and not listed:
        raise click.UsageError(phrase("review-in-ci"))


def _defaults() -> tuple[str, ...]:
    return ("scenarios",) if File("scenarios").is_dir() else (".",)


# ---- what waits -----------------------------------------------------------------------------------------------------


def _found(paths: Sequence[str], *, coloured: bool) -> Iterator[Waiting]:
    seen: set[str] = set()
    for path in paths:
        for each in _below(File(path), coloured=coloured):
            if each.id not in seen:
                seen.add(each.id)
                yield each


def _below(path: File, *, coloured: bool) -> Iterator[Waiting]:
    parsed = (_parsed(file, coloured=coloured) for file in scenario_files(path))
    yield from waiting(file for file in parsed if file is not None)
    if path.is_dir():
        yield from orphans(path)


def _parsed(file: File, *, coloured: bool) -> ScenarioFile | None:
    """A file; of one that cannot be read nothing is known, so nothing of it is touched."""
    try:
        return parse(read_text(file, display(file)), display(file))
    except SourceError as wrong:
        click.echo(findings_text(wrong.diagnostics, "text", coloured=coloured), err=True, color=coloured)
        return None


# ---- deciding without a terminal ------------------------------------------------------------------------------------


def _decided(
    found: Sequence[Waiting], accept: Sequence[str], reject: Sequence[str], reason: str
) -> list[tuple[str, Waiting]]:
    accepted = [each for word in accept for each in _meant(found, word)]
    rejected = [each for word in reject for each in _meant(found, word)]
    both = [each.id for each in accepted if each in rejected]
    if both:
        raise click.UsageError(phrase("review-both", name=both[0]))
    done = [("accepted", each) for each in dict.fromkeys(accepted)]
    done += [("rejected", each) for each in dict.fromkeys(rejected)]
    for outcome, each in done:
        if outcome == "accepted":
            settle(each, reason)
        else:
            dismiss(each)
    return done


def _meant(found: Sequence[Waiting], word: str) -> list[Waiting]:
    if word == _ALL:
        return [each for each in found if each.state is not State.STALE]
    meant = [each for each in found if each.is_meant_by(word)]
    if not meant:
        known = ", ".join(each.snapshot.name for each in found) or phrase("review-none")
        click.echo(phrase("review-unknown", word=word, known=known), err=True)
        sys.exit(_NOTHING)
    return meant


def _write_done(done: Sequence[tuple[str, Waiting]], shape: str) -> None:
    if shape == "json":
        _write_json([{**_plain(each), "outcome": outcome} for outcome, each in done])
    else:
        lines = [_told(outcome, each) for outcome, each in done]
        say("\n".join(lines) or phrase("review-nothing"), coloured=False)


def _told(outcome: str, each: Waiting) -> str:
    return phrase(f"review-{outcome}", id=each.id)


# ---- listing --------------------------------------------------------------------------------------------------------


def _write_list(found: Sequence[Waiting], shape: str) -> None:
    if shape == "json":
        _write_json(list(map(_plain, found)))
    else:
        say("\n".join(map(_headline, found)) or phrase("review-nothing"), coloured=False)


def _headline(each: Waiting) -> str:
    words = [phrase(f"review-state-{state.value}") for state in State]
    said = phrase(f"review-state-{each.state.value}")
    return f"{said:<{max(map(len, words))}} {harmless(each.id)}"


def _plain(each: Waiting) -> dict[str, Any]:
    snapshot = each.snapshot
    pending = None if each.state is State.STALE else snapshot.pending.as_posix()
    return {
        "id": each.id,
        "file": snapshot.scenario.as_posix(),
        "name": snapshot.name,
        "state": each.state.value,
        "accepted": snapshot.accepted.as_posix(),
        "pending": pending,
        "diff": list(each.difference),
    }


def _write_json(snapshots: list[dict[str, Any]]) -> None:
    say(json.dumps({"schema": 1, "snapshots": snapshots}, ensure_ascii=False, indent=2), coloured=False)


# ---- asking ---------------------------------------------------------------------------------------------------------


def _ask(found: Sequence[Waiting], *, coloured: bool) -> None:
    if not found:
        say(phrase("review-nothing"), coloured=False)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(phrase("review-no-terminal"))
    for outcome, each in answers(found, click.getchar, coloured=coloured):
        say(f"{_told(outcome, each)}\n", coloured=False)


def answers(found: Sequence[Waiting], read_key: Callable[[], str], *, coloured: bool) -> Iterator[tuple[str, Waiting]]:
    """Show each snapshot and do what the pressed key says; capital letters speak for all the rest, too."""
    standing = ""
    for number, each in enumerate(found, 1):
        if not standing:
            say(_page(each, phrase("review-place", number=number, of=len(found)), coloured=coloured), coloured=coloured)
        key = standing or _key(read_key)
        if key == "q":
            return
        standing = key if key.isupper() else ""
        yield _done(key.lower(), each), each


def _key(read_key: Callable[[], str]) -> str:
    say(phrase("review-ask"), coloured=False)
    keys = {phrase(f"review-key-{name}"): key for name, key in _KEYS.items()}
    meanings = {**keys, **{typed.upper(): key.upper() for typed, key in keys.items() if key != "q"}}
    while (key := read_key()) not in meanings:
        pass
    return meanings[key]


def _done(key: str, each: Waiting) -> str:
    if key == "a":
        settle(each)
        return "accepted"
    if key == "r":
        dismiss(each)
        return "rejected"
    return "skipped"


def _page(each: Waiting, place: str, *, coloured: bool) -> str:
    lines = (harmless(line) for line in each.difference)
    shown = (click.style(line, fg=_COLOURS.get(line[:1])) if coloured else line for line in lines)
    return "\n".join([f"{_headline(each)}  ({place})", *shown])
