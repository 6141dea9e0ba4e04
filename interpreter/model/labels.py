"""A draft and the label files of its stack to findings: labels for nothing, ids without a label, missing forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.documents.document import Document, value_at
from interpreter.layering.labels import HEAD, RULINGS, inside
from interpreter.layering.stack import Stack
from interpreter.model import draft as d
from interpreter.model.nodes import nodes, statements
from interpreter.model.references import cited_source
from interpreter.source.diagnostics import Diagnostic, Related, allowed_set, error, nearest, warning
from interpreter.texts import Words, one_of

Labelled = Mapping[str, Mapping[str, d.Path]]  # group -> id -> where it is declared

_COUNTED = ("cards", "faces")  # nouns that scenarios count
_NOUNS = ("cards", "places", "faces", "roles", "pawns", "zones", "types", "dice", "tracks")
# Languages in which a noun changes the words around it: its genders.
_GENDERS = {"de": ("f", "m", "n"), "es": ("f", "m"), "fr": ("f", "m"), "it": ("f", "m"), "pt": ("f", "m")}
_PLAIN_GROUPS = (
    "cards", "places", "dice", "types", "roles", "pawns", "tracks", "counters", "zones", "values", "windows", "options",
    "invariants", "actions", "demands",
)  # fmt: skip
_ANY = frozenset({"place", "player", "card", "die", "face"})  # names for whatever has none of its own
_OWN_WORDS = "house"
_NO_EVENT = frozenset({"ask", "repeat", "run", "window"})


def labelled(draft: d.Draft) -> Labelled:
    """Every id that people may want to call something, by group; an option's value is `option.value`."""
    plain = {group: {name: (group, name) for name in getattr(draft, group)} for group in _PLAIN_GROUPS}
    return {
        **plain,
        "attributes": {
            name: ("attributes", group)
            for group in ("cards", "places")
            for name in getattr(draft.attributes, group)
        },
        "names": dict(_names(draft)),
        "faces": {face: (*pool.path, "faces", face) for pool in draft.dice.values() for face in pool.faces},
        "steps": dict(_steps(draft)),
        "events": dict(_events(draft)),
        "answers": {key: answer.path for s in statements(draft) for key, answer in s.answers.items()},
        "refusals": dict(_refusals(draft)),
        "option-values": {
            f"{name}.{value}": (*option.path, "values", str(number))
            for name, option in draft.options.items()
            for number, value in enumerate(option.values or ())
        },
    }


def translated(draft: d.Draft) -> Labelled:
    """Every id that a label file may have words for: those that people want to call something, and the rulings."""
    return {**labelled(draft), RULINGS: dict(_rulings(draft))}


