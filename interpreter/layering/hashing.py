"""The data of a merged ruleset to the fingerprint of what it makes players do."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_DIGITS = 12
_ASIDE = frozenset({"bots", "rulings", "sources"})
_WORDS = frozenset({"title", "why", "source", "unverified", "note", "ruling"})
BY_ID = frozenset({
    "actions", "answers", "cards", "choose", "counters", "demands", "dice", "faces", "further", "ignored", "invariants",
    "needs", "options", "pawns", "places", "refuse", "roles", "shows", "steps", "tracks", "types", "unless", "values",
    "windows", "with", "zones",
})  # fmt: skip  # the keys of these mappings are ids, whatever they look like


def content_hash(data: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON of the rules, without the words that no rule reads."""
    rules = {key: value for key, value in data.items() if key not in _ASIDE}
    rules["places"] = [[name, place] for name, place in data.get("places", {}).items()]  # their order is a rule
    return _hash(rules)


def part_hashes(data: dict[str, Any]) -> dict[str, str]:
    """Each part of the rules by its address, such as `steps.turn` or `setup`, with the beginning of its fingerprint."""
    found: dict[str, str] = {}
    for group, value in data.items():
        parts = {f"{group}.{name}": part for name, part in value.items()} if group in BY_ID else {group: value}
        found |= {name: _hash(part)[:_DIGITS] for name, part in parts.items() if group not in _ASIDE}
    return found


def _hash(value: Any) -> str:
    text = json.dumps(_rules_only(value, ids=False), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _rules_only(value: Any, *, ids: bool) -> Any:
    if isinstance(value, list):
        return [_rules_only(item, ids=False) for item in value]
    if not isinstance(value, dict):
        return value
    kept = value.items() if ids else ((key, item) for key, item in value.items() if key not in _WORDS)
    return {key: _rules_only(item, ids=not ids and key in BY_ID) for key, item in kept}
