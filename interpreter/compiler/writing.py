"""Pieces of Python text to larger ones; what is constant is folded."""

from __future__ import annotations

TRUE, FALSE = "True", "False"


def opposite(text: str) -> str:
    """That a condition does not hold."""
    return {TRUE: FALSE, FALSE: TRUE}.get(text, f"(not {text})")


def all_of(texts: list[str]) -> str:
    """That all of some conditions hold."""
    kept = [text for text in texts if text != TRUE]
    if FALSE in kept:
        return FALSE
    return f"({' and '.join(kept)})" if len(kept) > 1 else kept[0] if kept else TRUE


def any_of(texts: list[str]) -> str:
    """That one of some conditions holds."""
    kept = [text for text in texts if text != FALSE]
    if TRUE in kept:
        return TRUE
    return f"({' or '.join(kept)})" if len(kept) > 1 else kept[0] if kept else FALSE


def calculated(left: str, operator: str, right: str) -> str:
    """A sum, a difference or a product; what changes nothing is left out."""
    if right == "0" and operator in ("+", "-"):
        return left
    if left == "0" and operator == "+":
        return right
    return f"({left} {operator} {right})"


def sum_of(texts: list[str], more: str = "") -> str:
    """All numbers together; `more` is text that goes on behind them."""
    return f"({' + '.join(texts)}{more})" if len(texts) > 1 or more else texts[0]
