"""A name that no player has, to what is said about that."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.source.catalogue import phrase
from interpreter.source.diagnostics import nearest


def nobody(name: str, players: Sequence[str]) -> str:
    """That nobody is called so, who plays, and who was probably meant."""
    told, meant = phrase("play-nobody", name=name, players=", ".join(players)), nearest(name, players)
    return told if meant is None else f"{told}; {phrase('finding-meant', word=meant)}"
