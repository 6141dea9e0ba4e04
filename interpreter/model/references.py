"""A draft to findings about names that stand alone in a key: each must be declared."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from interpreter.model import draft as d
from interpreter.model.findings import Declared, Finding, Names, declared, entries, keys, nowhere, unknown
from interpreter.model.needs import NEEDED
from interpreter.model.nodes import nodes, statements
from interpreter.texts import Words


def check_references(draft: d.Draft, names: Names) -> None:
    """Check every name that is the whole value of its key."""
    references = _References(draft, names)
    references.check_components()
    references.check_words()
    references.check_ids()
    references.check_registers()


@frozen
class _References:
    draft: d.Draft
    names: Names

    def check_components(self) -> None:
        """What lies in the box."""
        draft = self.draft
        for card in draft.cards.values():
            self._card(card)
        for zone in draft.zones.values():
            self._zone(zone)
        for place in draft.places.values():
            self._numbers(place, draft.attributes.places, "places", "number of a place", ())
        for pawn in draft.pawns.values():
            self._known("tracks", "track", pawn.on, (*pawn.path, "on"))
        for demand in draft.demands.values():
            self._demand(demand)
        for action in draft.actions.values():
            self._action(action)
        for pool in draft.dice.values():
            self._shown_faces(pool)

    def check_words(self) -> None:
        """What expressions name must not be called like a word of theirs."""
        for group in _NAMED:
            for name, node in getattr(self.draft, group).items():
                if name in RESERVED:
                    self.names.use(group, name)
                    self.names.add(Finding("R0326", node.path, {"word": name}, on_key=True))

    def check_ids(self) -> None:
        """The id of a step is given once, so that everybody who points to it means the same."""
        first: dict[str, d.Path] = {}
        for statement in statements(self.draft):
            path = (*statement.path, "id")
            if statement.id and first.setdefault(statement.id, path) != path:
                known = {statement.id: first[statement.id]}
                self.names.add(Finding("R0308", path, {"word": statement.id}, known=known))

    def check_registers(self) -> None:
        """Options, rulings, invariants, sources."""
        for option in self.draft.options.values():
            self._option(option)
        for ruling in self.draft.rulings.values():
            self._ruling(ruling)
        for invariant in self.draft.invariants.values():
            self._invariant(invariant)
        for node in nodes(self.draft):
            self._source(node)
            self._unverified(node)

    def _known(self, group: str, what: str, word: str, path: d.Path) -> None:
        known = declared(getattr(self.draft, group))
        self.names.use(group, word)
        if word not in known:
            self.names.add(unknown(what, word, known, path))

    def _card(self, card: d.Card) -> None:
        self._known("types", "type of component", card.type, (*card.path, "type"))
        if card.starts_in is not None:
            self._starts_in(card, card.starts_in, (*card.path, "starts-in"))
        for place, path in _one_or_many(card.of, (*card.path, "of")):
            self._known("places", "place", place, path)
        for key, faces in (("meets", card.meets), ("helps", card.helps)):
            for number, face in enumerate(faces):
                self._face(face, self.draft.dice.values(), "face of a die", (*card.path, key, str(number)))
        self._numbers(card, self.draft.attributes.cards, "cards", "key or number of a card", _CARD_KEYS)
        if card.play is not None:
            self._known("windows", "window", card.play.in_, (*card.play.path, "in"))
            self._known("zones", "zone", card.play.from_, (*card.play.path, "from"))
            self._known("zones", "zone", card.play.to, (*card.play.path, "to"))
            self._unordered(card.play.from_, (*card.play.path, "from"), of="player", or_table=True)
            self._unordered(card.play.to, (*card.play.path, "to"), of=None)
            self._roomy(card.play.to, (*card.play.path, "to"))
            for name, key in ((card.play.from_, "from"), (card.play.to, "to")):
                self._holds(name, card.type, card.key, (*card.play.path, key))

    def _starts_in(self, card: d.Card, name: str, path: d.Path) -> None:
        """A card begins in a zone of the table that is full at the start and holds its type."""
        self._known("zones", "zone", name, path)
        zone = self.draft.zones.get(name)
        if zone is not None and (zone.holds != card.type or zone.starts != "full" or zone.of is not None):
            self.names.add(Finding("R0321", path, {"zone": name, "type": card.type}))

    def _action(self, action: d.Action) -> None:
        known = {**nowhere(NEEDED), **declared(self.draft.types)}
        for name, kind in action.needs.items():
            if kind not in known:
                self.names.add(unknown("type", kind, known, (*action.path, "needs", name)))

    def _numbers(self, node: d.Card | d.Place, names: list[str], group: str, what: str, other: Iterable[str]) -> None:
        known = entries(names, ("attributes", group))
        for key in node.attributes:
            if key in names:
                self.names.use("attributes", group, str(names.index(key)))
            else:
                self.names.add(unknown(what, key, {**known, **nowhere(other)}, (*node.path, key), on_key=True))

    def _zone(self, zone: d.Zone) -> None:
        self._known("types", "type of component", zone.holds, (*zone.path, "holds"))
        if zone.refill is not None:
            for name, path in _one_or_many(zone.refill.from_, (*zone.refill.path, "from")):
                self._known("zones", "zone", name, path)
                self._unordered(name, path, of=None)
                self._holds(name, zone.holds, zone.key, path)
        if zone.room is not None and zone.pile:
            self.names.add(Finding("R0309", (*zone.path, "room"), {"zone": zone.key}))

    def _unordered(self, name: str, path: d.Path, *, of: str | None, or_table: bool = False) -> None:
        """Cards can be put into a zone without order, and a card that is played belongs to somebody."""
        zone = self.draft.zones.get(name)
        if zone is None:
            return
        if zone.pile:
            self.names.add(Finding("R0309", path, {"zone": name}))
        elif zone.of != of and not (or_table and zone.of is None):
            self.names.add(Finding("R0310", path, {"zone": name, "owner": _OWNERS[zone.of], "wanted": _OWNERS[of]}))

    def _holds(self, name: str, type_: str, other: str, path: d.Path) -> None:
        """Cards of a type can only come from a zone, or go to one, that holds them."""
        zone = self.draft.zones.get(name)
        if zone is not None and zone.holds != type_ and type_ in self.draft.types:
            self.names.add(Finding("R0304", path, {"from": name, "to": other, "holds": zone.holds}))

    def _roomy(self, name: str, path: d.Path) -> None:
        """A card that is played has to find room where it goes."""
        zone = self.draft.zones.get(name)
        if zone is not None and zone.room is not None:
            self.names.add(Finding("R0322", path, {"zone": name}))

    def _demand(self, demand: d.Demand) -> None:
        self._known("dice", "pool of dice", demand.dice, (*demand.path, "dice"))
        pool = self.draft.dice.get(demand.dice)
        what, pools = Words("face of {pool}", pool=demand.dice), [pool] if pool else []
        for number, face in enumerate(demand.free if pool else ()):
            self._face(face, pools, what, (*demand.path, "free", str(number)))
        first = next((self.draft.zones[zone].holds for zone in demand.helped_by if zone in self.draft.zones), None)
        for number, zone in enumerate(demand.helped_by):
            path = (*demand.path, "helped-by", str(number))
            self._known("zones", "zone", zone, path)
            if zone in self.draft.zones and self.draft.zones[zone].pile:
                self.names.add(Finding("R0309", path, {"zone": zone}))
            if zone in self.draft.zones and self.draft.zones[zone].holds != first:
                values = {"zone": zone, "holds": self.draft.zones[zone].holds, "wanted": str(first)}
                self.names.add(Finding("R0325", path, values))
        for face in demand.needs if pool else ():
            self._face(face, pools, what, (*demand.path, "needs", face))

    def _face(self, face: str, pools: Iterable[d.Pool], what: str, path: d.Path) -> None:
        known: dict[str, d.Path | None] = {}
        for pool in pools:
            known |= keys(pool.faces, (*pool.path, "faces"))
            self.names.use(*pool.path, "faces", face)
        if face not in known:
            self.names.add(unknown(what, face, known, path))

    def _shown_faces(self, pool: d.Pool) -> None:
        known = keys(pool.faces, (*pool.path, "faces"))
        what = Words("face of {pool}", pool=pool.key)
        for key, faces in (("shows", pool.shows), ("ignored", pool.ignored)):
            for face in faces:
                if face not in pool.faces:
                    self.names.add(unknown(what, face, known, (*pool.path, key, face), on_key=True))

    def _option(self, option: d.Option) -> None:
        path = (*option.path, "default")
        if option.values is not None and str(option.default) not in option.values:
            known = entries(option.values, (*option.path, "values"))
            self.names.add(unknown("value of this option", str(option.default), known, path))
        if option.values is None and not _within(option):
            values = {"default": str(option.default), "least": str(option.from_), "most": str(option.to)}
            self.names.add(Finding("R0311", path, values))
        if option.ruling is not None:
            self._known("rulings", "ruling", option.ruling, (*option.path, "ruling"))
            ruling = self.draft.rulings.get(option.ruling)
            if ruling is not None and option.key not in dict(_one_or_many(ruling.option, ())):
                values = {"option": option.key, "ruling": ruling.key}
                self.names.add(Finding("R0307", (*option.path, "ruling"), values))

    def _ruling(self, ruling: d.Ruling) -> None:
        for name, path in _one_or_many(ruling.option, (*ruling.path, "option")):
            option = self.draft.options.get(name)
            if option is None:
                self.names.add(unknown("option", name, declared(self.draft.options), path))
            elif option.ruling is not None and option.ruling != ruling.key and option.ruling in self.draft.rulings:
                self.names.add(Finding("R0307", path, {"option": name, "ruling": ruling.key}))

    def _invariant(self, invariant: d.Invariant) -> None:
        known = {s.id: s.path for s in statements(self.draft) if s.id}
        for number, step in enumerate(invariant.at):
            if step not in known:
                self.names.add(unknown("step", step, known, (*invariant.path, "at", str(number))))

    def _source(self, node: d.Node) -> None:
        if node.source is not None:
            word = cited_source(node.source)
            self.names.use("sources", word)
            if word not in self.draft.sources:
                path = (*node.path, "source")
                self.names.add(unknown("source", word, declared(self.draft.sources), path, (0, len(word))))

    def _unverified(self, node: d.Node) -> None:
        for key in node.unverified:
            if not _carries(node, key):
                self.names.add(Finding("R0306", (*node.path, "unverified", key), {"key": key}, on_key=True))


def cited_source(text: d.Text) -> str:
    """The id of the source; the place in it follows after a comma."""
    return str(text).split(",", maxsplit=1)[0].strip()


def _one_or_many(words: str | list[str] | None, path: d.Path) -> list[tuple[str, d.Path]]:
    """Each word with its own path."""
    if words is None:
        return []
    if isinstance(words, str):
        return [(words, path)]
    return [(word, (*path, str(number))) for number, word in enumerate(words)]


_NAMED = ("roles", "pawns", "tracks", "zones", "counters", "values", "dice", "cards", "places")
RESERVED = frozenset(
    ["and", "or", "not", "if", "else", "in", "of", "without", "option", "some", "every", "those", "total", "highest",
     "lowest", "yes", "no", "everybody", "nobody", "players", "places", "all"]
)  # fmt: skip

_CARD_KEYS: Declared = nowhere(
    ("type", "copies", "of", "starts-in", "used-if", "meets", "helps", "covers", "play", "choose", "do")
)


def _carries(node: d.Node, key: str) -> bool:
    numbers = getattr(node, "attributes", None)
    if isinstance(numbers, dict) and key in numbers:
        return True
    name = key.replace("-", "_")
    return any(getattr(node, spelt, None) is not None for spelt in (name, f"{name}_"))


_OWNERS = {None: Words("nobody"), "player": Words("players"), "place": Words("places")}


def _within(option: d.Option) -> bool:
    """Whether the default of a number lies between its limits."""
    least, most = option.from_, option.to
    if not isinstance(option.default, int):
        return False
    return (least is None or option.default >= least) and (most is None or option.default <= most)