def _rulings(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    """Rulings, and the further questions that they answer."""
    for key, ruling in draft.rulings.items():
        yield key, ruling.path
        yield from ((f"{key}.{number}", (*ruling.path, "also", number)) for number in ruling.also)


def _names(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    """Numbers that actions need, and further parts of a score."""
    for action in draft.actions.values():
        yield from ((name, (*action.path, "needs", name)) for name, kind in action.needs.items() if kind == "number")
    further = draft.scoring.further if draft.scoring is not None else {}
    yield from ((name, ("scoring", "further", name)) for name in further)


def _steps(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    yield from ((name, ("steps", name)) for name in draft.steps)
    yield from ((s.id, (*s.path, "id")) for s in statements(draft) if s.id)


def _events(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    for s in statements(draft):
        if s.event:
            yield s.event, (*s.path, "event")
        elif s.id and s.verb not in _NO_EVENT:
            yield s.id, (*s.path, "id")


def _refusals(draft: d.Draft) -> Iterator[tuple[str, d.Path]]:
    for node in nodes(draft):
        if isinstance(node, d.Answer | d.Play):
            yield from ((key, (*node.path, "refuse", key)) for key in node.refuse)
        if isinstance(node, d.Answer):
            yield from ((key, (*node.path, "unless", key)) for key in node.unless)


def label_findings(draft: d.Draft, stack: Stack) -> Iterator[Diagnostic]:
    """What is wrong with label files about no other rules than these, and ids without a label in some language."""
    known = translated(draft)
    present = {stack.ruleset, *stack.layers}
    given: dict[str, dict[str, set[str]]] = {}
    for document in stack.label_documents:
        groups = given.setdefault(document.data["language"], {})
        for group, name, _ in entries_of(document):
            groups.setdefault(group, set()).add(name)
    for document in stack.label_documents:
        if set(document.data["labels"]) <= present:
            yield from _strangers(document, known, given[document.data["language"]], stack)
            yield from _sources(document, draft, stack)
        yield from _forms(document)
    for language, labels in given.items():
        yield from _missing(language, labels, known, stack)


def entries_of(document: Document) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Group, id and path of each label of a file."""
    for group, entries in document.data.items():
        if group not in HEAD:
            yield from ((group, name, path) for name, path, _ in inside(group, entries))


def _strangers(
    document: Document, known: Labelled, given: Mapping[str, set[str]], stack: Stack
) -> Iterator[Diagnostic]:
    gone = {path[-1] for path in stack.removed}
    for group, name, path in entries_of(document):
        declared = known.get(group, {})
        left_behind = gone.intersection(name.split("."))  # what a layer takes away leaves its label
        if name in declared or _is_any(group, name) or left_behind:
            continue
        meant = nearest(name, set(declared) - given[group]) or nearest(name, declared)
        related = (Related(stack.place(declared[meant]).name, "note-declared"),) if meant else ()
        yield _for_nothing(document, path, declared, meant, related)


def _is_any(group: str, name: str) -> bool:
    return group == "names" and name in _ANY


def labels_for_nothing(document: Document, rules: Iterable[Labelled]) -> Iterator[Diagnostic]:
    """Of a file about several rulesets: labels of what none of them has."""
    rules = tuple(rules)
    for group, name, path in entries_of(document):
        declared = {other for known in rules for other in known.get(group, ())}
        if name not in declared and not _is_any(group, name):
            yield _for_nothing(document, path, declared, nearest(name, declared))


def _for_nothing(
    document: Document, path: d.Path, declared: Iterable[str], meant: str | None, related: tuple[Related, ...] = ()
) -> Diagnostic:
    group, *names = path
    words = {"word": ".".join(names), "group": Words(group), "allowed": allowed_set(declared) or Words("none")}
    return error("R0501", document.spans[path].name, meant, related, **words)


def _missing(language: str, given: Mapping[str, set[str]], known: Labelled, stack: Stack) -> Iterator[Diagnostic]:
    """Ids without a label; those of a ruleset or layer need one only in the languages in which it has labels at all."""
    in_language = [document for document in stack.label_documents if document.data["language"] == language]
    for group, names in known.items():
        rulings_too = (document for document in in_language if group != RULINGS or RULINGS in document.data)
        owners = {name for document in rulings_too for name in document.data["labels"]}
        for name, path in names.items():
            owner = stack.origin(path).layer or stack.ruleset
            if name not in given.get(group, ()) and owner in owners:
                yield warning("R0502", stack.place(path).name, word=name, group=Words(group), language=language)


def _sources(document: Document, draft: d.Draft, stack: Stack) -> Iterator[Diagnostic]:
    """Sources of words that the rules do not know."""
    for path in _source_paths(document):
        word = cited_source(value_at(document.data, path)) if path in document.spans else _OWN_WORDS
        if word in draft.sources or word == _OWN_WORDS:
            continue
        meant = nearest(word, draft.sources)
        related = (Related(stack.place(("sources", meant)).name, "note-declared"),) if meant else ()
        words = {"what": Words("source"), "word": word, "allowed": allowed_set(draft.sources) or Words("none")}
        yield error("R0101", document.spans[path].value, meant, related, **words)


def _source_paths(document: Document) -> Iterator[d.Path]:
    """Where a file may state a source: for itself, and for each label with forms."""
    yield ("source",)
    for _, _, path in entries_of(document):
        if isinstance(value_at(document.data, path), dict):
            yield (*path, "source")


def _forms(document: Document) -> Iterator[Diagnostic]:
    """Nouns without what the language has to know of them."""
    language = document.data["language"]
    genders = _GENDERS.get(language, ())
    for group in _NOUNS if genders else ():
        for name, label in document.data.get(group, {}).items():
            forms = label if isinstance(label, dict) else {}
            words = {"word": name, "group": Words(group), "language": language}
            if forms.get("gender") not in genders:
                yield warning("R0503", document.spans[group, name].name, allowed=one_of(genders), **words)
            if "other" not in forms:
                yield warning("R0504", document.spans[group, name].name, **words)
            elif group in _COUNTED and isinstance(forms.get("write"), str) and forms["other"] != forms["one"]:
                yield warning("R0506", document.spans[group, name, "write"].value, written=forms["write"], **words)
