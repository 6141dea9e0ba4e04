"""A layer and the rules below it to the rules with the layer's changes; every change that does not fit is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve, frozen

from interpreter.documents.document import Path
from interpreter.layering.choices import Choices
from interpreter.layering.hashing import BY_ID
from interpreter.layering.ledger import Claim, Ledger, Rights, holders
from interpreter.layering.manifest import Manifest
from interpreter.layering.merge import merged
from interpreter.layering.nodes import Node, Origin, addressed, addresses, found, identity, plain
from interpreter.layering.targets import Target, reach
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span

_HEAD = frozenset({"format", "ruleset", "version"})  # says which rules these are, and is none of them


def apply_layer(root: Node, layer: Manifest, ledger: Ledger) -> None:
    """Change the tree as the layer says.

    Raises:
        SourceError: The layer does not fit; carries every misfit.
    """
    said = merged(layer.documents, layer.name)
    work = _Work(root, ledger, ledger.rights(layer), [])
    for verb, apply in _VERBS.items():
        if verb in said.value:
            apply(work, said.value[verb])
    if work.findings:
        raise SourceError(work.findings)


@frozen
class _Work:
    root: Node
    ledger: Ledger
    rights: Rights
    findings: list[Diagnostic]

    # the verbs

    def change(self, changes: Node) -> None:
        """Give leaves, and lists of plain values, another value."""
        for text, change in changes.value.items():
            target = self._target(text, change.origin)
            if target is None:
                continue
            if target.node.is_mapping or _holds_nodes(target.node):
                keys = allowed_set(f"`{text}.{key}`" for key in addressed(target.node)) or "—"
                self._report("L0207", change.origin.name, target.node.origin.name, path=text, keys=keys)
            elif self._may_put(target, change.value["to"], change.origin) and self._is_as_expected(target, change):
                self._put(target, change.value["to"])

    def replace(self, replacements: Node) -> None:
        """Put something else in place of a whole entry."""
        for text, new in replacements.value.items():
            target = self._target(text, new.origin)
            if target is not None and self._may_put(target, new, new.origin):
                self._put(target, new)

    def remove(self, paths: Node) -> None:
        """Take entries away; what another layer has taken away already is gone, as wanted."""
        for entry in paths.value:
            if self._is_gone(entry):
                continue
            target = self._target(str(entry.value), entry.origin)
            if target is not None and self._may(target, self._concerned(target), entry.origin):
                self.ledger.lose(target.path, target.node, None, self._claim(entry.origin))
                target.take()

    def add(self, additions: Node) -> None:
        """Declare what the rules below lack."""
        for text, new in additions.value.items():
            *above, key = text.split(".")
            parent = self._parent(tuple(above), new.origin)
            if parent is None:
                continue
            target = reach(self.root, tuple(text.split(".")))
            if target is None:
                parent.value[key] = new
            elif self._agrees_to_add(target, new, text):
                self._put(target, new)

    def insert(self, insertions: Node) -> None:
        """Put steps before or after others; those that lie behind the same one keep the order of the stack."""
        for entry in insertions.value:
            side = "before" if "before" in entry.value else "after"
            anchor = entry.value[side]
            target = self._target(str(anchor.value), anchor.origin)
            if target is None:
                continue
            new = self._neighbour(target, entry, str(anchor.value), anchor.origin)
            if new is not None and self._may(target, self._beside(target), anchor.origin):
                target.beside(side, new)
                self.ledger.anchors.setdefault(target.path, []).append(self._claim(anchor.origin))

    def _neighbour(self, target: Target, entry: Node, text: str, origin: Origin) -> Node | None:
        """The step or the place that is to be put beside one."""
        is_place = "place" in entry.value
        fits = target.parent is self.root.value.get("places") if is_place else target.parent.is_list
        if not fits:
            self._report("L0216" if is_place else "L0206", origin.name, target.node.origin.name, path=text)
            return None
        return self._place(entry.value["place"]) if is_place else _step(entry.value["step"], target.parent)

    def _place(self, said: Node) -> Node | None:
        """A new place; it is declared like one that is added."""
        name = str(said.value["id"].value)
        new = Node({key: node for key, node in said.value.items() if key != "id"}, said.origin, name)
        there = reach(self.root, ("places", name))
        if there is None:
            return new
        if self._agrees_to_add(there, new, f"places.{name}"):
            self._put(there, new)
        return None

    def options(self, chosen: Node) -> None:
        """Choose values of options."""
        choices = Choices(plain(chosen), {name: node.origin.place.value for name, node in chosen.value.items()})
        declared = addressed(found(self.root, ("options",)) or Node({}, chosen.origin))
        places = {name: node.origin.name for name, node in declared.items()}
        try:
            fitted = choices.fitted({name: plain(node) for name, node in declared.items()}, places)
        except SourceError as trouble:
            self.findings.extend(trouble.diagnostics)
            return
        for name, value in fitted.items():
            self._set(("options", name, "default"), Node(value, chosen.value[name].origin))

    def players(self, players: Node) -> None:
        """Say for how many players the game is now; a number that is the ruleset's own changes nothing."""
        untouched = found(self.ledger.untouched, ("players",))
        own = {} if untouched is None else plain(untouched)
        for key in ("from", "to"):
            if players.value[key].value != own.get(key):
                self._set(("players", key), players.value[key])
                self.root.value["players"] = Node(self.root.value["players"].value, players.origin)

    def sources(self, sources: Node) -> None:
        """Name further documents that rules come from."""
        self.add(Node({f"sources.{name}": source for name, source in sources.value.items()}, sources.origin))

    # what they share

    def _set(self, path: Path, new: Node) -> None:
        target = reach(self.root, path)
        if target is not None and self._may_put(target, new, new.origin):
            self._put(target, new)

    def _put(self, target: Target, new: Node) -> None:
        self.ledger.lose(target.path, target.node, new, self._claim(new.origin))
        target.put(new)

    def _claim(self, origin: Origin) -> Claim:
        return Claim(self.rights.layer, origin.name)

    def _target(self, text: str, origin: Origin) -> Target | None:
        path = tuple(text.split("."))
        target = None if path[0] in _HEAD else reach(self.root, path)
        if target is None:
            self._missing(path, origin)
        return target

    def _parent(self, path: Path, origin: Origin) -> Node | None:
        """What something is added to; a collection that nobody has put anything into is made."""
        parent = found(self.root, path)
        above = found(self.root, path[:-1])
        if parent is None and above is not None and above.is_mapping and self._is_collection(path):
            parent = above.value[path[-1]] = Node({}, above.origin)
        if parent is None or not parent.is_mapping or path[:1] in {(head,) for head in _HEAD}:
            self._missing(path, origin)
            return None
        owner = [Claim(parent.origin.layer, parent.origin.name)] if parent.origin.layer else []
        is_own = parent.origin.layer == self.rights.layer
        target = Target(self.root, "", parent, path)
        return parent if not path or is_own or self._may(target, owner, origin) else None

    def _is_collection(self, path: Path) -> bool:
        """Things are kept by their ids there, if it can be there at all."""
        return (len(path) == 1 or path[-1] in BY_ID) and self.ledger.loss(path) is None

    def _missing(self, path: Path, origin: Origin) -> None:
        """Nothing stands at a path: perhaps because a layer took it away."""
        text = ".".join(path)
        loss = self.ledger.loss(path)
        if loss is not None and loss.layer in self.rights.stronger:
            return
        if loss is not None:
            related = (Related(loss.place, "note-removed"),)
            self.findings.append(error("L0212", origin.name, None, related, path=text, other=loss.layer))
            return
        known = [".".join(each) for each in addresses(self.root) if each[0] not in _HEAD]
        meant = meant_path(text, known)
        ruleset = str(self.root.value["ruleset"].value)
        self.findings.append(error("L0201", origin.name, meant, path=text, layer=self.rights.layer, ruleset=ruleset))

    def _is_gone(self, entry: Node) -> bool:
        path = tuple(str(entry.value).split("."))
        loss = self.ledger.loss(path)
        return loss is not None and loss.layer != self.rights.layer and reach(self.root, path) is None

    # whether they may

    def _may_put(self, target: Target, new: Node, origin: Origin, *, is_added: bool = False) -> bool:
        """Nobody overrules another layer by accident; those who want the same agree."""
        is_agreed = self.rights.rival(holders(target.node)) is not None and plain(new) == plain(target.node)
        disputed = self.ledger.disputed(target.path, target.node, new)
        return not is_agreed and self._may(target, disputed, origin, is_added=is_added)

    def _may(self, target: Target, claims: Iterable[Claim], origin: Origin, *, is_added: bool = False) -> bool:
        rival = self.rights.rival(claims)
        if rival is None:
            return True
        if rival.layer in self.rights.stronger:
            return False
        text = ".".join(target.path)
        values = {"layer": self.rights.layer, "other": rival.layer, "path": text}
        if rival.layer == self.rights.layer:
            self._report("L0203", origin.name, rival.place, note="note-first-written", **values)
        elif is_added or self.ledger.is_of_the_ruleset(target.path):
            self._report("L0205", origin.name, rival.place, **values)
        else:
            self._report("L0213", origin.name, rival.place, note="note-declared", **values)
        return False

    def _concerned(self, target: Target) -> list[Claim]:
        """Who wrote something of what is to be taken away, or put something beside it."""
        return [*holders(target.node), *self.ledger.anchored(target.path)]

    def _beside(self, target: Target) -> list[Claim]:
        """Who wrote the list, or the very entry, beside which something is to be put; it may be one's own."""
        origins = [target.parent.origin]
        if not self.ledger.is_of_the_ruleset(target.path):
            origins.append(target.node.origin)
        return [Claim(o.layer, o.name) for o in origins if o.layer and o.layer != self.rights.layer]

    def _agrees_to_add(self, target: Target, new: Node, text: str) -> bool:
        """What a layer adds that another one added, too, must be the same; what the ruleset has cannot be added."""
        if target.node.origin.layer in {None, self.rights.layer}:
            self._report("L0202" if "." in text else "L0217", new.origin.name, target.node.origin.name, path=text)
            return False
        return self._may_put(target, new, new.origin, is_added=True)

    def _is_as_expected(self, target: Target, change: Node) -> bool:
        """`was` is what stands there, or what stood there before a layer that may be overruled."""
        if "was" not in change.value or plain(change.value["was"]) == plain(target.node):
            return True
        before = found(self.ledger.untouched, target.path)
        if target.node.origin.layer and before is not None and plain(change.value["was"]) == plain(before):
            return True
        said, is_now = (_shown(plain(node)) for node in (change.value["was"], target.node))
        self._report("L0204", change.value["was"].origin.place.value, target.node.origin.name, said=said, found=is_now)
        return False

    def _report(self, code: str, place: Span, below: Span, note: str = "note-below", **values: str) -> None:
        self.findings.append(error(code, place, related=(Related(below, note),), **values))


