"""A stack to a schema for layers upon it, with which an editor completes and checks a house rule.

It is the schema of layers with the schema of rulesets inside, so that the file stands for itself; where a layer names
something of the stack, its names are listed. What a layer may declare itself, such as a window, can have another name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.documents.document import Path, entry_names
from interpreter.documents.schemas import raw_schema
from interpreter.layering.shapes import Schema, shape_at
from interpreter.layering.stack import Stack
from interpreter.texts import Words

_REFERENCE = "#/$defs/"
_FILE = "ruleset.schema.json"
_NAMES = frozenset({"name", "use"})  # the definitions that stand where something is named
_UNCHANGED = frozenset({"format", "ruleset", "version", "sources", "rulings", "unverified"})
_INDEX = "step-ids"
_FACES = "faces"
_THERE = "there"
_IS_THERE = {"$ref": f"{_REFERENCE}{_THERE}"}

# Definition and key -> the group of rules whose names stand there.
_NAMED = {
    ("option", "ruling"): "rulings", ("ruling", "option"): "options", ("pool", "shows"): _FACES,
    ("pawn", "on"): "tracks", ("zone", "holds"): "types", ("refill", "from"): "zones",
    ("card", "type"): "types", ("card", "of"): "places", ("card", "starts-in"): "zones", ("card", "meets"): _FACES,
    ("play", "in"): "windows", ("play", "from"): "zones", ("play", "to"): "zones",
    ("choice", "dice"): "dice", ("choice", "die"): "dice", ("choice", "face"): "dice", ("choice", "kind"): "types",
    ("choice", "payment"): "demands", ("demand", "dice"): "dice", ("demand", "free"): _FACES,
    ("demand", "needs"): _FACES, ("demand", "helped-by"): "zones", ("card", "helps"): _FACES,
    ("invariant", "at"): _INDEX,
    ("statement", "window"): "windows", ("statement", "plays"): "windows", ("statement", "roll"): "dice",
    ("statement", "reroll"): "dice", ("statement", "put"): "dice", ("statement", "turn"): "dice",
    ("statement", "clear"): "dice", ("statement", "showing"): _FACES, ("statement", "move"): "cards",
    ("statement", "give"): "roles", ("statement", "take-away"): "roles", ("statement", "place"): "pawns",
    ("statement", "advance"): "pawns", ("statement", "lay"): "tracks", ("statement", "set"): "counters",
    ("statement", "run"): "actions", ("statement", "repeat"): "steps", ("statement", "end"): _INDEX,
    ("statement", "has"): "cards", ("statement", "lacks"): "cards",
}  # fmt: skip


def editor_schema(stack: Stack) -> dict[str, Any]:
    """The schema of layers upon a stack."""
    layer = _inside(raw_schema("layer"))
    rules = _with_names(raw_schema("ruleset"), stack)
    there = list(_paths(stack.data, ()))
    properties = {**layer["properties"], **_verbs(stack, rules, there)}
    definitions = {**rules["$defs"], **layer["$defs"], **_shared(rules), **_groups(stack)}
    definitions[_THERE] = {"description": Words("A path of what is there."), "enum": [_text(path) for path, _ in there]}
    definitions["wholes"] = _new(layer["$defs"]["wholes"])
    title = Words("Layer upon {stack}", stack=stack.name)
    return {**layer, "title": title, "properties": properties, "$defs": definitions}


# what a layer says


def _verbs(stack: Stack, rules: Schema, there: list[tuple[Path, Any]]) -> dict[str, Any]:
    steps = [_text(path) for path, value in there if isinstance(value, dict) and _is_entry(stack.data, path)]
    changes = {_text(path): _change(_shape(stack, rules, path), value) for path, value in there if _is_leaf(value)}
    layer = raw_schema("layer")["properties"]
    beside = _inside(raw_schema("layer")["$defs"]["insertion"])
    anchors = {side: {**beside["properties"][side], "enum": steps} for side in ("before", "after")}
    insertion = {**beside, "properties": {**beside["properties"], **anchors}}
    return {
        "changes": {**layer["changes"], "enum": [f"{stack.ruleset} {stack.data['version']}", stack.ruleset]},
        "options": {**_closed(layer["options"]), "properties": dict(_options(stack.data.get("options", {})))},
        "change": {**_closed(layer["change"]), "properties": changes},
        "replace": {**_inside(raw_schema("layer")["$defs"]["wholes"]), "title": "Replace", "propertyNames": _IS_THERE},
        "remove": {**layer["remove"], "items": _IS_THERE},
        "insert": {**layer["insert"], "items": insertion},
    }


def _closed(part: Schema) -> dict[str, Any]:
    """The part without what it says of names; whatever is not listed is an error."""
    return {**{key: value for key, value in part.items() if key != "propertyNames"}, "additionalProperties": False}


def _options(declared: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, option in declared.items():
        told = {"title": name, "description": Words("{value} if nobody chooses.", value=str(option["default"]))}
        if "values" in option:
            yield name, {**told, "enum": option["values"]}
        else:
            limits = {key: option[end] for key, end in (("minimum", "from"), ("maximum", "to")) if end in option}
            yield name, {**told, "type": "integer", **limits}


def _shape(stack: Stack, rules: Schema, path: Path) -> Schema:
    """What a value may become; the default of an option is one of its values."""
    match path:
        case ("options", name, "default"):
            return dict(_options(stack.data["options"]))[name]
        case _:
            return shape_at(rules, path)


def _change(shape: Schema, value: Any) -> dict[str, Any]:
    """A change of a value that is known."""
    return {
        "type": "object",
        "description": Words("Now: {value}", value=str(value)),
        "properties": {"was": {"const": value}, "to": shape, "why": {"$ref": f"{_REFERENCE}text"}},
        "required": ["to"],
        "additionalProperties": False,
        "default": {"was": value, "to": value},
    }


def _new(part: Schema) -> dict[str, Any]:
    """What can be added: by a path that nothing has yet."""
    told = Words("this is there already: put what differs under `change` or `replace`")
    return {**part, "propertyNames": {**part["propertyNames"], "not": _IS_THERE, "errorMessage": told}}


# what there is in the stack


def _paths(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every path with what stands there; what no house rule changes is left out."""
    if len(path) > 1:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _UNCHANGED:
                yield from _paths(inner, (*path, key))
    elif not _is_leaf(value):
        for name, inner in zip(entry_names(value), value, strict=True):
            yield from _paths(inner, (*path, name))


def _is_leaf(value: Any) -> bool:
    """A plain value, or a list of such."""
    return not isinstance(value, dict) and not (isinstance(value, list) and any(isinstance(v, dict) for v in value))


def _is_entry(data: Any, path: Path) -> bool:
    """Whether the path leads to an entry of a list."""
    for name in path[:-1]:
        data = data[entry_names(data).index(name)] if isinstance(data, list) else data[name]
    return isinstance(data, list)


def _text(path: Path) -> str:
    return ".".join(path)


def _groups(stack: Stack) -> dict[str, Any]:
    """For each group of rules the definition of a name that stands for one of them."""
    return {_definition(group): _one_of(group, _ids(stack.data, group)) for group in sorted(set(_NAMED.values()))}


def _one_of(group: str, ids: list[str]) -> dict[str, Any]:
    new = {"$ref": f"{_REFERENCE}name"}
    plain = group.replace("-", " ")
    told = Words("One of the {group} of this stack, or one that the layer adds.", group=Words(plain))
    return {"description": told, "anyOf": [{"enum": ids}, new] if ids else [new]}


def _ids(data: Mapping[str, Any], group: str) -> list[str]:
    if group == _FACES:
        return list(dict.fromkeys(face for pool in data.get("dice", {}).values() for face in pool["faces"]))
    if group == _INDEX:
        return list(dict.fromkeys([*data.get("steps", {}), *_step_ids(data)]))
    if group == "actions":
        return [*data.get("actions", {}), *data.get("steps", {})]
    return list(data.get(group, {}))


def _step_ids(value: Any) -> Iterator[str]:
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(value, list) and isinstance(inner, dict) and isinstance(inner.get("id"), str):
            yield inner["id"]
        yield from _step_ids(inner)


# the schema of rulesets, with names


def _with_names(rules: Schema, stack: Stack) -> dict[str, Any]:
    definitions = {kind: _definition_with_names(kind, part, stack) for kind, part in rules["$defs"].items()}
    return {**rules, "$defs": definitions}


def _definition_with_names(kind: str, part: Schema, stack: Stack) -> Schema:
    if "properties" not in part:
        return part
    keys = {key: _renamed(inner, _NAMED.get((kind, key))) for key, inner in part["properties"].items()}
    numbers = stack.data.get("attributes", {}).get(part.get("x-numbers"), ())
    return {**part, "properties": {**keys, **dict.fromkeys(numbers, part["additionalProperties"])}}


def _renamed(part: Any, group: str | None) -> Any:
    """The part with references to names of a group where it refers to any name."""
    if group is None:
        return part
    if isinstance(part, list):
        return [_renamed(inner, group) for inner in part]
    if not isinstance(part, dict):
        return part
    if str(part.get("$ref")).removeprefix(_REFERENCE) in _NAMES:
        return {**part, "$ref": f"{_REFERENCE}{_definition(group)}"}
    return {key: _renamed(inner, group) for key, inner in part.items()}


def _definition(group: str) -> str:
    return f"name-of-{group}"


def _shared(rules: Schema) -> dict[str, Any]:
    """What both schemas define, with names."""
    return {kind: rules["$defs"][kind] for kind in raw_schema("layer")["$defs"] if kind in rules["$defs"]}


def _inside(part: Any) -> Any:
    """The part with references to the schema of rulesets as if it stood in the same file."""
    if isinstance(part, list):
        return [_inside(inner) for inner in part]
    if isinstance(part, dict):
        return {key: _inside(inner) for key, inner in part.items()}
    return part.removeprefix(_FILE) if isinstance(part, str) else part
