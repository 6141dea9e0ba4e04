"""A scenario to a smaller one that comes out the same: lines, players and things that it does not need are taken away.

What must stay the same is the outcome of each of its cases, and what is found wrong: by code and subject, of a claim
about all branches by what it claims and what is true; and no line fails that held. Of what holds, nothing shows whether
it is still looked at: so expectations that hold stay, and so does a line of each `when`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import define, field, frozen

from interpreter.scenario import tree as t
from interpreter.scenario.formatter import format_text
from interpreter.scenario.lines import split_comment
from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import Diagnostic, SourceError
from interpreter.source.speech import DEFAULT
from interpreter.trial.loading import NO_EXTRA, Extra
from interpreter.trial.rewording import naming
from interpreter.trial.runner import run_case
from interpreter.trial.verdicts import Outcome, Verdict
from interpreter.writing.pieces import (
    Piece,
    Pieces,
    pieces_of,
    shorter,
    text_of,
    with_cells,
    without,
    without_last_player,
)

_Thing = TypeVar("_Thing")
_KEPT = frozenset({"table", "reading", "background"})
_CLAIMS = frozenset({"E0501", "E0502", "E0508"})
_TRUE_OF_CLAIMS = ("actual", "chance")
Signature = tuple[tuple[Outcome, tuple[tuple[str, str], ...]], ...]


class NoCaseError(Exception):
    """Nothing in the file has the id that was named."""


@frozen
class Wish:
    """What is to be shrunk, and how far: a scenario or a case by its id; which lines of the file stay."""

    case: str
    keep: frozenset[int] | None = None  # numbers of lines from 1; None: all expectations, where they hold
    extra: Extra = NO_EXTRA             # rules that a command lays upon it
    budget: int = 5000                  # runs
    with_others: bool = False           # the other scenarios of the file stay, and what all of them share


@frozen
class Shrunk:
    """The smaller text, how many lines it has left of how many, and whether nothing more can go."""

    text: str
    before: int
    after: int
    runs: int
    is_least: bool


def shrunk(text: str, file: str, wish: Wish, progress: Callable[[int, int], None] | None = None) -> Shrunk:
    """Take away all that can go; `progress` is told the number of runs and of lines that are left.

    Raises:
        NoCaseError: There is no such scenario, reading or row.
        SourceError: The file cannot be read.
    """
    whole = parse(text, file, only=wish.case)
    scenario, case = _wanted(whole, wish.case)
    pieces = pieces_of(text, whole.language)
    others, own = _apart(pieces, whole, scenario, wish)
    if case is not None:
        own = _one_case(own, case)
    search = _Search(file, scenario.id.text, wish, others, progress or _silent)
    search.begin(own)
    left = search.least(own)
    tidy = search.reworded(format_text(text_of(search.whole(left)), file), whole.language)
    return Shrunk(tidy, len(own), len(left), search.runs, search.runs < wish.budget)


def _silent(_runs: int, _lines: int) -> None:
    pass


def _wanted(file: t.ScenarioFile, wanted: str) -> tuple[t.Scenario, t.Case | None]:
    """The scenario of an id, and the one case of it if the id is that of a case."""
    for scenario in file.scenarios:
        if scenario.id.text == wanted:
            return scenario, None
        for case in scenario.cases:
            if ".".join((scenario.id.text, *case.path)) == wanted:
                return scenario, case
    raise NoCaseError(wanted)


def _apart(pieces: Pieces, file: t.ScenarioFile, scenario: t.Scenario, wish: Wish) -> tuple[Pieces, Pieces]:
    """What stays as it is, and what may be made smaller."""
    begun = [each.span.line - 1 for each in file.scenarios]
    first = scenario.span.line - 1
    end = min((line for line in begun if line > first), default=pieces[-1].number + 1)
    inside = [piece for piece in pieces if first <= piece.number < end]
    shared = [piece for piece in pieces if piece.number < min(begun)]
    if wish.with_others:
        return tuple(piece for piece in pieces if piece not in inside), tuple(inside)
    return (), (*shared, *inside)


def _one_case(pieces: Pieces, case: t.Case) -> Pieces:
    """The lines of one case alone: without the other readings, filled in from its row."""
    if case.reading is not None:
        kept = case.reading.span.line - 1
        pieces = without(pieces, [p.number for p in pieces if p.opener == "reading" and p.number != kept])
    return pieces if case.row is None else with_cells(pieces, dict(case.row.cells))


# ---- searching ------------------------------------------------------------------------------------------------------


@define
class _Search:
    """Tries what can go, and counts the runs."""

    file: str
    id: str
    wish: Wish
    others: Pieces
    progress: Callable[[int, int], None]
    runs: int = 0
    wanted: Signature = ()
    wrong: frozenset[tuple[str, int]] = frozenset()  # codes, and the numbers of the pieces where they are found
    known: dict[str, bool] = field(factory=dict)

    def begin(self, pieces: Pieces) -> None:
        """Find out how the scenario comes out as it is."""
        text = text_of(self.whole(pieces))
        verdicts = self._verdicts(text)
        self.wanted = _signature(verdicts, text)
        self.wrong = _wrong(verdicts, self.whole(pieces))

    def whole(self, pieces: Pieces) -> Pieces:
        """All lines of the file."""
        return tuple(sorted((*self.others, *pieces), key=lambda piece: piece.number))

    def least(self, pieces: Pieces) -> Pieces:
        """Take lines, players and things away until nothing more can go."""
        before: Pieces = ()
        while before != pieces:
            before = pieces
            pieces = self._without_lines(pieces)
            pieces = self._without_players(pieces)
            pieces = self._with_shorter_lists(pieces)
        return pieces

    def _without_lines(self, pieces: Pieces) -> Pieces:
        """Larger groups of lines first, then one by one, as in delta debugging."""
        size = max(1, len(pieces) // 2)
        while True:
            removed = False
            for group in _groups([p.number for p in pieces if self._may_go(p)], size):
                fewer = without(pieces, group)
                if fewer != pieces and self._is_same(pieces, fewer):
                    pieces, removed = fewer, True
            if size == 1 and not removed:
                return pieces
            size = max(1, size // 2)

    def _without_players(self, pieces: Pieces) -> Pieces:
        while (fewer := without_last_player(pieces, self._may_change)) is not None and self._is_same(pieces, fewer):
            pieces = fewer
        return pieces

    def _with_shorter_lists(self, pieces: Pieces) -> Pieces:
        for number in [piece.number for piece in pieces]:
            shortened = True
            while shortened:
                shortened = False
                at = next((at for at, piece in enumerate(pieces) if piece.number == number), None)
                if at is None or not self._may_change(pieces[at]) or pieces[at].opener:
                    break
                for instead in shorter(pieces[at]):
                    fewer = (*pieces[:at], instead, *pieces[at + 1 :])
                    if self._is_same(pieces, fewer):
                        pieces, shortened = fewer, True
                        break
        return pieces

    def reworded(self, text: str, language: str) -> str:
        """The text with the words for as many things as are left: by way of the ids, if it still says the same."""
        if language == DEFAULT:
            return text
        plain = format_text(text, self.file, DEFAULT, lambda tree: naming(tree, DEFAULT))
        again = format_text(plain, self.file, language, lambda tree: naming(tree, language))
        return again if _signature(self._verdicts(again), again) == self.wanted else text

    # ---- what may go

    @property
    def _holds(self) -> bool:
        return all(outcome is Outcome.PASSED for outcome, _ in self.wanted)

    def _may_go(self, piece: Piece) -> bool:
        return bool(piece.indent) and piece.opener not in _KEPT and not self._stays(piece)

    def _may_change(self, piece: Piece) -> bool:
        return bool(piece.indent) and not self._stays(piece)

    def _stays(self, piece: Piece) -> bool:
        """Expectations that hold stay, or those that somebody named."""
        if self.wish.keep is not None and piece.number + 1 in self.wish.keep:
            return True
        is_claim = piece.within in ("then", "open_then")
        return is_claim and self._holds and self.wish.keep is None

    def _keeps_its_word(self, before: Pieces, after: Pieces) -> bool:
        """Whether all that must stay is there, and each script that was followed by what holds still says something."""
        left = {piece.number for piece in after}
        if any(self._stays(piece) and piece.number not in left for piece in before):
            return False
        openers = [piece.number for piece in before if piece.opener == "when"]
        return not self._holds or all(number in left for number in openers)

    # ---- running

    def _is_same(self, before: Pieces, after: Pieces) -> bool:
        """Whether the lines come out as those at the beginning."""
        if not self._keeps_its_word(before, after):
            return False
        whole = self.whole(after)
        text = text_of(whole)
        if text not in self.known:
            if self.runs >= self.wish.budget:
                return False
            self.runs += 1
            self.progress(self.runs, len(after))
            self.known[text] = self._comes_out(whole, text)
        return self.known[text]

    def _comes_out(self, pieces: Pieces, text: str) -> bool:
        try:
            verdicts = self._verdicts(text)
        except SourceError:
            return False
        return _signature(verdicts, text) == self.wanted and _wrong(verdicts, pieces) <= self.wrong

    def _verdicts(self, text: str) -> tuple[Verdict, ...]:
        file = parse(text, self.file, only=self.id)
        tests = ((scenario, case) for scenario, case in file.tests() if scenario.id.text == self.id)
        return tuple(run_case(file, scenario, case, self.wish.extra) for scenario, case in tests)


def _signature(verdicts: Iterable[Verdict], text: str) -> Signature:
    lines = text.split("\n")
    return tuple((verdict.outcome, tuple(sorted(_told(verdict, lines)))) for verdict in verdicts)


def _told(verdict: Verdict, lines: Sequence[str]) -> set[tuple[str, str]]:
    return {(finding.code, _subject(finding, verdict.file, lines)) for finding in verdict.findings}


def _wrong(verdicts: Iterable[Verdict], pieces: Pieces) -> frozenset[tuple[str, int]]:
    """The codes of what is found wrong, each with the number of its piece."""
    written = [piece.number for piece in pieces for _ in (*piece.above, piece.text)]
    found = ((finding, verdict.file) for verdict in verdicts for finding in verdict.findings)
    return frozenset((f.code, written[f.span.line - 1]) for f, file in found if f.span and f.span.file == file)


def _subject(finding: Diagnostic, file: str, lines: Sequence[str]) -> str:
    """What a finding is about, wherever the line has moved to."""
    if "subject" in finding.values:
        return finding.values["subject"]
    if finding.span is None or finding.span.file != file:
        return str(finding.span)
    said, _ = split_comment(lines[finding.span.line - 1])
    if finding.code not in _CLAIMS:
        return said.partition(":")[0].strip()
    true = (finding.values[name] for name in _TRUE_OF_CLAIMS if name in finding.values)
    return " ".join((said.strip(), *true))


def _groups(things: Sequence[_Thing], size: int) -> Iterator[Iterable[_Thing]]:
    return (things[at : at + size] for at in range(0, len(things), size))
