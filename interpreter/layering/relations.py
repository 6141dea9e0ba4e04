"""What layers say of the ruleset and of one another to findings where it does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.layering.discovery import find
from interpreter.layering.manifest import Manifest
from interpreter.source.diagnostics import Diagnostic, Related, SourceError, error, nearest
from interpreter.source.span import Span


def check_relations(base: Manifest, laid: tuple[Manifest, ...]) -> None:
    """See whether layers can lie upon a ruleset in this order.

    Raises:
        SourceError: They cannot; carries every reason.
    """
    findings = [finding for layer in laid for finding in _wrong_base(layer, base)]
    findings += _twice(laid)
    findings += _in_circles(laid) or [finding for number in range(len(laid)) for finding in _lacking(laid, number)]
    findings += [finding for number in range(len(laid)) for finding in _conflicting(laid, number)]
    if findings:
        raise SourceError(findings)


def names_under(layer: Manifest, key: str) -> Mapping[str, Span]:
    """The layers that a layer names under `requires`, `conflicts` or `over`, and where."""
    said = layer.main.data.get(key, ())
    if isinstance(said, str):
        return {said: layer.main.spans[key,].value}
    return {name: layer.main.spans[key, str(number)].value for number, name in enumerate(said)}


def needed_by(layer: Manifest, below: Iterable[Manifest]) -> frozenset[str]:
    """The layers that a layer is written upon: those that it requires, and those that they require."""
    known = {other.name: other for other in below}
    found: set[str] = set()
    waiting = list(names_under(layer, "requires"))
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            waiting += names_under(known[name], "requires")
    return frozenset(found)


def _declared(layer: Manifest) -> Span:
    return layer.main.spans["layer",].value


def _wrong_base(layer: Manifest, base: Manifest) -> Iterator[Diagnostic]:
    name, _, version = str(layer.main.data["changes"]).partition(" ")
    place = layer.main.spans["changes",].value
    if name != base.name:
        yield error("L0208", place, _misspelt(name, base.name, layer), layer=layer.name, said=name, found=base.name)
    elif version and version != str(base.main.data["version"]):
        related = (Related(base.main.spans["version",].value, "note-declared"),)
        values = {"name": name, "said": version, "found": str(base.main.data["version"])}
        yield error("L0211", place, related=related, **values)


def _misspelt(name: str, meant: str, layer: Manifest) -> str | None:
    """The name of a ruleset that was probably meant: one that is there was meant itself."""
    try:
        find(name, "ruleset", layer.path.resolve().parent)
    except SourceError:
        return nearest(name, [meant])
    return None


def _twice(laid: tuple[Manifest, ...]) -> Iterator[Diagnostic]:
    first: dict[str, Manifest] = {}
    for number, layer in enumerate(laid):
        other = first.setdefault(layer.name, layer)
        if layer.name in {below.name for below in laid[:number]}:
            related = (Related(_declared(other), "note-declared"),) if other.path != layer.path else ()
            yield error("L0214", _declared(layer), related=related, layer=layer.name)


def _lacking(laid: tuple[Manifest, ...], number: int) -> Iterator[Diagnostic]:
    below = {other.name for other in laid[:number]}
    for needed, place in names_under(laid[number], "requires").items():
        if needed not in below:
            yield error("L0209", place, layer=laid[number].name, needed=needed)


def _conflicting(laid: tuple[Manifest, ...], number: int) -> Iterator[Diagnostic]:
    """Either of the two may say it; where both do, it is said once."""
    layer = laid[number]
    for other in laid[:number]:
        for speaker, enemy in ((layer, other), (other, layer)):
            place = names_under(speaker, "conflicts").get(enemy.name)
            if place is not None and speaker.name != enemy.name:
                related = (Related(_declared(enemy), "note-declared"),)
                yield error("L0210", place, related=related, layer=speaker.name, other=enemy.name)
                break


def _in_circles(laid: tuple[Manifest, ...]) -> list[Diagnostic]:
    """The first circle of layers each of which needs the next one below it."""
    known = {layer.name: layer for layer in laid}
    for layer in laid:
        circle = _circle(layer.name, known)
        if circle:
            first, *others = [
                Related(names_under(known[name], "requires")[needed], "note-needs", {"needed": needed})
                for name, needed in zip(circle, (*circle[1:], circle[0]), strict=True)
            ]
            layers = ", ".join(f"`{name}`" for name in circle)
            return [error("L0215", first.span, related=tuple(others), layers=layers)]
    return []


def _circle(start: str, known: Mapping[str, Manifest]) -> tuple[str, ...]:
    """The way from a layer over what it needs back to itself, if there is one."""
    waiting: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while waiting:
        way = waiting.pop(0)
        for needed in names_under(known[way[-1]], "requires"):
            if needed == start:
                return way
            if needed in known and needed not in seen:
                seen.add(needed)
                waiting.append((*way, needed))
    return ()
