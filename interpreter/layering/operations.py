"""A layer and the rules below it to the rules with the layer's changes; every change that does not fit is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import Factory, frozen

from interpreter.documents.document import Document, Path
from interpreter.layering.choices import Choices
from interpreter.layering.manifest import Manifest
from interpreter.layering.nodes import Node, Origin, children, found, located, origins, plain
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, allowed_set, error, nearest
from interpreter.source.span import Span


def apply_layer(root: Node, layer: Manifest, base: Manifest, below: Iterable[Manifest]) -> None:
    """Change the tree as the layer says.

    Raises:
        SourceError: The layer does not fit; carries every misfit.
    """
    below = tuple(below)
    findings = [*_misfits(layer, base, below)]
    for document in layer.documents:
        work = _Work(root, document, layer.name, _overruled(layer), findings)
        for verb, apply in _VERBS.items():
            if verb in document.data:
                apply(work, located(document.data[verb], Origin(document, (verb,), layer.name)))
    if findings:
        raise SourceError(findings)


def removals(layers: Iterable[Manifest]) -> dict[Path, Span]:
    """Every path that a layer takes away, and where it says so."""
    return {
        tuple(text.split(".")): document.spans["remove", str(number)].value
        for layer in layers
        for document in layer.documents
        for number, text in enumerate(document.data.get("remove", ()))
    }


def _overruled(layer: Manifest) -> frozenset[str]:
    over = layer.main.data.get("over", ())
    return frozenset([over] if isinstance(over, str) else over)


# what a layer says of others


def _misfits(layer: Manifest, base: Manifest, below: tuple[Manifest, ...]) -> Iterator[Diagnostic]:
    yield from _wrong_base(layer.main, base)
    names = {other.name for other in below}
    for number, needed in enumerate(layer.main.data.get("requires", ())):
        if needed not in names:
            place = layer.main.spans["requires", str(number)].value
            yield error("L0209", place, layer=layer.name, needed=needed)
    for number, enemy in enumerate(layer.main.data.get("conflicts", ())):
        if enemy in names:
            place = layer.main.spans["conflicts", str(number)].value
            yield error("L0210", place, layer=layer.name, other=enemy)


def _wrong_base(document: Document, base: Manifest) -> Iterator[Diagnostic]:
    name, _, version = str(document.data["changes"]).partition(" ")
    place = document.spans["changes",].value
    if name != base.name:
        layer = str(document.data["layer"])
        yield error("L0208", place, nearest(name, [base.name]), layer=layer, said=name, found=base.name)
    elif version and version != str(base.main.data["version"]):
        yield error("L0211", place, name=name, said=version, found=str(base.main.data["version"]))


# what it does


@frozen
class _Work:
    root: Node
    document: Document
    layer: str
    over: frozenset[str]
    findings: list[Diagnostic]

    def change(self, changes: Node) -> None:
        """Give leaves, and lists of plain values, another value."""
        for text, change in changes.value.items():
            target = self._target(text, change.origin)
            if target is None or not self._is_as_expected(target, change) or not self._may(target, change):
                continue
            if target.node.is_mapping or _holds_nodes(target.node):
                self._report("L0207", change.origin.name, target.node, path=text)
                continue
            target.put(change.value["to"])

    def replace(self, replacements: Node) -> None:
        """Put something else in place of a whole entry."""
        for text, new in replacements.value.items():
            target = self._target(text, new.origin)
            if target is not None and self._may(target, new):
                target.put(new)

    def remove(self, paths: Node) -> None:
        """Take entries away."""
        for entry in paths.value:
            target = self._target(str(entry.value), entry.origin)
            if target is not None and self._may(target, entry):
                target.take()

    def add(self, additions: Node) -> None:
        """Declare what the rules below lack."""
        for text, new in additions.value.items():
            *above, key = text.split(".")
            parent = found(self.root, above)
            if parent is None and len(above) == 1:
                parent = self.root.value[above[0]] = Node({}, new.origin)
            if parent is None or not parent.is_mapping:
                self._unknown(".".join(above), new.origin)
            elif key in parent.value:
                self._report("L0202", new.origin.name, parent.value[key], path=text)
            else:
                parent.value[key] = new

    def insert(self, insertions: Node) -> None:
        """Put steps before or after others."""
        for entry in insertions.value:
            side = "before" if "before" in entry.value else "after"
            anchor = entry.value[side]
            target = self._target(str(anchor.value), anchor.origin)
            if target is None:
                continue
            if not target.parent.is_list:
                self._report("L0206", anchor.origin.name, target.node, path=str(anchor.value))
                continue
            target.parent.value.insert(target.index + (side == "after"), entry.value["step"])

    def options(self, chosen: Node) -> None:
        """Choose values of options."""
        choices = Choices(plain(chosen), {name: node.origin.place.value for name, node in chosen.value.items()})
        declared: dict[str, Node] = self.root.value["options"].value if "options" in self.root.value else {}
        places = {name: node.origin.name for name, node in declared.items()}
        try:
            fitted = choices.fitted({name: plain(node) for name, node in declared.items()}, places)
        except SourceError as trouble:
            self.findings.extend(trouble.diagnostics)
            return
        for name, value in fitted.items():
            declared[name].value["default"] = Node(value, chosen.value[name].origin)

    def players(self, players: Node) -> None:
        """Say for how many players the game is now."""
        self.root.value["players"] = players

    def sources(self, sources: Node) -> None:
        """Name further documents that rules come from."""
        self.root.value.setdefault("sources", Node({}, sources.origin)).value.update(sources.value)

    def _target(self, text: str, origin: Origin) -> _Target | None:
        *above, name = text.split(".")
        parent = found(self.root, above)
        node = None if parent is None else found(parent, (name,))
        if parent is None or node is None:
            self._unknown(text, origin)
            return None
        return _Target(parent, name, node)

    def _unknown(self, text: str, origin: Origin) -> None:
        known = [".".join(path) for path, _ in origins(self.root) if path]
        meant = meant_path(text, known)
        self.findings.append(error("L0201", origin.name, meant, path=text, layer=self.layer))

    def _is_as_expected(self, target: _Target, change: Node) -> bool:
        if "was" not in change.value or plain(change.value["was"]) == plain(target.node):
            return True
        said, is_now = (_shown(plain(node)) for node in (change.value["was"], target.node))
        self._report("L0204", change.value["was"].origin.place.value, target.node, said=said, found=is_now)
        return False

    def _may(self, target: _Target, change: Node) -> bool:
        """Nobody overrules another layer by accident."""
        other = next((o for _, o in origins(target.node) if o.layer not in {None, self.layer, *self.over}), None)
        wanted = change.value.get("to", change) if change.is_mapping else change
        if other is None or plain(wanted) == plain(target.node):
            return True
        self._report("L0205", change.origin.name, target.node, layer=self.layer, other=str(other.layer))
        return False

    def _report(self, code: str, place: Span, below: Node, **values: str) -> None:
        related = (Related(below.origin.name, "note-below"),)
        self.findings.append(error(code, place, related=related, **values))


@frozen
class _Target:
    parent: Node
    name: str
    node: Node
    index: int = Factory(lambda self: _index(self.parent, self.name), takes_self=True)

    def put(self, new: Node) -> None:
        """Put another node in its place."""
        self.parent.value[self.index if self.parent.is_list else self.name] = new

    def take(self) -> None:
        """Take it away."""
        del self.parent.value[self.index if self.parent.is_list else self.name]


def _index(parent: Node, name: str) -> int:
    return [key for key, _ in children(parent)].index(name)


def _holds_nodes(node: Node) -> bool:
    return node.is_list and any(isinstance(entry.value, (dict, list)) for entry in node.value)


def meant_path(text: str, known: Iterable[str]) -> str | None:
    """The path that was probably meant."""
    paths = tuple(known)
    return _ending_like(text, paths) or nearest(text, paths)


def _ending_like(text: str, known: Iterable[str]) -> str | None:
    """The only known path with the same first and last part: who leaves out what lies between means that one."""
    first, *_, last = text.split(".")
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
