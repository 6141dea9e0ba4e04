"""The name of a stack, as a scenario writes it, to the same name in the language that is spoken."""

from __future__ import annotations

from interpreter.source.catalogue import phrase

_WITH, _OPTION, _IS = " with ", "option ", " = "


def stack_words(name: str) -> str:
    """The name with its words of ours said in the language that is spoken; names and ids stay as they are."""
    ruleset, with_, laid = name.partition(_WITH)
    return phrase("stack-with", ruleset=ruleset, laid=", ".join(map(_laid, laid.split(", ")))) if with_ else name


def _laid(what: str) -> str:
    """A layer, or an option and its value."""
    option, is_, value = what.removeprefix(_OPTION).partition(_IS)
    is_option = what.startswith(_OPTION) and is_
    return phrase("stack-option", option=option, value=value) if is_option else what
