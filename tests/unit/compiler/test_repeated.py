from interpreter.compiler.repeated import found_once

HELP = "(lent(5, s.z_helping) if any(s.m_helping__cards) else ())"
PAID = f"ways_0_storm[s.d_dice, 0, {HELP}](s.z_hand, 5 * s.r_first)"


def test_what_is_listed_and_asked_for_is_found_first() -> None:
    assert found_once([f"answers = none[{PAID} != ()]", f"answers += pay({PAID})"]) == [
        f"found_0 = {PAID}",
        "answers = none[found_0 != ()]",
        "answers += pay(found_0)",
    ]


def test_what_several_kinds_of_payment_need_is_found_before_them() -> None:
    other = PAID.replace("ways_0", "ways_1")
    assert found_once([f"answers = none[{other} != ()]", f"answers += pay({PAID})"]) == [
        f"found_0 = {HELP}",
        "answers = none[ways_1_storm[s.d_dice, 0, found_0](s.z_hand, 5 * s.r_first) != ()]",
        "answers += pay(ways_0_storm[s.d_dice, 0, found_0](s.z_hand, 5 * s.r_first))",
    ]


def test_payments_that_are_asked_for_under_a_condition_alone_stay_there() -> None:
    paid = "ways_0[s.d_dice](s.z_hand, 0) != ()"
    lines = [f"if s.c_calm and {paid}: answers += one", f"if {paid}: answers += two"]
    assert found_once(lines) == lines


def test_what_depends_on_a_choice_stays_in_the_list() -> None:
    line = "answers += pay(ways_0[(c0,)](s.z_hand, 0))"
    assert found_once([line, line]) == [line, line]
