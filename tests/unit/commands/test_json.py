"""JSON for programs stays harmless on a terminal, and says what it is to say."""

from __future__ import annotations

import json

import pytest

from interpreter.commands.output import object_text


@pytest.mark.parametrize("sign", ["\x7f", "\x9b", "\u202e", "\u2066", "\ufeff", "\u0604", "\u00ad", "\U000e0001"])
def test_what_a_terminal_obeys_or_nobody_sees_is_a_number(sign: str) -> None:
    told = {"a": [f"x{sign}y"]}

    assert sign not in object_text(told)
    assert json.loads(object_text(told)) == told


@pytest.mark.parametrize("text", ["ñ", "李", "e\u0301", "\u0915\u094d\u200d\u0937"])
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert text in object_text({"a": text})
