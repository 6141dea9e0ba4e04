"""Scenario text in, verdicts out: the language in which people say what the rules must do.

Text to tree: `lines` (lines and blocks), `scenario.lark`, `words/` and `grammar` (the words of a language),
`statements` (one statement), `misreadings` (what is wrong with one), `tables`, `parser` (the file), `complete` (what a
file leaves open). `formatter` writes it tidily, `translation` in another language, with the names that `wording` knows.
"""