def _step(step: Node, among: Node) -> Node:
    """A new step; layers can name it by its `id` alone, as its number would depend on other layers."""
    own = (identity(step) or {}).get("id")
    return evolve(step, name=own if isinstance(own, str) and own not in addressed(among) else None)


def _holds_nodes(node: Node) -> bool:
    return node.is_list and any(isinstance(entry.value, (dict, list)) for entry in node.value)


def meant_path(text: str, known: Iterable[str]) -> str | None:
    """The path that was probably meant."""
    paths = tuple(known)
    return _ending_like(text, paths) or nearest(text, paths)


def _ending_like(text: str, known: Iterable[str]) -> str | None:
    """The only known path with the same first and last part: who leaves out what lies between means that one."""
    names = text.split(".")
    first, last = names[0], names[-1]
    alike = [path for path in known if path.startswith(f"{first}.") and path.endswith(f".{last}")]
    return alike[0] if len(alike) == 1 else None


def _shown(value: Any) -> str:
    return allowed_set(map(str, value)) if isinstance(value, list) else str(value)


_VERBS: Mapping[str, Callable[[_Work, Node], None]] = {
    "players": _Work.players,
    "sources": _Work.sources,
    "remove": _Work.remove,
    "change": _Work.change,
    "replace": _Work.replace,
    "add": _Work.add,
    "insert": _Work.insert,
    "options": _Work.options,
}
