"""The name of a folder that ships with the package to where it lies."""

from __future__ import annotations

from pathlib import Path

import interpreter

_PACKAGE = Path(interpreter.__file__).parent


def shipped(name: str) -> Path:
    """`schemas`, `rulesets` or `scenarios`: inside an installed package, else at the top of the checkout."""
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
