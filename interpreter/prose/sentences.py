"""Rules to sentences of the language that is spoken: things by their labels, steps and conditions by its patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen
from babel import Locale

from interpreter.layering.labels import Labels
from interpreter.model import draft as d
from interpreter.model.nodes import nodes
from interpreter.prose.expressions import Expressions
from interpreter.prose.meaning import Variable, parsed
from interpreter.prose.steps import Steps
from interpreter.prose.telling import RULES, Teller, chosen
from interpreter.prose.things import Things, row
from interpreter.source import patterns
from interpreter.source.grammar import Noun, contracted, determined
from interpreter.source.patterns import pattern
from interpreter.source.speech import spoken

_WITH_FROM = {"move", "take-away", "window"}  # verbs whose `from` is their own
_OWNED = {"player", "players", "place", "number"}  # what an action may need besides cards


def teller(draft: d.Draft, labels: Labels) -> Teller:
    """Who tells the rules of a draft in the language that is spoken."""
    return Prose(Expressions(Things(draft, labels))) if patterns.are_known() else RULES


@frozen(eq=False)
class Prose(Teller):
    """Tells rules in sentences."""

    words: Expressions

    @property
    def _things(self) -> Things:
        return self.words.things

    def _knowing(self, names: Iterable[tuple[str, Variable]]) -> Prose:
        words = self.words
        for name, variable in names:
            words = words.within(name, variable)
        return evolve(self, words=words)

    def inside(self, statement: d.Statement) -> Prose:
        """Knows what a step goes through."""
        if statement.each is None:
            return self
        kind = "place" if statement.in_ is not None else "player"
        return self._knowing([(statement.each, Variable(kind, determined("that", self._things.kind(kind))))])

    def answering(self, statement: d.Statement, answer: d.Answer) -> Prose:
        """Knows who answers, and what was chosen."""
        who = self.words.said(statement.ask or "")
        return self._choosing([("actor", Variable("player", who))], answer.choose)

    def playing(self, card: d.Card) -> Prose:
        """Knows who plays the card, and what was chosen with it."""
        return self._choosing([("actor", Variable("player", pattern("who-plays")))], card.choose)

    def _choosing(self, known: list[tuple[str, Variable]], choices: Mapping[str, d.Choice]) -> Prose:
        return self._knowing([*known, *((name, self._chosen(choice)) for name, choice in choices.items())])

    def _chosen(self, choice: d.Choice) -> Variable:
        kind, of = chosen(choice)
        noun = self._things.noun("types", of) if kind == "kind" else self._card_of(choice)
        said = pattern(f"chosen-{kind}", form=noun.gender or "f", card=noun.one, cards=noun.other)
        return Variable(kind, said, many=kind in {"dice", "cards", "payment"})

    def acting(self, needs: Mapping[str, str]) -> Prose:
        """Knows what an action was given."""
        return self._knowing((name, self._needed(name, kind)) for name, kind in needs.items())

    def _needed(self, name: str, kind: str) -> Variable:
        if self._things.label("names", name) or kind == "number":
            return Variable(kind, self._things.the("names", name))
        noun = self._things.kind("player" if kind == "players" else kind) if kind in _OWNED else None
        noun = noun or self._things.noun("types", kind)
        return Variable(kind if kind in _OWNED else "card", determined("that", noun, many=kind == "players"))

    def valuing(self, of: str) -> Prose:
        """Knows the player or place that is asked about."""
        return self._knowing([(of, Variable(of, determined("the", self._things.kind(of))))])

    def at(self, path: d.Path) -> Prose:
        """Knows whatever is known at a place in the rules."""
        told, asking = self, None
        for node in sorted(self._around(path), key=lambda node: len(node.path)):
            match node:
                case d.Statement():
                    told, asking = told.inside(node), node
                case d.Answer() if asking is not None:
                    told = told.answering(asking, node)
                case d.Card():
                    told = told.playing(node)
                case d.Action():
                    told = told.acting(node.needs)
        return told

    def _around(self, path: d.Path) -> Iterator[d.Node]:
        return (node for node in nodes(self._things.draft) if node.path and path[: len(node.path)] == node.path)

    # Things and expressions.

    def said(self, text: d.Text) -> str:
        """An expression in words."""
        return self.words.said(text)

    def name(self, group: str, key: str) -> str:
        """A thing by its label."""
        return self._things.called(group, key)

    def the(self, group: str, key: str) -> str:
        """A thing with its article."""
        return self._things.the(group, key)

    def kind(self, word: str) -> str:
        """What one of the players or places is called."""
        return self._things.kind(word).one

    def kinds(self, word: str) -> str:
        """What the players or places are called."""
        return self._things.kind(word.removesuffix("s")).other

    def heading(self, kind: str) -> str:
        """A type of component in the plural."""
        return self._things.noun("types", kind).other

    def card(self, card: d.Card, numbers: str) -> str:
        """So many of a card, and its numbers."""
        return self._things.counted(card.copies, "cards", card.key) + numbers

    def faces(self, keys: list[str]) -> str:
        """What a card is good against."""
        return row(self._things.the("faces", key) for key in keys)

    def face(self, count: int, face: str) -> str:
        """A face of a die; how often it is there if more than once."""
        return self._things.counted(count, "faces", face) if count != 1 else self.name("faces", face)

    def dice(self, key: str) -> str:
        """A pool of dice, as several."""
        return determined("the", self._things.noun("dice", key), many=True)

    def demand(self, key: str) -> str:
        """What is asked to be paid."""
        return self._things.demand(key)

    def option_value(self, option: str, value: str) -> str:
        """A value of an option by its label."""
        return self._things.option_value(option, value)

    def setting(self, option: str) -> str:
        """An option as something that is referred to."""
        return self._things.quoted("options", option)

    def row(self, items: Iterable[str]) -> str:
        """Things in a row, the last one behind `and`."""
        return row(items)

    def window(self, key: str) -> str:
        """A moment in which cards are played, as something that is referred to."""
        return self._things.quoted("windows", key)

    def language(self, code: str) -> str:
        """A language by its name; one that nobody knows is its code."""
        name = Locale(spoken()).languages.get(code)
        return name or code

    def finished(self, line: str) -> str:
        """Small words joined."""
        return contracted(line)

    # Lines about components.

    def zone(self, zone: d.Zone) -> str:
        """A zone, what lies there, and who sees it."""
        noun = self._things.noun("types", zone.holds)
        name = self.name("zones", zone.key)
        each = pattern("of-each", kind=self.kind(zone.of)) if zone.of else ""
        holds = pattern("holds-pile" if zone.pile else "holds", cards=noun.other)
        seen = pattern(f"seen-{zone.seen_by}", form=noun.gender or "m")
        return contracted(pattern("zone", name=name, each=each, holds=holds, seen=seen))

    def full(self, zone: d.Zone) -> str:
        """That everything of its type lies in a zone at the start."""
        return pattern("full", cards=determined("all", self._things.noun("types", zone.holds), many=True))

    def role(self, role: d.Role) -> str:
        """A role, and how many have it."""
        state, noun = self.words.state(role.key), self._things.noun("roles", role.key)
        if state is not None:
            return pattern("role-state", name=state)
        several = role.held_by == "several"
        name = self._things.the("roles", role.key) if not several else determined("the", noun, many=True)
        return pattern(f"role-{role.held_by}", form=noun.gender or "m", name=name)

    def players_of(self, by: d.Text) -> str:
        """Who may play a card."""
        return pattern("played-by", form=self._number(by), players=self.said(by))

    def _number(self, players: d.Text) -> str:
        return "other" if self.words.many(players) else "one"

    def refused(self, refusals: Mapping[str, d.Text]) -> str:
        """When something is not possible: the label of the refusal, else its condition."""
        reasons = [pattern("refusal", reason=self._reason(*refusal)) for refusal in refusals.items()]
        return pattern("answer-refused", reasons=row(reasons, "nor")) if reasons else ""

    def need(self, condition: d.Text) -> str:
        """A condition that must hold, where it does not."""
        return pattern("needed", condition=self.said(condition))

    def fact(self, words: str, kind: str, value: str) -> str:
        """What a part of a condition came to, as a sentence where that can be said."""
        return self.words.fact(words, kind, value) or pattern("fact", thing=self.said(words), value=value)

    def _reason(self, name: str, text: d.Text = "") -> str:
        label = self._things.label("refusals", name)
        return label.one if label is not None else self.said(text) if text != "" else name

    def invariant(self, invariant: d.Invariant) -> str:
        """What always holds: its label, and what that means."""
        label, holds = self.name("invariants", invariant.key), self.said(invariant.holds)
        at = row(self._things.quoted("steps", key) for key in invariant.at)
        told = label if label == holds else pattern("head", label=label, rest=holds)
        return told + (pattern("invariant-at", steps=at) if at else "")

    # Lines of the course of play.

    def block(self, key: str, needs: Mapping[str, str], *, action: bool) -> str:
        """The label of a sequence and what it needs to be told."""
        label = self._things.action(key).strip("«»") if action else self.name("steps", key)
        told = row(self._need(name, kind) for name, kind in needs.items())
        return pattern("heading", label=f"{label} ({told})" if told else label)

    def _need(self, name: str, kind: str) -> str:
        if self._things.label("names", name) or kind == "number":
            return self.name("names", name)
        noun = self._things.kind(kind.removesuffix("s")) if kind in _OWNED else self._things.noun("types", kind)
        return noun.other if kind == "players" else determined("a", noun)

    def otherwise(self) -> str:
        """What is done if a condition does not hold."""
        return pattern("otherwise")

    def step(self, statement: d.Statement) -> str:
        """A step without those that it holds."""
        label = self.name("steps", statement.id) if statement.id else ""
        done = Steps(self.inside(statement).words).done(statement)
        told = ": ".join(filter(None, (label, *self._conditions(statement), done))) or pattern("together")
        event = pattern("event", event=self._things.quoted("events", statement.event)) if statement.event else ""
        told += f" ({event})" if event else ""
        return contracted(told if done else f"{told}:")

    def _conditions(self, statement: d.Statement) -> Iterator[str]:
        """Whether, how often and for whom a step is done."""
        if statement.if_ is not None:
            yield pattern("if", condition=self.said(statement.if_))
        if statement.times is not None:
            literal = isinstance(statement.times, int) or str(statement.times).isdigit()
            count = self.said(statement.times)
            yield pattern("times-of" if literal else "times-so-often", count=count)
        if statement.while_ is not None:
            yield pattern("while", condition=self.said(statement.while_))
        if statement.each is not None:
            yield ", ".join(self._each(statement))

    def _each(self, statement: d.Statement) -> Iterator[str]:
        if statement.in_ is not None:
            yield pattern("each-place", place=self.kind("place"), among=self.said(statement.in_))
            return
        among = None if statement.among is None else self.said(statement.among)
        yield pattern("each-player") if among is None else pattern("each-player-among", players=among)
        for key, text in (("from", statement.from_), ("after", statement.after)):
            if text is not None and not (key == "from" and statement.verb in _WITH_FROM):
                yield pattern(f"each-{key}", player=self.said(text))
        if statement.where is not None:
            yield pattern("each-where", condition=self.inside(statement).said(statement.where))
        if statement.together is not None:
            key = "each-together" if statement.together == "yes" else "each-together-if"
            yield pattern(key, condition=self.said(statement.together))

    def answer(self, key: str, answer: d.Answer, statement: d.Statement) -> str:
        """An answer without what follows from it."""
        asked = self.answering(statement, answer)
        choices = row(asked.choice(*each) for each in answer.choose.items())
        rest = pattern("answer-choosing", choices=choices) if choices else ""
        rest += pattern("answer-if", condition=asked.said(answer.if_)) if answer.if_ is not None else ""
        rest += asked.refused(answer.refuse)
        for name, others in answer.unless.items():
            answers = row((self._possible(other) for other in others), "or")
            rest += pattern("answer-unless", answers=answers, reason=self._reason(name))
        return contracted(pattern("answer", label=self.name("answers", key), rest=rest))

    def _possible(self, key: str) -> str:
        return self.name("cards" if key in self._things.draft.cards else "answers", key)

    def choice(self, name: str, choice: d.Choice) -> str:
        """What is chosen, out of what."""
        told = self._out_of(choice) + self._how_many(choice)
        told += pattern("choose-where", condition=self._looking(name, choice)) if choice.where is not None else ""
        told += pattern("choose-by", player=self.said(choice.by)) if choice.by is not None else ""
        return contracted(told)

    def _looking(self, name: str, choice: d.Choice) -> str:
        """A condition reads each die or card of several by itself."""
        one = choice
        if choice.dice is not None:
            one = evolve(choice, dice=None, die=choice.dice)
        elif choice.cards is not None:
            one = evolve(choice, cards=None, card=choice.cards)
        variable = self._chosen(one)
        return evolve(self, words=self.words.within(name, variable)).said(choice.where or "")

    def _card_of(self, choice: d.Choice) -> Noun:
        """What is called a card where it is chosen."""
        text = next((t for t in (choice.card, choice.cards, choice.from_) if t is not None), "")
        tree = parsed(text)
        zone = None if tree is None else self.words.zone(tree)
        return self._things.kind("card") if zone is None else self._things.of_zone(zone)

    def _out_of(self, choice: d.Choice) -> str:
        kind, of = chosen(choice)
        noun = self._card_of(choice)
        match kind:
            case "player":
                return self._out_of_players(of)
            case "card" | "cards":
                return pattern(f"choose-{kind}", card=determined("a", noun), cards=noun.other, zone=self.said(of))
            case "kind":
                kinds = self._things.noun("types", of)
                return pattern("choose-kind", form=kinds.gender or "f", card=kinds.one)
            case "payment":
                zone = self.said(choice.from_ or "")
                return pattern("choose-payment", demand=self._things.demand(of), zone=zone)
            case _:
                return self._out_of_dice(kind, of, choice)

    def _out_of_players(self, players: str) -> str:
        if players == "everybody":
            return pattern("choose-any-player")
        return pattern("choose-player", players=self.said(players)) if self.words.many(players) else self.said(players)

    def _out_of_dice(self, kind: str, pool: str, choice: d.Choice) -> str:
        bounded = kind == "dice" and (choice.least is not None or choice.most is not None)
        dice = self.dice(pool) if kind != "dice" else self._things.noun("dice", pool).other
        return pattern("choose-some-dice" if bounded else f"choose-{kind}", dice=dice)

    def _how_many(self, choice: d.Choice) -> str:
        least = None if choice.least is None else self.said(choice.least)
        most = None if choice.most is None else self.said(choice.most)
        if least is not None and most is not None:
            return pattern("choose-between", least=least, most=most)
        if least is not None:
            return pattern("choose-at-least", least=least)
        return "" if most is None else pattern("choose-at-most", most=most)

