"""No regular expression of the program explodes: whatever is written again and again, the time grows like the text.

All of them are found: those of modules, of terminals of the grammars, of schemas. Each is tried in the way in which it
is used, on texts that repeat the signs which it knows.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import interpreter

ROOT = Path(__file__).parents[2]
LENGTH = 20_000  # at which a quadratic one takes a second, and a linear one a thousandth of it
SECONDS = 0.25
WHOLE = {"fullmatch", "match"}
REPEATED = (
    "a", "1", "-", '"', "\\", '\\"', " ", "  ", ":", ": ", "[", "]", "- ", "<", "<a", "|", "a-", ".", "0-", "{", "{a",
    "{=", "=", "a b", "é", "_", "#", "“", "/", "a/", ", ", "'", "1 ", "http://", "  [", "\n", "a:", "roll ", "A", "x0",
)  # fmt: skip
BEFORE = ("", '"', "<", "[", "{", "{=", "a", "1")
BEHIND = ("", "!", '"')
SHORT = {"interpreter.documents.syntax._GLUED"}  # is shown the first thousand letters of a line


def of_modules() -> Iterator[tuple[str, re.Pattern[str], bool]]:
    """Every pattern of a module, and whether it only ever looks at a whole text."""
    for found in pkgutil.walk_packages(interpreter.__path__, "interpreter."):
        if found.name.endswith(("__main__", "syrupy_files")):
            continue
        module = importlib.import_module(found.name)
        source = Path(str(module.__file__)).read_text("utf-8")
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and f"{found.name}.{name}" not in SHORT:
                used = set(re.findall(rf"\b{name}\.(\w+)\(", source))
                yield f"{found.name}.{name}", value, bool(used) and used <= WHOLE


def of_grammars() -> Iterator[tuple[str, re.Pattern[str], bool]]:
    for file in (ROOT / "interpreter").rglob("*.lark"):
        for name, pattern in re.findall(r"^([A-Z_]+|%ignore)\S* /(.*)/$", file.read_text("utf-8"), re.MULTILINE):
            yield f"{file.name} {name}", re.compile(pattern), True


def of_schemas() -> Iterator[tuple[str, re.Pattern[str], bool]]:
    for file in (ROOT / "schemas").glob("*.json"):
        for pattern in patterns_in(json.loads(file.read_text("utf-8"))):
            yield f"{file.name} {pattern}", re.compile(pattern), False


def patterns_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from [schema["pattern"]] if isinstance(schema.get("pattern"), str) else []
        yield from schema.get("patternProperties", {})
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from patterns_in(part)


EVERY = [*of_modules(), *of_grammars(), *of_schemas()]


@pytest.mark.parametrize(("pattern", "is_whole"), [each[1:] for each in EVERY], ids=[name for name, *_ in EVERY])
def test_its_time_grows_like_the_text(pattern: re.Pattern[Any], is_whole: bool) -> None:  # noqa: FBT001  # a parameter
    for sign in REPEATED:
        for before in BEFORE:
            for behind in BEHIND:
                text: Any = before + sign * (LENGTH // len(sign)) + behind
                text = text.encode() if isinstance(pattern.pattern, bytes) else text
                begun = time.process_time()
                if is_whole:
                    pattern.fullmatch(text)
                else:
                    sum(1 for _ in pattern.finditer(text))
                assert time.process_time() - begun < SECONDS, (pattern.pattern, before, sign, behind)


def test_all_are_found() -> None:
    assert all(sum(1 for _ in some()) > least for some, least in ((of_modules, 50), (of_grammars, 5), (of_schemas, 15)))


def test_those_that_are_not_found_have_been_looked_at() -> None:
    """What is compiled where it is used: none of them repeats two things that can be the same."""
    inline = re.compile(r"\bre\.(?:match|search|fullmatch|finditer|findall|split|sub)\(")
    found = {file.name for file in (ROOT / "interpreter").rglob("*.py") if inline.search(file.read_text("utf-8"))}

    assert found <= {
        "grammar.py", "shelf_labels.py", "tables.py", "explain.py", "new.py", "fitting.py", "problems.py",
        "comparisons.py", "emit.py",
    }
