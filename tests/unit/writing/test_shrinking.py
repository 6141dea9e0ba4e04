"""What a scenario does not need goes, and nothing that it needs: with any further line gone it comes out otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.scenario.formatter import format_text
from interpreter.scenario.parser import parse
from interpreter.source.diagnostics import SourceError
from interpreter.trial.runner import run_file
from interpreter.trial.verdicts import Outcome
from interpreter.writing.pieces import pieces_of, text_of, without
from interpreter.writing.shrinking import NoCaseError, Wish, shrunk
from sampling import sample

SCENARIOS = Path(__file__).parents[3] / "scenarios"
FAILING = """\
ruleset celestia

background
  players: Ada, Bruno, Cara, Dora

scenario other
  when
    roll: blank, blank
  then
    Bruno is asked

# Above it.
scenario one "Too few answers"
  source "001, 4. The captain"
  note "a note"
  given
    captain: Ada
    # What she has.
    Ada hand: cannon, turbo, 3 compass
    Bruno hand: 2 cannon
    Dora hand: turbo
  when
    roll: fog, blank
    Bruno: stay
    Cara: leave
    Cara draws: 2 of city-1
    Dora: stay
  then
    Ada is asked
    Ada can only: pay compass  # wrong
    Bruno hand: 2 cannon
"""


def test_of_a_scenario_that_fails_only_what_makes_it_fail_is_left() -> None:
    found = shrunk(FAILING, "f.scenario", Wish("one"))

    assert found.is_least
    assert found.text == (
        "ruleset celestia\n"
        "\n"
        "background\n"
        "  players: Ada, Bruno\n"
        "\n"
        "# Above it.\n"
        'scenario one "Too few answers"\n'
        "  given\n"
        "    captain: Ada\n"
        "    # What she has.\n"
        "    Ada hand: turbo, compass\n"
        "  when\n"
        "    roll: fog, blank\n"
        "    Bruno: stay\n"
        "  then\n"
        "    Ada can only: pay compass  # wrong\n"
    )


def test_in_its_own_file_the_other_scenarios_and_what_all_share_stay() -> None:
    found = shrunk(FAILING, "f.scenario", Wish("one", with_others=True))

    assert found.text.startswith(FAILING[: FAILING.index("# Above it.")])
    assert "Bruno hand" not in found.text


PASSING = """\
idioma es
reglamento celestia

disputa pagar "¿Qué paga?"
  para cada
    caso | cara
    a    | niebla
    b    | rayo
  dado
    jugadores: Ada, Bruno, Cara
    capitán: Ada
    mano de Ada: 2 brújulas, pararrayos, turbo
    mano de Cara: cañón
  cuando
    tirada: <cara>, blanco
    Bruno: quedarse
    Cara: quedarse
  lectura uno
    entonces
      Ada puede: pagar brújula
  lectura dos con opción turbo = obligado
    nota "no hace falta"
    entonces
      Ada no puede: fracasar
"""


def test_a_reading_of_a_row_is_shrunk_in_the_language_of_its_file() -> None:
    assert shrunk(PASSING, "f.scenario", Wish("pagar.uno.a")).text == (
        "idioma es\n"
        "reglamento celestia\n"
        "\n"
        'disputa pagar "¿Qué paga?"\n'
        "  dado\n"
        "    jugadores: Ada, Bruno\n"
        "    capitán: Ada\n"
        "    mano de Ada: brújula\n"
        "  cuando\n"
        "    tirada: niebla, blanco\n"
        "    Bruno: quedarse\n"
        "  lectura uno\n"
        "    entonces\n"
        "      Ada puede: pagar brújula\n"
    )


def test_of_a_scenario_that_holds_every_expectation_stays_but_where_some_are_named() -> None:
    text = FAILING.replace("    Ada can only: pay compass  # wrong\n", "")
    (asked,) = (number for number, line in enumerate(text.split("\n"), 1) if "Ada is asked" in line)
    all_stay = shrunk(text, "f.scenario", Wish("one")).text
    one_stays = shrunk(text, "f.scenario", Wish("one", frozenset([asked]))).text

    assert "Ada is asked" in all_stay
    assert "Bruno hand: 2 cannon\n  when" in all_stay
    assert all_stay.endswith("Bruno hand: 2 cannon\n")
    assert one_stays.endswith("  then\n    Ada is asked\n")


def test_the_budget_ends_the_search_and_what_is_found_by_then_still_comes_out_the_same() -> None:
    found = shrunk(FAILING, "f.scenario", Wish("one", budget=3))
    (verdict,) = run_file(parse(found.text, "f.scenario"))

    assert (found.runs, found.is_least) == (3, False)
    assert [finding.code for finding in verdict.findings] == ["E0104"]


@pytest.mark.parametrize("wanted", ["", "none", "one.row", "other.x"])
def test_an_id_that_nothing_has_is_no_case(wanted: str) -> None:
    with pytest.raises(NoCaseError):
        shrunk(FAILING, "f.scenario", Wish(wanted))


def test_a_file_that_cannot_be_read_is_a_finding() -> None:
    with pytest.raises(SourceError, match="S0"):
        shrunk("ruleset celestia\nscenario one\n  thenn\n", "f.scenario", Wish("one"))


# ---- what is found wrong --------------------------------------------------------------------------------------------

CHANCE = """\
ruleset celestia

