from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter.source.diagnostics import Diagnostic, Related, Severity, error, warning
from interpreter.source.rendering import as_brief, as_github, as_json, as_text, in_memory, on_disk
from interpreter.source.span import Span, at, whole

TEXT = "\n" * 5 + "    movs: [slide]\n    odds: 一二\t3-1 x\n"
SOURCES = in_memory({"house/fast.yaml": TEXT})


def unknown(line: int = 6) -> Diagnostic:
    span = at("house/fast.yaml", line, 5, 4)
    return error("K0101", span, "moves", key="movs", owner="a piece", allowed="name, moves")


def test_people_get_the_line_the_caret_the_help_and_the_notes() -> None:
    note = Related(at("b.yaml", 3, 2), "note-first-written")
    finding = error("Y0201", at("house/fast.yaml", 6, 5, 4), related=(note,), key="movs")

    assert as_text([finding], SOURCES) == (
        "error[Y0201]: `movs` is written twice\n"
        "  --> house/fast.yaml:6:5\n"
        "   |\n"
        " 6 |     movs: [slide]\n"
        "   |     ^^^^ again here\n"
        "   = help: keep one of the two\n"
        "   = note: it is first written here (b.yaml:3:2)"
    )


def test_the_caret_is_as_wide_as_the_cells() -> None:
    text = as_text([error("K0115", Span("house/fast.yaml", 7, 11, 7, 14), subject="x")], SOURCES)

    assert text.splitlines()[-2:] == [" 7 |     odds: 一二    3-1 x", "   |           ^^^^^^^^"]


def test_a_line_cannot_paint_the_terminal() -> None:
    text = as_text([error("K0101", at("f", 1, 1), key="\x1b[31m", owner="\u202ex", allowed="a")],
                   in_memory({"f": "\x1b[31mred\u202e\x00"}))

    assert text.isprintable() is False  # newlines only
    assert text.replace("\n", "").isprintable()
    assert " 1 | ␛[31mred\ufffd␀" in text


def test_a_span_of_several_lines_marks_its_first() -> None:
    text = as_text([error("K0115", Span("house/fast.yaml", 6, 5, 7, 3), subject="x")], SOURCES)

    assert text.splitlines()[-1] == "   |     ^^^^^^^^^^^^^"


def test_a_long_line_is_cut() -> None:
    text = as_text([error("K0115", at("f", 1, 200), subject="x")], in_memory({"f": "y" * 5000}))

    assert max(map(len, text.splitlines())) < 200


def test_a_place_without_a_text_is_named_all_the_same() -> None:
    assert as_text([unknown()], lambda _: None).splitlines()[1] == "  --> house/fast.yaml:6:5"
    assert as_text([error("Y0006", whole("f"), file="f")]) == "error[Y0006]: `f` is empty\n  --> f"
    assert as_text([error("Y0006", None, file="f")]) == "error[Y0006]: `f` is empty"


def test_experts_get_a_line() -> None:
    assert as_brief([unknown()]) == "house/fast.yaml:6:5: K0101 `movs` is not a key of a piece"


def test_after_twenty_findings_the_rest_is_counted() -> None:
    lines = as_brief([unknown(line) for line in range(1, 24)]).splitlines()

    assert len(lines) == 21
    assert lines[-1] == "and 3 more findings"


def test_findings_come_in_source_order() -> None:
    assert as_brief([unknown(9), unknown(2)]).splitlines()[0].startswith("house/fast.yaml:2:5")


def test_a_build_gets_annotations() -> None:
    finding = error("Y0007", at("a,b:c", 2, 3, 4), file="100%", reason="x")

    place = "file=a%2Cb%3Ac,line=2,col=3,endLine=2,endColumn=7"
    assert as_github([finding]) == f"::error {place},title=Y0007::`100%25` cannot be read: x"
    assert as_github([warning("Y0006", None, file="f")]) == "::warning title=Y0006::`f` is empty"


def test_programs_get_plain_data() -> None:
    (data,) = json.loads(json.dumps(as_json([unknown()])))

    assert data == {
        "code": "K0101",
        "severity": "error",
        "file": "house/fast.yaml",
        "range": {"start": {"line": 6, "column": 5}, "end": {"line": 6, "column": 9}},
        "message": "`movs` is not a key of a piece",
        "help": "did you mean `moves`?  a piece takes: name, moves",
        "related": [],
    }


def test_a_finding_without_a_place_is_plain_data_too() -> None:
    (data,) = as_json([Diagnostic("Y0006", Severity.WARNING, {"file": "f"})])

    assert (data["file"], data["range"], data["severity"]) == (None, None, "warning")


def test_texts_come_from_memory_or_from_disk(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a")

    assert in_memory({"y": "b"})("y") == "b"
    assert in_memory({"y": "b"})(str(tmp_path / "x")) == "a"
    assert on_disk(str(tmp_path)) is None


@pytest.mark.parametrize("line", [0, 99])
def test_a_line_that_is_not_there_is_not_quoted(line: int) -> None:
    assert "^" not in as_text([unknown(line)], SOURCES)


def test_several_findings_at_a_glance(snapshot: SnapshotAssertion) -> None:
    second = error("K0106", at("house/fast.yaml", 7, 14, 3), value="3-1", subject="`odds`", advice="write 3:1")

    assert as_text([second, unknown()], SOURCES) == snapshot
