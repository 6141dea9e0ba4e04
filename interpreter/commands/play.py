"""`gulliver play`: the name of a ruleset, or a saved game, and people at a terminal; a game that is played."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path as File
from typing import NoReturn

import click
from attrs import define, evolve, frozen

from interpreter.commands.ending import INTERRUPTED
from interpreter.commands.files import existing
from interpreter.commands.output import colour_option, give_up, is_coloured
from interpreter.commands.record import write_scenario
from interpreter.commands.seating import Seats, party_of, reseated
from interpreter.commands.stacks import StackCommand, StackName, parsed_stack
from interpreter.commands.tables import stack_or_table
from interpreter.engine.transcript import Transcript
from interpreter.library import LoadedRuleset
from interpreter.play.desk import Desk
from interpreter.play.host import Ending, Host
from interpreter.play.keeping import Keeper, KeepingError, Kept, keep, kept_in, new_file, put_aside
from interpreter.play.paper import Paper, Row, Style, wrapped
from interpreter.play.reading import InputEndedError, Reader, reader
from interpreter.play.resuming import Resumed, broken_rows, resumed
from interpreter.play.session import Session
from interpreter.policies.registry import PolicyError
from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import SourceError
from interpreter.source.display import harmless
from interpreter.source.refusals import refusal
from interpreter.source.speech import without_accents

_COLUMNS = 80
_FAULT, _ENDED = 1, 3


@click.command(cls=StackCommand)
@click.argument("ruleset", metavar="[STACK]", required=False)
@click.option("--players", metavar="NAMES", help="Who plays, clockwise, with commas between the names.")
@click.option("--seats", type=click.IntRange(min=1), help="How many play; as few as can without it.")
@click.option("--bots", metavar="POLICY", help="Everybody but the first player is a bot.")
@click.option("--bot", "bot", multiple=True, metavar="SEAT=POLICY", help="This player is a bot; by name or number.")
@click.option("--seed", help="The same seed gives the same chance; without it every game is another.")
@click.option("--open", "is_open", is_flag=True, help="Nobody hands the screen over; it shows what each may know.")
@click.option("--plain", is_flag=True, help="Lines only, for a screen reader: nothing is drawn or cleared.")
@click.option("--with", "layers", multiple=True, metavar="LAYER", help="A layer upon it; can be repeated.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="Another value for an option.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=File), help="Keep the game in this file.")
@click.option("--resume", type=click.Path(path_type=File), help="Go on with the game that this file keeps.")
@colour_option
def play(  # noqa: PLR0913  # one parameter an option
    *,
    ruleset: str | None,
    players: str | None,
    seats: int | None,
    bots: str | None,
    bot: tuple[str, ...],
    seed: str | None,
    is_open: bool,
    plain: bool,
    layers: tuple[str, ...],
    settings: tuple[str, ...],
    save: File | None,
    resume: File | None,
    colour: str,
) -> None:
    """Play a game at the terminal: several people at one screen, with bots or without.

    \b
    Examples:
      gulliver play NAME --players Ada,Bruno
      gulliver play NAME --players Ada,Bruno,Cara --bots random --seed 7
      gulliver play NAME --players Ada,Bruno,Cara --bot Cara=random
      gulliver play 'NAME with house/long' --seats 3 --open
      gulliver play --resume my.game
      gulliver play NAME --with house/long --resume my.game

    Answers are numbers or names, as scenarios write them, in any language of the ruleset; the beginning is enough.
    `help` lists what else can be typed: undo, hint, what, why not, save, log, record and more. The game is kept after
    every answer; without --save in a new file below .gulliver/games. Lines may come from a pipe.

    Exit codes: 0 the game is over, or `quit`; 1 the rules or a file cannot be used, also the one that should keep a
    game that is not over; 2 wrong usage, 3 the input ended before the game, 130 interrupted.
    """
    if save is not None and save.exists():
        raise click.UsageError(phrase("play-save-there", file=str(save)))
    asked = Seats(players, seats, bots, bot, seed, is_open)
    paper = _paper(colour, is_plain=plain)
    lines = reader(is_plain=paper.is_plain)
    try:
        if resume is None:
            named = stack_or_table(ruleset, layers, settings)
            game = _begun(named, asked, save)
        else:
            stack = None if ruleset is None and not layers and not settings else (ruleset, layers, settings)
            game = _Resuming(resume, stack, save, paper, lines).game(asked)
        _play(game, paper, lines)
    except SourceError as trouble:
        give_up(trouble, "text", colour)
    except (KeepingError, PolicyError) as trouble:
        _stop(str(trouble), _FAULT)
    except KeyboardInterrupt:
        _stop(phrase("play-interrupted"), INTERRUPTED)


def _paper(colour: str, *, is_plain: bool) -> Paper:
    is_terminal = sys.stdout.isatty()
    lines_only = is_plain or not is_terminal or os.environ.get("TERM") == "dumb"
    return Paper(_columns(), lines_only, is_coloured(colour), is_terminal)


def _columns() -> int:
    return min(_COLUMNS, shutil.get_terminal_size((_COLUMNS, 24)).columns)


def _tell(text: str) -> None:
    """Say something beside the screen."""
    click.echo("\n".join(wrapped(harmless(text), _columns())), err=True)


def _stop(text: str, code: int) -> NoReturn:
    _tell(text)
    sys.exit(code)


# ---- what is played --------------------------------------------------------------------------------------------------


@define
class _Game:
    """A session, and what keeps it; `is_kept` says whether the file holds it as it is now."""

    named: StackName
    loaded: LoadedRuleset
    session: Session
    keeper: Keeper | None
    is_kept: bool = False
    is_told: bool = False  # that it cannot be kept

    @property
    def file(self) -> File | None:
        """The file that holds the game as it is now."""
        return self.keeper.file if self.keeper is not None and self.is_kept else None

    def kept(self) -> Kept:
        """What a file is to hold."""
        stack, session = self.loaded.stack, self.session
        return Kept(str(self.named), stack.hash, session.party, tuple(session.answers), stack.part_hashes)

    def keep(self) -> None:
        """Write the file; if that fails, say so once and play on."""
        if self.keeper is None:
            return
        self.is_kept, before = False, self.keeper.file
        try:
            self.keeper.keep(self.kept())
        except OSError as trouble:
            if not self.is_told:
                _tell(phrase("play-not-kept", file=str(self.keeper.file), reason=refusal(trouble)))
            self.is_told = True
            return
        self.is_kept, self.is_told = True, False
        if self.keeper.file != before:
            _tell(phrase("play-kept-elsewhere", file=str(before), other=str(self.keeper.file)))


def _begun(named: StackName, asked: Seats, save: File | None) -> _Game:
    loaded = named.load()
    party = party_of(asked, loaded)
    file = save or _own_file(loaded)
    return _Game(named, loaded, Session(loaded, party), None if file is None else Keeper(file))


def _own_file(loaded: LoadedRuleset) -> File | None:
    """A file of the game's own; where none can be made, the game is not kept."""
    name = "-".join(without_accents(loaded.stack.ruleset).replace("/", " ").split()) or "game"
    try:
        return new_file(name[-40:])
    except OSError as trouble:
        _tell(phrase("play-not-kept", file=".gulliver", reason=refusal(trouble)))
        return None


