"""A saved game to a session under the rules as they are now, and what of it no longer holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.engine.decisions import Decision
from interpreter.library import LoadedRuleset
from interpreter.play.keeping import Kept
from interpreter.play.paper import Row, Style
from interpreter.play.session import MisfitError, Session
from interpreter.report.stacks import stack_words
from interpreter.source.catalogue import phrase

_LISTED = 8
_DIGITS = 12  # of a hash


@frozen
class Resumed:
    """The session as far as the answers fit, and the first that does not."""

    session: Session
    misfit: MisfitError | None = None


def resumed(loaded: LoadedRuleset, kept: Kept) -> Resumed:
    """Give the answers of a saved game again.

    Raises:
        SourceError: So many cannot play, or the rules cannot be carried out.
    """
    try:
        return Resumed(Session(loaded, kept.party, kept.answers))
    except MisfitError as misfit:
        return Resumed(Session(loaded, kept.party, kept.answers[: misfit.number]), misfit)


def broken_rows(found: Resumed, kept: Kept, loaded: LoadedRuleset) -> Iterator[Row]:
    """What has changed since a game was saved."""
    if loaded.stack.hash != kept.hash:
        before, now = _named(kept.ruleset, kept.hash), _named(loaded.stack.full_name, loaded.stack.hash)
        yield Row(phrase("play-changed", before=before, now=now), style=Style.NOTE)
        yield from _changed_rows(kept, loaded)
    misfit, count = found.misfit, len(kept.answers)
    if misfit is None:
        yield Row(phrase("play-all-fit", count=count), style=Style.NOTE)
        yield from _anew(loaded, kept)
        return
    given = misfit.given
    numbers = {"number": str(misfit.number + 1), "last": str(count)}
    values = {"who": given.who, "answer": given.answer, "rule": given.rule}
    yield Row(phrase("play-misfit", **numbers, **values), style=Style.NOTE)
    yield Row(_instead(found, misfit), style=Style.NOTE, depth=1)
    yield from _anew(loaded, kept)


def _anew(loaded: LoadedRuleset, kept: Kept) -> Iterator[Row]:
    """That chance may have given other things than the answers were given to."""
    if loaded.stack.hash != kept.hash:
        yield Row(phrase("play-chance-anew"), style=Style.NOTE)


def _changed_rows(kept: Kept, loaded: LoadedRuleset) -> Iterator[Row]:
    """Which parts of the rules are other ones, and how many of the answers they had asked for."""
    before, now = kept.parts, loaded.stack.part_hashes
    parts = [part for part in {**before, **now} if before.get(part) != now.get(part)]
    if not before or not parts:  # nothing is known of the parts, or they stand in another order
        return
    yield Row(phrase("play-parts", parts=_some(parts, ", ")), style=Style.NOTE)
    touched = sum(given.rule.startswith(tuple(f"{part}." for part in parts)) for given in kept.answers)
    yield Row(phrase("play-touched", count=touched, all=str(len(kept.answers))), style=Style.NOTE)


def _some(words: Sequence[str], separator: str) -> str:
    """The first of some words, and how many more there are."""
    shown, more = separator.join(words[:_LISTED]), len(words) - _LISTED
    return shown if more <= 0 else phrase("and-more", listed=shown, count=more)


def _named(stack: str, hash_: str) -> str:
    """A stack with the beginning of its hash."""
    return f"{stack_words(stack)} ({hash_[:_DIGITS]})"


def _instead(found: Resumed, misfit: MisfitError) -> str:
    """What the rules ask now."""
    if not isinstance(misfit.waiting, Decision):
        return phrase("play-misfit-over")
    who = found.session.party.players[misfit.waiting.who]
    return phrase("play-misfit-asked", who=who, rule=misfit.rule, legal=_some(misfit.legal, "; "))
