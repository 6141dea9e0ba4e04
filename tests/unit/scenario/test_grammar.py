"""What is looked up in the text of a grammar, because making the grammar takes longer, is what the grammar says."""

from __future__ import annotations

import pytest

from interpreter.scenario.grammar import languages, laying_word, naming_word, opening


@pytest.mark.parametrize("language", languages())
def test_words_that_are_looked_up_are_those_of_the_grammar(language: str) -> None:
    assert naming_word(language) == opening("language", language)[0]
    assert laying_word(language) == opening("changes", language)[0]