_Stack = tuple[str | None, tuple[str, ...], tuple[str, ...]]


@frozen
class _Resuming:
    """A saved game, under its own rules or under those that somebody names."""

    file: File
    stack: _Stack | None
    save: File | None
    paper: Paper
    lines: Reader

    def game(self, asked: Seats) -> _Game:
        """The game that the file keeps, as far as it fits the rules.

        Raises:
            SourceError: The rules cannot be used.
            KeepingError: The file keeps no game, or nobody wants to go on with what still fits.
        """
        kept, keeper = kept_in(existing(self.file))
        named = parsed_stack(kept.ruleset)
        if self.stack is not None:
            typed, layers, settings = self.stack
            named = parsed_stack(typed or kept.ruleset, layers, settings)
        loaded = named.load()
        party = reseated(kept.party, asked)
        found = resumed(loaded, evolve(kept, party=party))
        if loaded.stack.hash != kept.hash or found.misfit is not None:
            self._changed(found, kept, loaded)
            if self.save is None:
                _tell(phrase("play-put-aside", file=str(_put_aside(self.file))))
        return _Game(named, loaded, found.session, keeper if self.save is None else Keeper(self.save))

    def _changed(self, found: Resumed, kept: Kept, loaded: LoadedRuleset) -> None:
        """Say what still fits; if not everything does, go on only if that is wanted."""
        self.paper.write(broken_rows(found, kept, loaded))
        if found.misfit is not None and not _is_wanted(self.lines):
            raise KeepingError(phrase("play-left", file=str(self.file)))


def _put_aside(file: File) -> File:
    try:
        return put_aside(file)
    except OSError as trouble:
        reason = refusal(trouble)
        raise KeepingError(phrase("play-not-written", file=str(file), reason=reason)) from trouble


def _is_wanted(lines: Reader) -> bool:
    try:
        answer = lines.line(phrase("play-go-on"), (phrase("yes"), phrase("no")))
    except InputEndedError:
        return False
    yes = (phrase("yes"), "yes")
    return bool(answer) and any(word.startswith(answer.casefold()) for word in yes)


# ---- playing ---------------------------------------------------------------------------------------------------------


def _play(game: _Game, paper: Paper, lines: Reader) -> None:
    game.keep()
    host = Host(game.session, paper, lines, _desk(game), game.keep)
    paper.write([Row(game.loaded.ruleset.draft.title, style=Style.HEADING), _beginning(game)])
    try:
        ending = host.play()
    except KeyboardInterrupt:
        _stop(_left(game, "play-interrupted-kept", "play-interrupted-lost"), INTERRUPTED)
    game.keep()
    if ending is Ending.ENDED:
        _stop(_left(game, "play-input-ended", "play-lost"), _ENDED)
    if ending is Ending.QUIT:
        text = _left(game, "play-quit", "play-lost")
        if game.file is None:
            _stop(text, _FAULT)
        paper.write([Row(text, style=Style.NOTE)])


def _beginning(game: _Game) -> Row:
    return Row(_left(game, "play-begins", "play-begins-lost"), style=Style.QUIET)


def _left(game: _Game, kept: str, lost: str) -> str:
    """The phrase for a game that is kept, with its file, or the one for a game that is not."""
    return phrase(lost) if game.file is None else phrase(kept, file=str(game.file))


def _desk(game: _Game) -> Desk:
    def save(file: File) -> None:
        keep(file, game.kept())

    def record(file: File, told: Transcript) -> None:
        write_scenario(file, [told], game.named, game.loaded)

    return Desk(save, record, lambda: game.file)
