"""A merged document to a draft: plain data that passed the schema, as attrs classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, override

from interpreter.documents.document import entry_names
from interpreter.model.draft import Draft

_T = TypeVar("_T")


def draft_from_document(data: Mapping[str, Any]) -> Draft:
    """Structure a merged document; a failure here means that schema and classes disagree."""
    return _converter().structure(_with_paths(data, ()), Draft)


def _with_paths(value: Any, path: tuple[str, ...]) -> Any:
    if isinstance(value, Mapping):
        inner = {key: _with_paths(item, (*path, key)) for key, item in value.items()}
        return _Pathed(inner, path)
    if isinstance(value, list):
        return [_with_paths(item, (*path, name)) for name, item in zip(entry_names(value), value, strict=True)]
    return value


class _Pathed(dict[str, Any]):
    """A mapping that knows where it stands."""

    def __init__(self, items: Mapping[str, Any], path: tuple[str, ...]) -> None:
        super().__init__(items)
        self.path = path


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    converter.register_structure_hook_factory(attrs.has, lambda cls: _node_hook(cls, converter))
    converter.register_structure_hook_func(_is_plain, lambda value, _: value)
    return converter


def _is_plain(kind: Any) -> bool:
    """Whether a type is a union of plain values, which the schema has checked already."""
    return get_origin(kind) in (Union, UnionType) and set(get_args(kind)) <= {str, int, list[str], type(None)}


def _node_hook(cls: type[_T], converter: Converter) -> Callable[[Any, Any], _T]:
    fields = attrs.fields(attrs.resolve_types(cast(type[Any], cls)))
    renames = {a.name: override(rename="@path" if a.name == "path" else _key(a.name)) for a in fields}
    structure = cast(
        Callable[[Any, Any], _T],
        make_dict_structure_fn(
            cls,
            converter,
            _cattrs_forbid_extra_keys=True,
            _cattrs_detailed_validation=False,
            **renames,  # type: ignore[arg-type]  # cattrs types overrides by position
        ),
    )
    nodes = {_key(a.name) for a in fields}

    def hook(value: Any, _: Any) -> _T:
        given = dict(value)
        if "attributes" in nodes and cls.__name__ in _CARRIERS:
            given["attributes"] = {k: given.pop(k) for k in list(given) if k not in nodes}
        given["@path"] = value.path
        return structure(given, cls)

    return hook


_CARRIERS = {"Card", "Place"}
