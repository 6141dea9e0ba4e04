"""The scenarios here are what the fuzzer spoils, about games of `tests/games`: they are no tests of their own."""

collect_ignore = ["scenarios"]
