"""Scenario text in, verdicts out: the language in which people say what the rules must do.

Text to tree: `lines` (lines and blocks), `scenario.lark` and `statements` (one statement), `misreadings` (what is wrong
with one), `tables`, `parser` (the file), `complete` (what a file leaves open); `formatter` writes it tidily.
"""
