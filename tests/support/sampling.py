"""Everything that could be looked at, to the part that an ordinary run looks at: another one with each commit."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

SEED = os.environ.get("SAMPLE_SEED", "1")  # `.ci/run` sets it to the commit
_Thing = TypeVar("_Thing")


def sample(known: Sequence[_Thing], size: int) -> list[_Thing]:
    """So many of the known things; all of them if there are fewer."""
    return random.Random(SEED).sample(known, min(size, len(known)))  # a sample of tests is no secret
