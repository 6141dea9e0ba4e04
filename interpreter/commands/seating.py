"""What the options of `play` say about seats to the party that sits down there."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence

import click
from attrs import evolve, frozen

from interpreter.commands.players import nobody
from interpreter.library import LoadedRuleset, check_players
from interpreter.play.session import Party
from interpreter.policies.registry import PolicyError, policy
from interpreter.source.catalogue import phrase

_DIGITS = 8


@frozen
class Seats:
    """The options as they were typed."""

    players: str | None = None
    seats: int | None = None
    bots: str | None = None
    bot: tuple[str, ...] = ()
    seed: str | None = None
    is_open: bool = False


def party_of(asked: Seats, loaded: LoadedRuleset) -> Party:
    """Who plays a new game.

    Raises:
        UsageError: The options do not say that, or contradict each other.
        SourceError: So many cannot play.
    """
    players = _players(asked, loaded)
    seed = secrets.token_hex(_DIGITS // 2) if asked.seed is None else asked.seed
    return Party(players, _bots(asked, players), seed, asked.is_open)


def reseated(party: Party, asked: Seats) -> Party:
    """Who goes on with a game: the same players; who of them is a bot may be said anew.

    Raises:
        UsageError: The options want other players or another seed.
    """
    if asked.players or asked.seats or asked.seed is not None:
        raise click.UsageError(phrase("play-same-players"))
    bots = _bots(asked, party.players) if asked.bots or asked.bot else party.bots
    return evolve(party, bots=bots, is_open=party.is_open or asked.is_open)


def _players(asked: Seats, loaded: LoadedRuleset) -> tuple[str, ...]:
    given = tuple(name.strip() for name in (asked.players or "").split(",")) if asked.players else ()
    if not all(given) or len(set(given)) < len(given) or not all(map(str.isprintable, given)):
        raise click.BadParameter(phrase("play-names"), param_hint="--players")
    least = loaded.ruleset.draft.players.from_
    count = asked.seats or (len(given) if given else least)
    if count < len(given):
        raise click.BadParameter(phrase("play-seats", count=len(given)), param_hint="--seats")
    check_players(loaded.ruleset, loaded.stack, count)
    free = (phrase("play-player", number=str(number)) for number in range(1, count + len(given) + 1))
    more = (name for name in free if name not in given)
    return (*given, *(next(more) for _ in range(count - len(given))))


def _bots(asked: Seats, players: Sequence[str]) -> Mapping[str, str]:
    """The policy of each player who is a bot."""
    found = dict.fromkeys(players[1:], asked.bots) if asked.bots else {}
    found.update(_named(asked.bot, players))
    bots = {player: found[player] for player in players if player in found}
    for called in set(bots.values()):
        try:
            policy(called)
        except PolicyError as trouble:
            raise click.UsageError(str(trouble)) from trouble
    return bots


def _named(words: Sequence[str], players: Sequence[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        seat, equals, called = word.partition("=")
        if not equals or not called:
            raise click.BadParameter(phrase("play-bot", word=word), param_hint="--bot")
        yield _seat(seat.strip(), players), called.strip()


def _seat(seat: str, players: Sequence[str]) -> str:
    if seat in players:
        return seat
    number = int(seat) if seat.isascii() and seat.isdecimal() and len(seat) < _DIGITS else 0
    if not 1 <= number <= len(players):
        raise click.BadParameter(nobody(seat, players), param_hint="--bot")
    return players[number - 1]
