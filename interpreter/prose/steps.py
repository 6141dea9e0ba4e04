"""What a step does, by its verb, to words of the language that is spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from attrs import frozen

from interpreter.expressions import tree as t
from interpreter.model import draft as d
from interpreter.prose.expressions import Expressions
from interpreter.prose.meaning import Variable, parsed
from interpreter.prose.things import row
from interpreter.source.grammar import Noun, counted, determined
from interpreter.source.patterns import form_of, pattern


@frozen(eq=False)
class Steps:
    """Tells steps; `words` know the names that hold there."""

    words: Expressions

    def done(self, statement: d.Statement) -> str:
        """What is done, without when and how often; nothing for a step that only holds others."""
        verb = statement.verb.replace("-", "_")
        if verb == "do":
            return ""
        tell = cast(Callable[[d.Statement], str], getattr(self, f"_{verb}"))
        return tell(statement)

    def _said(self, text: d.Text | None) -> str:
        return self.words.said(text if text is not None else "")

    # Asking.

    def _ask(self, step: d.Statement) -> str:
        player = self._said(step.ask)
        if step.plays is None:
            return pattern("ask", player=player)
        return pattern("ask-plays", player=player, window=self.words.things.quoted("windows", step.plays))

    def _window(self, step: d.Statement) -> str:
        window = self.words.things.quoted("windows", step.window or "")
        return ", ".join([pattern("window", window=window), *self._around(step)])

    def _around(self, step: d.Statement) -> Iterator[str]:
        """Who is asked in a window, and how often."""
        if step.from_ is not None:
            yield pattern("window-from", player=self._said(step.from_))
        if step.among is not None:
            yield pattern("window-among", players=self._said(step.among))
        if step.rounds is not None:
            tree, count = parsed(step.rounds), self._said(step.rounds)
            literal = isinstance(tree, t.Number)
            form = form_of(tree.value) if isinstance(tree, t.Number) else ""
            yield pattern("window-rounds" if literal else "window-rounds-of", form=form, count=count)

    # Dice.

    def _pool(self, key: str) -> str:
        return determined("all", self.words.things.noun("dice", key), many=True)

    def _faces(self, step: d.Statement) -> str:
        return row(map(self.words.shown, step.showing), "or")

    def _chosen(self, step: d.Statement) -> tuple[str, str]:
        variable = self.words.scope.get(step.which or "", Variable("die", step.which or ""))
        return ("other" if variable.many else "one"), variable.said

    def _so_many(self, count: d.Text | None, noun: Noun) -> tuple[str, str, str]:
        """The form of the verb, so many of a thing, and how many where that is no plain number."""
        tree = None if count is None else parsed(count)
        if count is None:
            return "one", determined("a", noun), ""
        if isinstance(tree, t.Number):
            return form_of(tree.value), counted(tree.value, noun), ""
        return "other", noun.other, pattern("amount", form=noun.gender or "m", amount=self._said(count))

    def _roll(self, step: d.Statement) -> str:
        form, dice, amount = self._so_many(step.count, self.words.things.noun("dice", step.roll or ""))
        return pattern("roll", form=form, dice=dice) + amount

    def _reroll(self, step: d.Statement) -> str:
        if step.which is not None:
            form, dice = self._chosen(step)
            return pattern("reroll-chosen", form=form, dice=dice)
        key = "reroll-showing" if step.showing else "reroll-all"
        return pattern(key, dice=self._pool(step.reroll or ""), faces=self._faces(step))

    def _put(self, step: d.Statement) -> str:
        form, dice, amount = self._so_many(step.count, self.words.things.noun("dice", step.put or ""))
        return pattern("put", form=form, dice=dice, faces=self._faces(step)) + amount

    def _turn(self, step: d.Statement) -> str:
        form, dice = self._chosen(step)
        return pattern("turn", form=form, dice=dice, face=self._face(step))

    def _face(self, step: d.Statement) -> str:
        return self.words.shown(str(step.to))

    def _clear(self, step: d.Statement) -> str:
        if step.which is not None:
            form, dice = self._chosen(step)
            return pattern("clear-chosen", form=form, dice=dice)
        if step.count is not None:
            form, dice, amount = self._so_many(step.count, self.words.things.noun("dice", step.clear or ""))
            return pattern("clear-some", form=form, dice=dice, faces=self._faces(step)) + amount
        key = "clear-showing" if step.showing else "clear-all"
        return pattern(key, dice=self._pool(step.clear or ""), faces=self._faces(step))

    # Cards.

    def _held(self, text: d.Text | None) -> Noun:
        """What a card of a zone is called."""
        tree = None if text is None else parsed(text)
        zone = None if tree is None else self.words.zone(tree)
        return self.words.things.kind("card") if zone is None else self.words.things.of_zone(zone)

    def _draw(self, step: d.Statement) -> str:
        form, cards, amount = self._so_many(step.count, self._held(step.draw))
        return pattern("draw", form=form, cards=cards, **self._between(step.draw, step.to)) + amount

    def _between(self, source: d.Text | None, target: d.Text | None) -> dict[str, str]:
        return {"from": self._said(source), "to": self._said(target)}

    def _move(self, step: d.Statement) -> str:
        between, what = self._between(step.from_, step.to), step.move or ""
        if what == "all":
            return pattern("move-all", **between)
        if what in self.words.scope:
            return self._move_chosen(step, self.words.scope[what], between)
        form, cards, amount = self._so_many(step.count, self.words.things.noun("cards", what))
        return pattern("move-so-many" if amount else "move", form=form, cards=cards, **between) + amount

    def _move_chosen(self, step: d.Statement, variable: Variable, between: dict[str, str]) -> str:
        form = "other" if variable.many else "one"
        told = pattern("move", form=form, cards=variable.said, **between)
        gender = self._held(step.from_).gender or "m"
        return told if step.count is None else told + pattern("amount", form=gender, amount=self._said(step.count))

    def _tell(self, step: d.Statement) -> str:
        key, what = ("tell-has", step.has) if step.has is not None else ("tell-lacks", step.lacks)
        if what is not None and what in self.words.scope:
            like = self.words.scope[what].said
            return pattern(f"{key}-like", cards=self._held(step.tell).other, like=like, zone=self._said(step.tell))
        return pattern(key, cards=self.words.things.noun("cards", what or "").other, zone=self._said(step.tell))

    # Roles, pawns, tracks.

    def _role(self, role: str) -> tuple[str, str]:
        """What is added to the key of a pattern, and what somebody is."""
        state = self.words.state(role) if role in self.words.things.draft.roles else None
        return ("", self.words.things.called("roles", role)) if state is None else ("-state", state)

    def _form(self, players: d.Text | None) -> str:
        return "other" if players is not None and self.words.many(players) else "one"

    def _give(self, step: d.Statement) -> str:
        suffix, role = self._role(step.give or "")
        if step.at_random_among is not None:
            return pattern(f"give-random{suffix}", players=self._said(step.at_random_among), role=role)
        return pattern(f"give{suffix}", form=self._form(step.to), player=self._said(step.to), role=role)

    def _take_away(self, step: d.Statement) -> str:
        suffix, role = self._role(step.take_away or "")
        return pattern(f"take-away{suffix}", form=self._form(step.from_), player=self._said(step.from_), role=role)

    def _place(self, step: d.Statement) -> str:
        return pattern("place", pawn=self._said(step.place), place=self._said(step.at))

    def _advance(self, step: d.Statement) -> str:
        place, pawn = self.words.things.kind("place"), self._said(step.advance)
        tree = None if step.by is None else parsed(step.by)
        if step.by is None or isinstance(tree, t.Number):
            return pattern("advance", pawn=pawn, places=self._so_many(step.by, place)[1])
        return pattern("advance-by", pawn=pawn, places=place.other, amount=self._said(step.by))

    def _lay(self, step: d.Statement) -> str:
        place = self.words.things.kind("place")
        space = self.words.within("space", Variable("place", determined("the", place)))
        places = determined("the", place, many=True)
        return pattern("lay", track=self._said(step.lay), places=places, condition=space.said(step.where or "yes"))

    # Counters.

    def _set(self, step: d.Statement) -> str:
        counter, to = step.set or "", parsed(step.to if step.to is not None else 0)
        whose = "" if step.for_ is None else self.words.owner(parsed(step.for_) or t.Name("", t.Place(0, 0)))
        if self.words.is_flag(counter):
            name = self.words.things.quoted("counters", counter)
            return self._note(pattern("of", thing=name, owner=whose) if whose else name, to)
        name = self.words.things.the("counters", counter)
        name = pattern("of", thing=name, owner=whose) if whose else name
        key, amount = self._change(counter, to)
        return pattern(key, counter=name, amount=amount or self._said(step.to))

    def _note(self, counter: str, to: t.Expression | None) -> str:
        if isinstance(to, t.Number):
            return pattern("note" if to.value else "unnote", counter=counter)
        amount = self.words.of(to.arguments[-1]) if isinstance(to, t.Call) else ""
        return pattern("note-if", counter=counter, amount=amount)

    def _change(self, counter: str, to: t.Expression | None) -> tuple[str, str]:
        """Whether something is added to the counter itself or taken from it, and how much."""
        match to:
            case t.Binary(operator="+" | "-", left=t.Name() | t.Of() as left):
                name = left.id if isinstance(left, t.Name) else left.name.id
                if name == counter:
                    return ("add" if to.operator == "+" else "subtract"), self.words.of(to.right)
        return "set", ""

    # The course itself.

    def _run(self, step: d.Statement) -> str:
        things = self.words.things
        needs = things.draft.actions[step.run].needs if step.run in things.draft.actions else {}
        values = "; ".join(self._given(name, needs.get(name, ""), value) for name, value in step.with_.items())
        action = things.action(step.run or "")
        return pattern("run-with", action=action, values=values) if step.with_ else pattern("run", action=action)

    def _given(self, name: str, kind: str, value: d.Text) -> str:
        """A value that an action is given; what it is goes without saying unless it is a number."""
        if kind != "number":
            return self._card(value) if kind not in {"player", "players", "place"} else self._said(value)
        return pattern("run-value", name=self.words.things.called("names", name), value=self._said(value))

    def _card(self, value: d.Text) -> str:
        known = value in self.words.things.draft.cards and value not in self.words.scope
        return self.words.things.noun("cards", str(value)).other if known else self._said(value)

    def _repeat(self, step: d.Statement) -> str:
        steps = step.repeat or []
        names = row(self.words.things.quoted("steps", key) for key in steps)
        return pattern("repeat", form="one" if len(steps) == 1 else "other", steps=names)

    def _end(self, step: d.Statement) -> str:
        if step.end != "game":
            return pattern("end", step=self.words.things.quoted("steps", step.end or ""))
        if step.winners is None:
            return pattern("end-game")
        if step.winners == "nobody":
            return pattern("end-game-lost")
        return pattern("end-game-won", form=self._form(step.winners), winners=self._said(step.winners))
