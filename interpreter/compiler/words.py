"""A condition to the things that it looks at, each in the words of the rule language: what a reason can show."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.model import terms as t
from interpreter.model.terms import Term, type_of


def looked_at(term: Term) -> Iterator[Term]:
    """The parts of a condition whose values say why it holds or not."""
    match term:
        case t.AllOf(operands=operands) | t.AnyOf(operands=operands):
            for operand in operands:
                yield from looked_at(operand)
        case t.Not(operand=operand) | t.Probed(operand=operand):
            yield from looked_at(operand)
        case t.Compare(left=left, right=right):
            yield from (side for side in (left, right) if not isinstance(side, t.Number))
        case t.Contains(members=members):
            yield members
        case t.Choose(condition=condition, then=then, otherwise=otherwise):
            for part in (condition, then, otherwise):
                if type_of(part) == "condition":
                    yield from looked_at(part)
        case _:
            yield term


def words(term: Term) -> str:
    """A term as an author would write it."""
    match term:
        case t.Number(value=value):
            return str(value)
        case t.OptionIs(option=option, value=wanted, negated=negated):
            return f"option {option} {'!=' if negated else '='} {wanted}"
        case t.OptionNumber(option=option):
            return f"option {option}"
        case t.Variable(name=name) | t.RolePlayer(role=name) | t.RoleSet(role=name) | t.PawnSpace(pawn=name):
            return name
        case t.TrackSpaces(track=name) | t.PlaceKind(place=name):
            return name
        case t.Everybody():
            return "everybody"
        case t.Nobody():
            return "nobody"
        case t.CardKind(card=name) | t.FaceKind(face=name) | t.Showing(pool=name):
            return name
        case t.PlayerCount():
            return "players"
        case t.AllPlaces():
            return "places"
        case t.Probed(operand=operand):
            return words(operand)
        case t.ValueOf(value=value, argument=argument):
            return value if argument is None else f"{value} of {words(argument)}"
        case t.CounterOf(counter=counter, owner=owner):
            return counter if owner is None else f"{counter} of {words(owner)}"
        case _:
            return _more_words(term)


def _more_words(term: Term) -> str:
    match term:
        case t.ZoneOf():
            return _zone(term)
        case t.CountCards(zone=zone, card=card):
            return f"count({_zone(zone)}{f', {words(card)}' if card else ''})"
        case t.CountDice(pool=pool, face=face):
            return f"count({pool}{f', {words(face)}' if face else ''})"
        case t.CardNumber(attribute=attribute, zone=zone):
            return f"{attribute} of {_zone(zone)}"
        case t.Room(zone=zone):
            return f"room({_zone(zone)})"
        case t.Meets(card=card, face=face):
            return f"meets({words(card)}, {words(face)})"
        case t.CountMembers(members=members):
            return f"count({words(members)})"
        case t.SumDice(pool=pool):
            return f"sum({pool})"
        case t.SumCards(zone=zone, attribute=attribute):
            return f"sum({_zone(zone)}, {attribute})"
        case t.Different(zone=zone, by=by):
            return f"different({_zone(zone)}{f', {by}' if by else ''})"
        case t.Payable(demand=demand, zone=zone):
            return f"payable({demand}, {_zone(zone)})"
        case t.PlaceNumber(attribute=attribute, place=place):
            return f"{attribute} of {words(place)}"
        case _:
            return _operator_words(term)


def _operator_words(term: Term) -> str:
    match term:
        case t.Arithmetic(operator=operator, left=left, right=right):
            return f"{words(left)} {operator} {words(right)}"
        case t.Compare(operator=operator, left=left, right=right):
            return f"{words(left)} {operator} {words(right)}"
        case t.Without(members=members, removed=removed):
            return f"{words(members)} without {words(removed)}"
        case t.LeftOf(player=player, among=among):
            return f"left({words(player)}{f', {words(among)}' if among else ''})"
        case t.NextSpace(pawn=name, steps=steps):
            return f"next({name})" if steps == t.Number(1) else f"next({name}, {words(steps)})"
        case t.Through(pawn=name, steps=steps):
            return f"through({name}, {words(steps)})"
        case t.Spaces(start=start, goal=goal):
            return f"spaces({words(start)}, {words(goal)})"
        case t.FirstSpace(track=name):
            return f"first({name})"
        case t.AtLast(pawn=name) | t.LastSpace(track=name):
            return f"last({name})"
        case t.Extreme(function=function, operands=operands):
            return f"{function}({', '.join(map(words, operands))})"
        case t.Gathered(function=function, variable=variable, among=among, body=body):
            return f"{function} {variable} in {words(among)}: {words(body)}"
        case t.NumberOnCard(attribute=attribute, card=card):
            return f"{attribute} of {words(card)}"
        case t.Those(variable=variable, among=among, body=body):
            return f"those {variable} in {words(among)}: {words(body)}"
        case t.Quantified(quantifier=quantifier, variable=variable, among=among, body=body):
            return f"{quantifier} {variable} in {words(among)}: {words(body)}"
        case t.AllOf(operands=operands):
            return " and ".join(words(o) for o in operands)
        case t.AnyOf(operands=operands):
            return " or ".join(words(o) for o in operands)
        case t.Not(operand=operand):
            return f"not {words(operand)}"
        case t.Choose(condition=condition, then=then, otherwise=otherwise):
            return f"{words(then)} if {words(condition)} else {words(otherwise)}"
        case _:
            return "this"


def _zone(zone: t.ZoneOf) -> str:
    owner = f" of {words(zone.owner)}" if zone.owner is not None else ""
    without = "".join(f" without {card}" for card in zone.without)
    return f"{zone.zone}{owner}{without}"