scenario one
  given
    players: Ada, Bruno
    captain: Ada
    Ada hand: compass, turbo
    Bruno hand: 2 cannon
  when
    roll: any
    Bruno: stay
  then
    {claim}
    possible: arrive
"""


@pytest.mark.parametrize(
    ("claim", "code", "name"), [("chance crash: 1/2", "E0502", "actual"), ("always: crash", "E0501", "chance")]
)
def test_of_a_claim_that_fails_what_is_true_stays_true(claim: str, code: str, name: str) -> None:
    text = CHANCE.format(claim=claim)
    found = shrunk(text, "f.scenario", Wish("one")).text
    before, after = ([f for v in run_file(parse(each, "f.scenario")) for f in v.findings] for each in (text, found))

    assert [(f.code, f.values[name]) for f in after] == [(f.code, f.values[name]) for f in before]
    assert (after[0].code, len(after)) == (code, 1)
    assert after[0].values[name] not in ("0", "1")
    assert "compass" in found
    assert "possible" not in found
    assert "cannon" not in found


def test_of_two_claims_that_fail_alike_both_stay() -> None:
    text = CHANCE.format(claim="always: crash\n    always: arrive")
    found = shrunk(text, "f.scenario", Wish("one")).text

    assert "always: crash\n    always: arrive\n" in found


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_line_that_is_kept_goes_on_holding_beside_one_that_fails(is_kept: bool) -> None:  # noqa: FBT001
    """Without the hand that it speaks of it would fail, with the code and the subject of the other line."""
    text = FAILING.replace("    Ada is asked\n    Ada can only: pay compass  # wrong\n", "    Bruno hand: turbo\n")
    line = text[: text.rindex("Bruno hand: 2 cannon")].count("\n") + 1
    found = shrunk(text, "f.scenario", Wish("one", frozenset([line]) if is_kept else None)).text
    (verdict,) = run_file(parse(found, "f.scenario"))

    assert [finding.code for finding in verdict.findings] == ["E0101"]
    assert found.count("Bruno hand: 2 cannon") == (2 if is_kept else 0)


# ---- nothing more can go --------------------------------------------------------------------------------------------


def known() -> list[tuple[str, str]]:
    files = sorted(SCENARIOS.glob("celestia*/*.scenario"))
    return [(str(file), s.id.text) for file in files for s in parse(file.read_text("utf-8"), str(file)).scenarios]


def outcome(text: str, file: str, wanted: str) -> tuple[object, ...] | None:
    """How the cases of a scenario come out; None if the text is no scenario file."""
    try:
        verdicts = list(run_file(parse(text, file), only=[wanted]))
    except SourceError:
        return None
    return tuple((verdict.outcome, tuple(finding.code for finding in verdict.findings)) for verdict in verdicts)


def falsified(text: str, wanted: str) -> str:
    """The file with two more expectations in a scenario, of which one fails."""
    head = f"scenario {wanted} "
    at = next(number for number, line in enumerate(text.split("\n")) if line.startswith(head))
    lines = text.split("\n")
    end = next((n for n in range(at + 1, len(lines)) if lines[n] and not lines[n].startswith((" ", "#"))), len(lines))
    last = max(n for n in range(at, end) if lines[n].strip() and not lines[n].strip().startswith("#"))
    margin = lines[last][: len(lines[last]) - len(lines[last].lstrip())]
    return "\n".join([*lines[: last + 1], f"{margin}game: over", f"{margin}game: running", *lines[last + 1 :]])


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize(("file", "wanted"), sample(known(), 4))
def test_without_any_further_line_a_scenario_comes_out_otherwise(file: str, wanted: str, fails: bool) -> None:  # noqa: FBT001
    text = Path(file).read_text("utf-8")
    if fails:
        if f"\nscenario {wanted} " not in text or parse(text, file).language != "en":
            pytest.skip("a dispute, or in another language than the expectation that fails")
        text = falsified(text, wanted)
    before = outcome(text, file, wanted)
    if before is None:
        pytest.skip("the scenario does not end with expectations")
    found = shrunk(text, file, Wish(wanted))
    pieces = pieces_of(found.text, parse(found.text, file).language)
    claims = [piece.number for piece in pieces if "then" in (piece.within, piece.opener)]
    fixed = {piece.number for piece in pieces if piece.indent == 0 or piece.opener in ("table", "reading", "when")}

    assert format_text(found.text) == found.text
    assert outcome(found.text, file, wanted) == before
    assert found.is_least
    for piece in pieces:
        if piece.number in fixed or piece.within == "table" or (not fails and piece.number in claims):
            continue
        fewer = without(pieces, [piece.number])
        has_all_scripts = sum(p.opener == "when" for p in fewer) == sum(p.opener == "when" for p in pieces)
        if fails or has_all_scripts:
            assert outcome(text_of(fewer), file, wanted) != before, piece.said


def test_what_is_known_to_be_wrong_stays_known() -> None:
    text = FAILING.replace('  note "a note"\n', '  known-wrong "not yet"\n')
    found = shrunk(text, "f.scenario", Wish("one"))
    (verdict,) = run_file(parse(found.text, "f.scenario"))

    assert verdict.outcome is Outcome.KNOWN_WRONG
    assert 'known-wrong "not yet"' in found.text
