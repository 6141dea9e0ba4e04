"""What Python callers use: the name of a ruleset in, rules and games out."""

from __future__ import annotations

from interpreter.library import LoadedRuleset, load_ruleset

__all__ = ["LoadedRuleset", "load_ruleset"]
