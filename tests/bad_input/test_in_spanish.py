"""A scenario in Spanish with any mistake that there can be: whoever reads about it in Spanish reads no English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from interpreter.commands.explain import tried
from interpreter.source.catalogue import entries
from interpreter.source.speech import speaking
from spanish import english_in, in_spanish

EXAMPLES = Path(__file__).parents[2] / "rulesets" / "celestia" / "examples"
CODES = sorted(code for code in entries() if re.fullmatch(r"[PEX]\d{4}|S0901", code))


def example(code: str, side: str) -> Mapping[str, str]:
    texts: Mapping[str, str] = yaml.safe_load((EXAMPLES / f"{code}.yaml").read_text("utf-8"))[side]
    return texts


def scenario_of(texts: Mapping[str, str]) -> tuple[str, str]:
    return next((name, text) for name, text in texts.items() if name.endswith(".scenario"))


HAVE_ONE = [code for code in CODES if (EXAMPLES / f"{code}.yaml").is_file()]


@pytest.mark.parametrize("code", HAVE_ONE)
def test_no_message_about_a_scenario_in_spanish_has_a_word_of_english(code: str, tmp_path: Path) -> None:
    wrong = example(code, "wrong")
    name, text = scenario_of(wrong)
    for file, content in example(code, "right").items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(content, "utf-8")
    _, right = scenario_of(example(code, "right"))
    spanish = in_spanish(text, right, tmp_path)

    with speaking("es"):
        found = tried({**wrong, name: spanish})

    assert code in {finding.code for finding in found.findings}, found.text
    assert english_in(found.text, spanish) == [], found.text
