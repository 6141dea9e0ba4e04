"""Statements that make no node of their own: they open a block, or remark on the one they stand in."""

from __future__ import annotations

from attrs import frozen

from interpreter.scenario import tree as t

# ---- the file -------------------------------------------------------------------------------------------------------


@frozen
class Version:
    """`gulliver 1`."""

    number: t.Number


@frozen
class Language:
    """`language en`."""

    name: t.Name


@frozen
class OpensBackground:
    """`background`."""


@frozen
class OpensScenario:
    """`scenario ID "title" with …`, `dispute …`."""

    id: t.Name
    title: t.Text | None
    changes: t.Changes
    is_dispute: bool


# ---- in a scenario --------------------------------------------------------------------------------------------------


@frozen
class Source:
    """`source "page 3"`."""

    texts: tuple[t.Text, ...]


@frozen
class Ruling:
    """`ruling B12, B13`."""

    names: tuple[t.Name, ...]


@frozen
class Note:
    """`note "…"`."""

    text: t.Text


@frozen
class Tags:
    """`tags slow, twins`."""

    names: tuple[t.Name, ...]


@frozen
class KnownWrong:
    """`known-wrong "why"`."""

    reason: t.Text


@frozen
class OpensGiven:
    """`given`, `given at STEP`, `given seed N`."""

    start: t.Start | None = None
    seed: t.Number | None = None


@frozen
class OpensWhen:
    """`when`."""


@frozen
class OpensThen:
    """`then`, `then until STEP`, `then ?`."""

    circumstances: t.Circumstances
    is_question: bool


@frozen
class OpensTable:
    """`for each`."""


@frozen
class OpensReading:
    """`reading ID "title" with …`."""

    id: t.Name
    title: t.Text | None
    changes: t.Changes


# ---- in a block -----------------------------------------------------------------------------------------------------


@frozen
class OpensTogether:
    """`together`."""


@frozen
class OpensInAnyOrder:
    """`in any order`."""


@frozen
class OpensSees:
    """`Ada sees:`, with the facts below."""

    player: t.Name


TopStatement = Version | Language | t.Stack | OpensBackground | OpensScenario
Remark = Source | Ruling | Note | Tags | KnownWrong
Member = Remark | OpensGiven | OpensWhen | OpensThen | OpensTable | OpensReading
