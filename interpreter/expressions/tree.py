"""Expression trees as written: nothing is resolved, every node knows its place in the string."""

from __future__ import annotations

from attrs import frozen


@frozen
class Place:
    """Offsets into the expression string, counted from 0, `end` exclusive."""

    start: int
    end: int


@frozen
class Number:
    """`3`."""

    value: int
    place: Place


@frozen
class Name:
    """`dealer`."""

    id: str
    place: Place


@frozen
class Option:
    """`option length`: the value that the table chose."""

    id: str
    place: Place


@frozen
class Of:
    """`hand of dealer`: an attribute, a zone or a declared value of something."""

    name: Name
    owner: Expression
    place: Place


@frozen
class Call:
    """`count(event, blank)`."""

    function: Name
    arguments: tuple[Expression, ...]
    place: Place


@frozen
class Not:
    """`not a`."""

    operand: Expression
    place: Place


@frozen
class Logic:
    """`a and b and c`, `a or b`."""

    operator: str
    operands: tuple[Expression, ...]
    place: Place


@frozen
class Binary:
    """`=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not in`, `without`, `+`, `-`, `*`."""

    operator: str
    left: Expression
    right: Expression
    place: Place


@frozen
class Negative:
    """`-a`."""

    operand: Expression
    place: Place


@frozen
class Conditional:
    """`a if condition else b`."""

    then: Expression
    condition: Expression
    otherwise: Expression
    place: Place


@frozen
class Quantified:
    """`some p in everybody: condition`, `every space in places: condition`."""

    quantifier: str
    variable: Name
    among: Expression
    body: Expression
    place: Place


Expression = Number | Name | Option | Of | Call | Not | Logic | Binary | Negative | Conditional | Quantified
