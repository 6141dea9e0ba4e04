"""Names and things of a game to the words that a scenario writes for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

from attrs import evolve

from interpreter.engine.decisions import Answer
from interpreter.engine.describe import OF_DICE
from interpreter.engine.program import Choice, Site
from interpreter.engine.reasons import offered
from interpreter.layering.choices import Setting
from interpreter.library import LoadedRuleset
from interpreter.scenario import tree as t
from interpreter.scenario.grammar import languages, literals
from interpreter.source.diagnostics import SourceError, error
from interpreter.source.span import Span
from interpreter.source.speech import DEFAULT, alike
from interpreter.trial import vocabulary as n
from interpreter.trial.vocabulary import Vocabulary

_BARE = re.compile(r"[^\W\d_](?:[\w'./-]*\w)?")
_DIGITS = re.compile(r"-?[0-9]{1,9}")
_NOWHERE = Span("", 1, 1, 1, 1)
_WIDEST = 100


@cache
def _our_words() -> frozenset[str]:
    return frozenset(alike(word) for language in languages() for word in literals(language).values())


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def name(text: str) -> str:
    """A name as it stands anywhere: in quotes if it is no plain word, or a word of some language of ours."""
    return text if _BARE.fullmatch(text) and alike(text) not in _our_words() else quoted(text)


def stack_words(ruleset: str, layers: Iterable[str], options: Iterable[tuple[str, Setting]]) -> str:
    """What stands behind `ruleset`."""
    laid = [*map(name, layers), *(f"option {name(key)} = {_value(value)}" for key, value in options)]
    return f"{name(ruleset)} with {', '.join(laid)}" if laid else name(ruleset)


def _value(value: Setting) -> str:
    return str(value) if isinstance(value, int) else name(value)


def players_of(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The names of the players as a scenario writes them.

    Raises:
        SourceError: A name cannot be written in one line.
    """
    wrong = [player for player in vocabulary.players if not player.isprintable()]
    if wrong:
        raise SourceError([error("T0009", None, name=repr(player)) for player in wrong])
    return tuple(_player(vocabulary, player) for player in vocabulary.players)


def _player(vocabulary: Vocabulary, player: str) -> str:
    if player in n.FIXED_SUBJECTS or player == n.NOTHING:
        return quoted(player)
    try:
        vocabulary.check_players([t.Name(player, _NOWHERE)])
    except SourceError:
        return quoted(player)
    return name(player)


def written(vocabulary: Vocabulary) -> Vocabulary:
    """The same vocabulary to write with: it calls the players as a scenario does.

    Raises:
        SourceError: A name cannot be written in one line.
    """
    return evolve(vocabulary, players=players_of(vocabulary))


def thing(text: str) -> str:
    """The name of a thing: digits alone are one, too."""
    return text if _DIGITS.fullmatch(text) else name(text)


def card(vocabulary: Vocabulary, kind: str, index: int) -> str:
    """A kind of card: `2 of mill` if it has a home, and no other card there is called so; else its id."""
    box = vocabulary.box
    ids, homes = box.cards[kind], box.homes[kind]
    label = vocabulary.labels.get(DEFAULT, {}).get("cards", {}).get(ids[index])
    if label is not None and len(homes[index]) == 1:
        alike_there = [other for other in vocabulary.known("cards", ids, label.one)
                       if homes[index][0] in homes[ids.index(other)]]
        if alike_there == [ids[index]]:
            return f"{thing(label.one)} of {name(box.places[homes[index][0]])}"
    return thing(ids[index])


def answer(vocabulary: Vocabulary, site: Site, given: Answer) -> str:
    """An answer with what is chosen; the players of the vocabulary are called as they are to be written."""
    option = offered(site, str(given[0]))
    head = name(str(given[0]))
    if option is None or len(given) == 1:
        return head
    chosen = zip(option.choices, given[1:], strict=True)
    return f"{head} {', '.join(listed(list(_chosen(vocabulary, choice, value))) for choice, value in chosen)}"


def _chosen(vocabulary: Vocabulary, choice: Choice, value: object) -> Iterator[str]:
    values = value if isinstance(value, tuple) else (value,)
    if not values:
        yield n.NOTHING
    for each in values:
        assert isinstance(each, int), "choices are numbered"
        if choice.kind == "player":
            yield vocabulary.players[each]
        elif choice.kind in OF_DICE:
            yield thing(vocabulary.box.pools[choice.of].faces[each])
        else:
            yield card(vocabulary, choice.of, each)


def listed(names: Sequence[str]) -> str:
    """Things one after the other, equal plain words that follow each other counted."""
    return ", ".join(_counted(names)) or n.NONE


def _counted(names: Iterable[str]) -> Iterator[str]:
    for word, group in groupby(names):
        count = len(list(group))
        if count == 1 or not _BARE.fullmatch(word):
            yield from [word] * count
        else:
            yield f"{count} {word}"


def folded(opener: str, names: Sequence[str]) -> Iterator[str]:
    """`opener: a, b` as often as it takes for lines that are not too long."""
    taken: list[str] = []
    for word in names:
        if taken and len(opener) + len(listed([*taken, word])) > _WIDEST:
            yield f"{opener}: {listed(taken)}"
            taken = []
        taken.append(word)
    if taken:
        yield f"{opener}: {listed(taken)}"


def rules_name(loaded: LoadedRuleset) -> str:
    """What stands behind `ruleset` for rules that lie where names are looked up."""
    stack = loaded.stack
    return stack_words(stack.ruleset, stack.layers, stack.options.items())
