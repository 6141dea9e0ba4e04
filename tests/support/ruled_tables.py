"""A folder with a small game whose register holds a ruling of every status, and texts that a page must not believe."""

from __future__ import annotations

from pathlib import Path

GAME = """\
format: 1
ruleset: doors
version: 1
title: Doors & <Windows>
source: book
sources:
  book: {title: "The <b>Book</b> </script>", language: en, edition: 2nd, address: "https://example.org/doors?a=1&b=2"}
players: {from: 2, to: 2}
options: {kind: {values: [calm, wild], default: calm, ruling: N1}}
rulings:
  N1:
    question: May the first go </script><script>alert(1)</script>?
    answer: Yes | always, *if* she <i>likes</i>.
    also: {M1: "Is going allowed?"}
    option: kind
    source: book, page 3
  N2: {question: "Is this wrong?", answer: "It is."}
  N3: {question: "Is this decided?", answer: "By nobody."}
  N4: {question: "Is this put off?", answer: "Until later."}
roles: {first: {held-by: one}}
steps: {game: [{id: choose, ask: first, answers: {go: {if: option kind = calm}, stay: {}}}]}
"""
LAYER = """\
format: 1
layer: house/keys
changes: doors 1
title: {en: Keys, es: Llaves}
why: Somebody has them.
add: {rulings.K1: {question: "Are there keys?", answer: "Yes."}}
options: {kind: wild}
"""
SPANISH = """\
format: 1
language: es
labels: [doors]
rulings:
  N1: {question: "¿Puede irse?", answer: "Sí.", also: {M1: "¿Se permite irse?"}}
"""
SCENARIOS = """\
ruleset doors

# not a part of any scenario

background
  players: Ada, Bruno
  first: Ada

dispute going "</pre></details><script>alert(2)</script>"
  ruling N1
  reading as-it-stands
    then
      Ada can: go
  reading wilder with option kind = wild
    then
      Ada cannot: go

# ---- what is wrong

scenario wrong "Nobody can stay"
  ruling N2
  then
    Ada cannot: stay

scenario later "Not yet"
  ruling N4
  known-wrong "somebody has to think about it"
  then
    Ada cannot: stay

scenario keys "With keys"
  then
    Ada can: stay
"""
KEYS = """\
ruleset doors with house/keys

scenario keys "With keys nobody goes"
  ruling K1
  given
    players: Ada, Bruno
    first: Ada
  then
    Ada can only: stay
"""


def laid(folder: Path) -> Path:
    """Put the game, its layer and its scenarios into a folder."""
    files = {
        "rulesets/doors/ruleset.yaml": GAME,
        "rulesets/doors/labels/es.yaml": SPANISH,
        "rulesets/house/keys.yaml": LAYER,
        "scenarios/doors.scenario": SCENARIOS,
        "scenarios/keys.scenario": KEYS,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder
