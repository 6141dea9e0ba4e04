"""`gulliver show` leaves nothing out that a ruleset says, and says by which path it is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

import sampling
from interpreter.cli import main
from interpreter.commands.summary import summary
from interpreter.library import LoadedRuleset, load_ruleset
from interpreter.model import draft as d

SAMPLE = 40
STACKS = (("celestia", ("a-little-help", "house/conductor")), ("celestia-duo", ()))
UNSAID = {"path", "source", "unverified", "note", "key"}
ELSEWHERE = ("format", "ruleset", "attributes")  # the head names the ruleset, the numbers stand with what has them
Change = tuple[tuple[str, ...], Any]


def changes(value: Any) -> Iterator[Change]:
    """Everything that is said within a value, each time with one thing said differently."""
    match value:
        case bool() | int() | str():
            yield (), {bool: value is False, int: 987, str: "zzz"}[type(value)]
        case list():
            for at, entry in enumerate(value):
                yield from ((("*", *path), [*value[:at], new, *value[at + 1 :]]) for path, new in changes(entry))
        case dict():
            for key, entry in value.items():
                yield from (((key, *path), {**value, key: new}) for path, new in changes(entry))
        case d.Node():
            yield from changes_of_node(value)


def changes_of_node(node: Any) -> Iterator[Change]:
    for each in attrs.fields(type(node)):
        if each.name not in UNSAID and not (each.name == "covers" and not node.meets):
            for path, new in changes(getattr(node, each.name)):
                yield (each.name, *path), attrs.evolve(node, **{each.alias: new})


def unsaid(loaded: LoadedRuleset, found: list[Change]) -> Iterator[str]:
    told = summary(loaded)
    for path, draft in found:
        other = attrs.evolve(loaded, ruleset=attrs.evolve(loaded.ruleset, draft=draft))
        if path[0] not in ELSEWHERE and summary(other) == told:
            yield ".".join(path)


@pytest.mark.parametrize(("name", "layers"), STACKS, ids=[name for name, _ in STACKS])
def test_show_leaves_nothing_out(name: str, layers: tuple[str, ...]) -> None:
    loaded = load_ruleset(name, layers)
    assert not list(unsaid(loaded, sampling.sample(list(changes(loaded.ruleset.draft)), SAMPLE)))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "layers"), STACKS, ids=[name for name, _ in STACKS])
def test_show_leaves_nothing_out_at_all(name: str, layers: tuple[str, ...]) -> None:
    loaded = load_ruleset(name, layers)
    assert not list(unsaid(loaded, list(changes(loaded.ruleset.draft))))


def gulliver(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize(("name", "layers"), STACKS, ids=[name for name, _ in STACKS])
def test_the_paths_are_those_of_layers(name: str, layers: tuple[str, ...]) -> None:
    stack = f"{name} with {', '.join(layers)}" if layers else name
    paths = re.findall(r"{([a-z][A-Za-z0-9.-]+)}", gulliver("show", stack, "--paths").output)

    assert {"players", "steps"} <= {path.split(".")[0] for path in paths}
    for path in sampling.sample(sorted(set(paths)), SAMPLE):
        assert gulliver("history", stack, path).exit_code == 0, path


def test_paths_are_shown_on_request() -> None:
    plain = gulliver("show", "celestia with house/conductor").output
    with_paths = gulliver("show", "celestia with house/conductor", "--paths").output

    assert "    new-sky: set conducted, to 0  [house/conductor]" in plain
    assert "    new-sky: set conducted, to 0  {steps.leg.new-sky}  [house/conductor]" in with_paths
    assert "lightning ignored: conducted" in plain
