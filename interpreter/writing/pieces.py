"""The text of a scenario file to the pieces that can be taken out of it one by one, and back to text.

A piece is a line with the comments right above it; its block belongs to it. What stands in a list can be taken out of
its line as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import evolve, frozen

from interpreter.scenario.grammar import opens
from interpreter.scenario.lines import QUOTE, TAB_WIDTH, raw_lines, split_comment
from interpreter.scenario.tables import filled_in

_EMPTY_IF_BARE = ("given", "when", "then", "background", "together")
_PLACES = ("given_at", "given_seed", "given", "when", "open_then", "then", "table", "reading", "background")
_WORDS = re.compile(rf'{QUOTE}|[^\s,;:"]+')
_QUOTE_OR_COLON = re.compile(rf"{QUOTE}|:")
_QUOTE_OR_SIGN = re.compile(rf"{QUOTE}|.")
_COUNTED = re.compile(r"([0-9]+) (.+)")


@frozen
class Piece:
    """One line; `within` names the block it stands in, `opener` the statement that it is if it opens a block."""

    number: int               # of the line in the file, from 0: which piece it is, whatever is changed in it
    indent: int
    said: str                 # without margin and comment
    comment: str
    above: tuple[str, ...]    # comments and empty lines, as written
    within: str               # "" at the top of the scenario or the file
    opener: str

    @property
    def text(self) -> str:
        """The line as it stands in a file."""
        return " " * self.indent + self.said + (f"  {self.comment}" if self.comment else "")


Pieces = tuple[Piece, ...]


def pieces_of(text: str, language: str) -> Pieces:
    """All lines that say something."""
    found: list[Piece] = []
    above: list[str] = []
    open_blocks: list[tuple[int, str]] = []
    for number, line in enumerate(raw_lines(text)):
        said, comment = split_comment(line)
        content = said.lstrip(" \t")
        if not content:
            above.append(line.rstrip())
            continue
        indent = len(said[: len(said) - len(content)].expandtabs(TAB_WIDTH))
        open_blocks = [block for block in open_blocks if block[0] < indent]
        within = next((name for _, name in reversed(open_blocks) if name in _PLACES), "")
        opener = next((name for name in (*_PLACES, "together", "players") if opens(content, language, name)), "")
        found.append(Piece(number, indent, content, comment, tuple(above), within, opener))
        open_blocks.append((indent, opener))
        above = []
    return tuple(found)


def text_of(pieces: Iterable[Piece]) -> str:
    """The text of a file with these lines."""
    return "\n".join(line for piece in pieces for line in (*piece.above, piece.text)) + "\n"


# ---- taking out -----------------------------------------------------------------------------------------------------


def without(pieces: Pieces, gone: Iterable[int]) -> Pieces:
    """The lines without some of them, what is below these, and blocks in which nothing is left."""
    taken = set(gone)
    left: list[Piece] = []
    below: int | None = None  # the indent of a line that is gone: all that stands deeper goes with it
    for piece in pieces:
        if below is not None and piece.indent > below:
            continue
        below = piece.indent if piece.number in taken else None
        if below is None:
            left.append(piece)
    return _without_bare(tuple(left))


def _without_bare(pieces: Pieces) -> Pieces:
    """Blocks in which nothing is left go, too; the innermost first."""
    left: list[Piece] = []
    following: Piece | None = None
    for piece in reversed(pieces):
        is_bare = following is None or following.indent <= piece.indent
        if not (is_bare and piece.opener in _EMPTY_IF_BARE):
            left.append(piece)
            following = piece
    return tuple(reversed(left))


def with_cells(pieces: Pieces, cells: Mapping[str, str]) -> Pieces:
    """The lines without their table, filled in with the cells of one of its rows."""
    openers = [piece.number for piece in pieces if piece.opener == "table"]
    return tuple(evolve(piece, said=filled_in(piece.said, cells)) for piece in without(pieces, openers))


# ---- lists ----------------------------------------------------------------------------------------------------------


def shorter(piece: Piece) -> Iterator[Piece]:
    """The line with one thing of its list less; in a script with one answer less."""
    subject, colon, value = _split(piece.said)
    sign = ";" if piece.within == "when" and ";" in value else ","
    if not colon or piece.within == "then":
        return
    parts = _parts(value, sign)
    for at, part in enumerate(parts):
        fewer = _fewer(part) if sign == "," else None
        if len(parts) > 1:
            yield evolve(piece, said=f"{subject}: {_joined([*parts[:at], *parts[at + 1 :]], sign)}")
        if fewer is not None:
            yield evolve(piece, said=f"{subject}: {_joined([*parts[:at], fewer, *parts[at + 1 :]], sign)}")


def _joined(parts: Iterable[str], sign: str) -> str:
    return f"{sign} ".join(parts)


def _fewer(part: str) -> str | None:
    """`2 pawn` for `3 pawn`, `pawn` for `2 pawn`."""
    counted = _COUNTED.fullmatch(part)
    count = 0 if counted is None else int(counted[1]) - 1
    if counted is None or count < 1:
        return None
    return counted[2] if count == 1 else f"{count} {counted[2]}"


def _split(said: str) -> tuple[str, str, str]:
    """What a line is about, and what it says of it; a colon in quotes is none."""
    for match in _QUOTE_OR_COLON.finditer(said):
        if match[0] == ":":
            return said[: match.start()].strip(), ":", said[match.end() :].strip()
    return said, "", ""


def _parts(value: str, sign: str) -> list[str]:
    parts: list[str] = [""]
    for match in _QUOTE_OR_SIGN.finditer(value):
        if match[0] == sign:
            parts.append("")
        else:
            parts[-1] += match[0]
    return [part.strip() for part in parts]


# ---- seats ----------------------------------------------------------------------------------------------------------


def without_last_player(pieces: Pieces, may_go: Callable[[Piece], bool]) -> Pieces | None:
    """The lines without the last player and all that is said of him; None if something must stay that names him."""
    line = next((piece for piece in reversed(pieces) if piece.opener == "players"), None)
    names = _parts(_split(line.said)[2], ",") if line is not None else []
    *rest, last = names or [""]
    if line is None or not rest:
        return None
    subject = _split(line.said)[0]
    found: list[Piece] = []
    gone: list[int] = []
    for piece in pieces:
        if piece.number == line.number:
            found.append(evolve(piece, said=f"{subject}: {', '.join(rest)}"))
            continue
        instead = _without_name(piece, last)
        found.append(instead or piece)
        if instead is None:
            gone.append(piece.number)
    by_number = {piece.number: piece for piece in pieces}
    changed = [p for p in found if by_number[p.number] != p and p.number != line.number]
    if not all(may_go(each) for each in (*changed, *(by_number[number] for number in gone))):
        return None
    return without(tuple(found), gone)


def _without_name(piece: Piece, name: str) -> Piece | None:
    """The line without a name in its list; None if the whole line is about it."""
    subject, colon, value = _split(piece.said)
    if name in _WORDS.findall(subject):
        return None
    parts = _parts(value, ",") if colon else []
    left = [part for part in parts if part != name]
    if len(left) < len(parts):
        return evolve(piece, said=f"{subject}: {', '.join(left)}") if left else None
    return None if name in _WORDS.findall(value) else piece
