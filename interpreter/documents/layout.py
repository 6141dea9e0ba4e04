"""Plain data to JSON that people can read: what fits in a line stands in one."""

from __future__ import annotations

import json
from typing import Any

_WIDTH = 150
_DEEPEST = 3  # more brackets in one line are hard to read


def laid_out(value: Any, indent: str = "") -> str:
    """The text, without a newline at the end."""
    short = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, (dict, list)) or (len(indent) + len(short) <= _WIDTH and _is_flat(value)):
        return short
    deeper = indent + "  "
    if isinstance(value, list):
        lines = [deeper + laid_out(entry, deeper) for entry in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    named = ((json.dumps(key, ensure_ascii=False), entry) for key, entry in value.items())
    lines = [f"{deeper}{name}: {laid_out(entry, deeper)}" for name, entry in named]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def _is_flat(value: Any, depth: int = 0) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth < _DEEPEST and all(_is_flat(entry, depth + 1) for entry in inner)
