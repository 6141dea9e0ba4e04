"""What is printed in Spanish about a file in Spanish, to the English in it; and a scenario to one in Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from interpreter.library import load_ruleset
from interpreter.scenario.formatter import format_text
from interpreter.scenario.grammar import literals
from interpreter.scenario.parser import examined
from interpreter.scenario.wording import wording_of
from interpreter.source.catalogue import entries, phrases, wordings
from interpreter.trial.rewording import naming

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_CODE = re.compile(r"\{[^{}]*(?:\{\w+\}[^{}]*)*\}|`[^`]*`|'[^']*'")
_WITHOUT_SPANISH = ("facts",)  # the id of a source
_NOT_OURS = (
    r"^ *\d+ \|.*$",                                # a line as written
    r"^ *-->.*$",                                   # where it stands
    r"\([^ ()]+:\d+(?::\d+)?\)",
    r"\"[^\"\n]*\"",                                # a text of an author
    r"fuente:? [^)\n]*",
    r"\[\S.* es .*\]$",                             # what a rule looked at, as the rule says it
    r"`(?:layer|ruleset|format|remembered): \w+`",  # what a file of rules says
    r"^  con:    .*(?= \(hash)",                    # a stack and what else is typed on a command line
    r"--\w+|gulliver \w+",
    r"lo rechaza [^:\n]*: [^\n]* [=<>]+ .*$",          # a condition, as a rule says it
    r"^ *= nota: [-+ @].*$",                         # a snapshot: those know no language
    r"\b[a-z]+_\w+",                                # steps without a name
    r"[^\s`]*/[^\s`]*",                             # paths of files and of rules
    r"[\w-]+(?:\.[\w-]+)+",
)  # fmt: skip


def english_in(printed: str, text: str, ruleset: str = "celestia", layers: tuple[str, ...] = ()) -> list[str]:
    """Words of ours in a text for people that are not Spanish, and names that the rules have in Spanish, too.

    What the author wrote in the text of the file is no word of ours.
    """
    unwanted = (_ours() | _named(ruleset, layers)) - {*_words(text), *_WITHOUT_SPANISH}
    left = re.sub("|".join(_NOT_OURS), " ", printed, flags=re.MULTILINE)
    return list(dict.fromkeys(word for word in _words(left) if word in unwanted))


def in_spanish(text: str, right: str = "", folder: Path = Path()) -> str:
    """A scenario file with the words and names of Spanish; `right` is one whose rules can be used, if not its own.

    Both lie in the folder, beside the rules that they name.
    """
    tree, _ = examined(right or text, str(folder / "right.scenario"), is_question=True)
    return format_text(text, "wrong.scenario", "es", lambda _: naming(tree, "es"))


@cache
def _ours() -> frozenset[str]:
    """The words of our English texts and of the grammar that no Spanish text of ours has."""
    english = [*_texts("en"), *wordings("es"), *literals("en").values(), *_every_game()]
    return frozenset(_words(" ".join(english))) - _spanish()


@cache
def _spanish() -> frozenset[str]:
    """The words of our Spanish texts and of the grammar, and the names in our examples."""
    known = [*_texts("es"), *wordings("es").values(), *literals("es").values(), *_every_game().values(), "Ada, Bruno"]
    return frozenset(_words(_CODE.sub(" ", " ".join(known))))


@cache
def _named(ruleset: str, layers: tuple[str, ...]) -> frozenset[str]:
    """The ids that a scenario in Spanish has a word for."""
    words = wording_of(load_ruleset(ruleset, layers).stack.labels, "es").words
    return frozenset(words) - {form for forms in words.values() for form in forms} - _spanish()


def _texts(language: str) -> Iterator[str]:
    for entry in entries(language).values():
        yield from filter(None, entry)
    for phrase in phrases(language).values():
        yield from [phrase] if isinstance(phrase, str) else phrase.values()


def _every_game() -> Mapping[str, Any]:
    file = Path(__file__).parents[2] / "interpreter" / "scenario" / "words" / "es.yaml"
    return dict(yaml.safe_load(file.read_text("utf-8")))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text) if len(word) > 1 and not word.isdigit()]
