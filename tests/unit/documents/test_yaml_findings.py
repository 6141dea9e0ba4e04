"""Each YAML text that cannot be used, and the finding: place, code, words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.documents.reader import parse_document
from interpreter.source.diagnostics import SourceError
from interpreter.source.rendering import as_text, in_memory

TEXTS = [
    ("a:\n\tb: 1\n", "f:2:1: Y0101 this line is indented with a tab"),
    ("\tb: 1\n", "f:1:1: Y0101 this line is indented with a tab"),
    ("k: @x\n", "f:1:4: Y0102 a value cannot begin with `@`"),
    ("k: `x\n", "f:1:4: Y0102 a value cannot begin with ```"),
    ("a: %x\n", "f:1:4: Y0102 a value cannot begin with `%`"),
    ("a: }\n", "f:1:4: Y0102 a value cannot begin with `}`"),
    ("a: &\n", "f:1:4: Y0102 a value cannot begin with `&`"),
    ("a: !<x\n", "f:1:4: Y0102 a value cannot begin with `!`"),
    ("a: 'xx\nb: 2\n", "f:1:4: Y0103 this quote is never closed"),
    ('a: "xx\n', "f:1:4: Y0103 this quote is never closed"),
    ("key: a: b\n", "f:1:7: Y0104 a second `: ` in one line cannot be read"),
    ("a: 1\n b: 2\n", "f:2:2: Y0105 this line is indented more than the line above, which already has a value"),
    ("a: b\n  c: d\n", "f:2:3: Y0105 this line is indented more than the line above, which already has a value"),
    ("a\nb: 1\n", "f:1:1: Y0106 this line is no `key: value`"),
    ("a:b\nc: d\n", "f:1:1: Y0106 this line is no `key: value`"),
    ("a: 1\nfoo\nb: 2\n", "f:2:1: Y0106 this line is no `key: value`"),
    ("k: 'a' b\n", "f:1:8: Y0107 nothing can follow here, after the end of the value"),
    ("a: 'it's b'\n", "f:1:8: Y0107 nothing can follow here, after the end of the value"),
    ("a: [b]]\n", "f:1:7: Y0107 nothing can follow here, after the end of the value"),
    ("a: b\n...\nfoo", "f:3:1: Y0107 nothing can follow here, after the end of the value"),
    ("a:\n - 'x' y\n", "f:2:8: Y0107 nothing can follow here, after the end of the value"),
    ("- a\nb: 1\n", "f:2:1: Y0108 this line stands in a list but does not begin with `- `"),
    ("k: [1, 2\nb: 3\n", "f:1:4: Y0109 this `[` is never closed"),
    ("a: {b: 1\n", "f:1:4: Y0109 this `{` is never closed"),
    ("a: - b\n", "f:1:4: Y0110 a list cannot begin behind its key"),
    ('k: "a\\q"\n', "f:1:6: Y0111 `\\q` means nothing inside double quotes"),
    ('k: "\\x4"\n', "f:1:5: Y0111 `\\x` means nothing inside double quotes"),
    ("a: |x\n b\n", "f:1:5: Y0112 the text after `|` begins on the next line"),
    ("a:\n    b: 1\n  c: 2\n", "f:3:3: Y0113 the indentation of this line fits no line above"),
    ("a: {b: 1 c: 2}\n", "f:1:11: Y0114 a comma or `}` is missing here"),
    ("a: [", "f:1:5: Y0115 the text ends in the middle of a value"),
    ("a: [\n\n", "f:1:5: Y0115 the text ends in the middle of a value"),
    ("a: {b: 1, b: 2}\n", "f:1:11: Y0201 `b` is written twice"),
    ("1: x\n'1': y\n", "f:2:1: Y0201 `1` is written twice"),
    ("a: {<<: {b: 1}}\n", "f:1:5: Y0202 `<<` cannot be used to copy another mapping"),
    ("a: !foo x\n", "f:1:4: Y0203 the tag `!foo` cannot be used"),
    ("a: !!python/name:os x\n", "f:1:4: Y0203 the tag `!!python/name:os` cannot be used"),
    ("a: &x 1\nb: *x\n", "f:1:4: Y0204 the anchor `&x` cannot be used"),
    ("k: *x\n", "f:1:4: Y0205 the alias `*x` cannot be used"),
    ("*x : 1\n", "f:1:1: Y0205 the alias `*x` cannot be used"),
    ("a: 1\n---\nb: 1\n", "f:2:1: Y0206 a file holds one document, and here begins another"),
    ("a: " + "[" * 61, "f:1:63: Y0207 the values are nested too deep"),
    ("[" * 3000, "f:1:1001: Y0207 the values are nested too deep"),
    ("- a\n" * 50_001, "f:50000:3: Y0208 the file holds too many values"),
    ("? [a]\n: b\n", "f:1:3: Y0209 a key must be a text"),
    ("a: 12345678901234567\n", "f:1:4: Y0210 the number `12345678901234567` is too long"),
    ("'': 1\n", "f:1:1: Y0211 this key is empty"),
    ("%YAML 1.1\n---\na: 1\n", "f:1:1: Y0212 a line that begins with `%` cannot be used"),
    ("%YAML x\n---\na: 1\n", "f:1:1: Y0212 a line that begins with `%` cannot be used"),
    ("", "f:1:1: Y0006 `f` is empty"),
    ("# only words\n", "f:1:1: Y0006 `f` is empty"),
    ("---\n", "f:1:1: Y0006 `f` is empty"),
    ("a: x\x07b\n", "f:1:5: Y0008 the character U+0007 cannot stand in a file"),
    ("a: 1\nb\u2028c: 2\n", "f:2:2: Y0008 the character U+2028 cannot stand in a file"),
    ("a: \u202ex\n", "f:1:4: Y0008 the character U+202E cannot stand in a file"),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS, ids=[expected.split()[1] for _, expected in TEXTS])
def test_it_is_told_where_and_what(text: str, expected: str) -> None:
    with pytest.raises(SourceError) as raised:
        parse_document(text, "f")

    assert str(raised.value).splitlines() == [expected]


def test_all_findings_are_collected_in_order() -> None:
    with pytest.raises(SourceError) as raised:
        parse_document("a: 1\na: !x 2\n<<: 3\nb: c: d\n", "f")

    assert [finding.code for finding in raised.value.diagnostics] == ["Y0201", "Y0203", "Y0202", "Y0104"]


def test_a_duplicate_names_the_first_place() -> None:
    with pytest.raises(SourceError) as raised:
        parse_document("a: 1\nb: 2\na: 3\n", "f")

    (related,) = raised.value.diagnostics[0].related
    assert str(related.span) == "f:1:1"


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("key: a: b\n", 'put the text in quotes: key: "a: b"'),
        ('- key: say "a": b\n', "put the text in quotes: - key: 'say \"a\": b'"),
        ("k: @x y\n", 'put the text in quotes: "@x y"'),
        ("a:b\nc: d\n", "write `a: b`, with a space after the colon"),
    ],
)
def test_the_help_can_be_copied(text: str, help_: str) -> None:
    with pytest.raises(SourceError) as raised:
        parse_document(text, "f")

    assert raised.value.diagnostics[0].help == help_


@given(st.text(st.sampled_from("ab :-[]{}'\"\n\t#&*!|>%@`,?\\0.\u00e9"), max_size=40))
def test_every_text_is_read_or_explained(text: str) -> None:
    try:
        outcome = str(parse_document(text, "f").spans[()])
    except SourceError as trouble:
        outcome = as_text(trouble.diagnostics, in_memory({"f": text}))

    assert outcome
