"""Laws of layers, tried with generated ones upon a small ruleset and upon those of the repository."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from interpreter.documents.reader import parse_document
from interpreter.layering.differences import Kind, differences
from interpreter.layering.manifest import Manifest, read_manifest
from interpreter.layering.merge import merged
from interpreter.layering.nodes import Node, addresses, found, plain
from interpreter.layering.stack import Stack, stages
from interpreter.source.diagnostics import SourceError

MARKET = Path(__file__).parent / "market"
RULESETS = Path(__file__).parents[3] / "rulesets"
NAMES = ("market", "celestia", "celestia-duo")
HEAD = ("format", "ruleset", "version", "title", "source")

upon = pytest.mark.parametrize("name", NAMES)
tried = settings(
    max_examples=10,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # what is drawn is small already
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@attrs.frozen
class Base:
    """A ruleset, and what can be done to it."""

    manifest: Manifest
    texts: tuple[str, ...]  # everything that has an address
    leaves: tuple[str, ...]  # plain values, and lists of such
    steps: tuple[str, ...]
    homes: tuple[str, ...]  # mappings

    def at(self, text: str) -> Any:
        node = found(merged(self.manifest.documents), text.split("."))
        assert node is not None
        return plain(node)


@cache
def base(name: str) -> Base:
    manifest = read_manifest(MARKET if name == MARKET.name else RULESETS / name, "ruleset")
    root = merged(manifest.documents)
    paths = [path for path in addresses(root) if path[0] not in HEAD and path[-1] != "id"]
    nodes: dict[str, Node] = {".".join(path): node for path in paths if (node := found(root, path)) is not None}
    lists = {".".join(path[:-1]) for path in paths if (node := found(root, path[:-1])) is not None and node.is_list}
    return Base(
        manifest,
        tuple(text for text in nodes if "." in text),
        tuple(text for text, node in nodes.items() if is_leaf(node) and "." in text),
        tuple(text for text in nodes if text.rpartition(".")[0] in lists),
        tuple(text for text, node in nodes.items() if node.is_mapping),
    )


def is_leaf(node: Node) -> bool:
    return not node.is_mapping and not (node.is_list and any(entry.is_mapping for entry in node.value))


def layer(under: Base, name: str, **says: Any) -> Manifest:
    text = json.dumps({"format": 1, "layer": name, "changes": under.manifest.name, **says}, ensure_ascii=False)
    main = parse_document(text, f"{name}.yaml")
    return attrs.evolve(under.manifest, name=name, path=Path(name), main=main, parts=(), labels=())


def laid(under: Base, *layers: Manifest) -> Stack:
    *_, stack = stages(under.manifest, layers)
    return stack


def outcome(under: Base, *layers: Manifest) -> tuple[Any, str] | None:
    """What comes out, and its hash; None where the layers are refused."""
    try:
        stack = laid(under, *layers)
    except SourceError:
        return None
    return stack.data, stack.hash


# what layers may say


def another(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else [*value, "more"] if isinstance(value, list) else f"{value} anew"


def changes(under: Base, texts: Iterable[str], *, guarded: bool = True) -> dict[str, Any]:
    said = {text: under.at(text) for text in texts}
    return {text: {"was": v, "to": another(v)} if guarded else {"to": another(v)} for text, v in said.items()}


def words(under: Base, mark: str) -> st.SearchStrategy[dict[str, Any]]:
    """Everything that a layer can say; what it adds is called by its mark."""
    some = {"max_size": 2, "unique": True}
    return st.fixed_dictionaries(
        {
            "change": st.lists(st.sampled_from(under.leaves), **some).map(lambda texts: changes(under, texts)),
            "replace": st.lists(st.sampled_from(under.texts), max_size=1).map(
                lambda texts: {text: {"note": "new"} for text in texts}
            ),
            "remove": st.lists(st.sampled_from(under.texts), **some),
            "add": st.lists(st.sampled_from(under.homes), **some).map(lambda homes: {f"{h}.{mark}": 1 for h in homes}),
            "insert": st.lists(
                st.tuples(st.sampled_from(("before", "after")), st.sampled_from(under.steps)), **some
            ).map(
                lambda places: [{side: text, "step": {"id": f"{mark}-{n}"}} for n, (side, text) in enumerate(places)]
            ),
        }
    )


def leaves(under: Base) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(under.leaves), min_size=1, max_size=6, unique=True)


def fits(under: Base, **says: Any) -> bool:
    return outcome(under, layer(under, "alone", **says)) is not None


@upon
def test_an_empty_layer_changes_nothing(name: str) -> None:
    under = base(name)

    assert laid(under, layer(under, "empty")).hash == laid(under).hash
    assert laid(under, layer(under, "empty")).data == laid(under).data


@upon
@tried
@given(data=st.data())
def test_a_layer_is_not_laid_twice(name: str, data: st.DataObject) -> None:
    under = base(name)
    said = data.draw(words(under, "xx"))
    assume(fits(under, **said))
    once = layer(under, "one", **said)

    with pytest.raises(SourceError) as caught:
        laid(under, once, once)

    assert {finding.code for finding in caught.value.diagnostics} == {"L0214"}


@upon
@tried
@given(data=st.data())
def test_two_layers_that_say_the_same_are_like_one_or_refused(name: str, data: st.DataObject) -> None:
    under = base(name)
    said = data.draw(words(under, "xx"))
    del said["insert"]  # a step is put there as often as it is said

    once = outcome(under, layer(under, "one", **said))

    assert outcome(under, layer(under, "one", **said), layer(under, "two", **said)) in (once, None)


@upon
@tried
@given(data=st.data())
def test_the_order_of_layers_does_not_matter(name: str, data: st.DataObject) -> None:
    """Whatever two layers say: either the order is all the same, or they are refused both ways."""
    under = base(name)
    one, two = (data.draw(words(under, mark)) for mark in ("xx", "yy"))
    assume(fits(under, **one) and fits(under, **two))
    beside = [{next(iter(place.items())) for place in said["insert"]} for said in (one, two)]
    assume(not beside[0] & beside[1])  # at one place the order of the stack is the order of the steps

    first, second = layer(under, "one", **one), layer(under, "two", **two)

    assert outcome(under, first, second) == outcome(under, second, first)


@upon
@tried
@given(data=st.data())
def test_a_change_and_its_inverse_are_nothing(name: str, data: st.DataObject) -> None:
    under = base(name)
    there = changes(under, data.draw(leaves(under)))
    back = {text: {"was": change["to"], "to": change["was"]} for text, change in there.items()}

    stack = laid(under, layer(under, "there", change=there), layer(under, "back", requires=["there"], change=back))

    assert stack.hash == laid(under).hash
    assert stack.data == laid(under).data


@upon
@tried
@given(data=st.data())
def test_what_differs_is_written_in_the_layer(name: str, data: st.DataObject) -> None:
    under = base(name)
    said = data.draw(words(under, "xx"))
    assume(fits(under, **said))

    stack = laid(under, layer(under, "one", **said))

    for difference in differences(laid(under), stack):
        if difference.kind is not Kind.REMOVED:
            assert stack.place(difference.path).value.file == "one.yaml", difference
        elif difference.to_at is not None:  # what a new whole lacks is not taken away by name
            assert str(difference.to_at.span).startswith("one.yaml:"), difference


@upon
@tried
@given(data=st.data())
def test_a_stale_guard_is_found(name: str, data: st.DataObject) -> None:
    under = base(name)
    said = {text: {"was": "something else", "to": 1} for text in data.draw(leaves(under))}

    with pytest.raises(SourceError) as caught:
        laid(under, layer(under, "one", change=said))

    assert [finding.code for finding in caught.value.diagnostics] == ["L0204"] * len(said)


@upon
@tried
@given(data=st.data())
def test_every_leaf_can_be_reached(name: str, data: st.DataObject) -> None:
    under = base(name)
    text = data.draw(st.sampled_from(under.leaves))

    stack = laid(under, layer(under, "one", change=changes(under, [text])))

    assert len(differences(laid(under), stack)) == 1
