"""The addresses that the page on layers shows lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.layering.manifest import read_manifest
from interpreter.layering.merge import merged
from interpreter.layering.nodes import found

ROOT = Path(__file__).parents[3]


def test_every_address_of_the_page_exists() -> None:
    page = (ROOT / "docs" / "layers.md").read_text("utf-8")
    table = page[page.index("## Addresses") : page.index("## Several layers")]
    root = merged(read_manifest(ROOT / "rulesets" / "celestia", "ruleset").documents)

    shown = re.findall(r"`([a-z-]+\.[\w.-]+)`", table)

    assert len(shown) > 20
    assert [text for text in shown if found(root, text.split(".")) is None] == []
