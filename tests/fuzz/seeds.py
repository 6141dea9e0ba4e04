"""Valid files of every kind, and what is done with them: what there is to be broken.

A new entry point is one more function in `KINDS` that gives its seeds; nothing else knows how many there are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from interpreter.api import new_game
from interpreter.engine.decisions import Decision
from interpreter.engine.telling import Teller
from interpreter.library import load_ruleset, runner_of
from interpreter.play.keeping import Kept
from interpreter.play.session import Party, Session
from interpreter.scenario.formatter import format_text
from interpreter.simulation.games import recorded_games
from interpreter.simulation.players import seat_names
from interpreter.simulation.transcripts import transcript_of
from interpreter.trial.rewording import naming

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "tests" / "games" / "rulesets"
SHIPPED = ROOT / "rulesets"
ARGUMENTS = ""  # the target of a seed whose text is the command line itself, an argument a line
LOAD = "(load)"  # no verb, but the same for the Python interface: go on with a saved game
PLAY = "(play)"  # no verb, either: play in every way
Command = tuple[str, ...]


@frozen
class Seed:
    """A valid `text` that lies as `target` in a folder with copies of `beside` (what is there: where it lies)."""

    name: str
    target: str
    text: str
    commands: tuple[Command, ...]
    beside: Mapping[str, Path]


def games() -> list[Path]:
    """The small games; they show whatever the big ones do, and are read in no time."""
    return sorted(file.parent for file in SMALL.glob("*/ruleset.yaml"))


def _rulesets() -> Iterator[Seed]:
    played = ("simulate", "game", "--games", "2", "--strict")
    commands = (
        ("check", "game"),
        ("show", "game"),
        ("show", "game", "--lang", "es"),
        played,
        (*played, "--lang", "es"),
    )
    commands += (("check", "game", "--sources", "--unverified"), ("schema", "game"), ("history", "game", "cards"))
    commands += ((PLAY, "game"),)
    for game in games():
        text = (game / "ruleset.yaml").read_text("utf-8")
        yield Seed(game.name, "game/ruleset.yaml", text, commands, {})
    for file in sorted([*SHIPPED.glob("celestia/*.yaml"), *SHIPPED.glob("celestia-duo/*.yaml")]):
        if "ruleset" in file.read_text("utf-8"):
            game = file.parent
            target = f"rulesets/{game.name}/{file.name}"
            checked = (("check", f"rulesets/{game.name}"), ("show", game.name))
            yield Seed(f"{game.name}-{file.stem}", target, file.read_text("utf-8"), checked, {"rulesets": SHIPPED})


def _layers() -> Iterator[Seed]:
    for file in sorted(SHIPPED.glob("house/*.yaml")):
        target = f"rulesets/house/{file.name}"
        base = "celestia"
        stack = f"{base} with house/{file.stem}"
        commands = (
            ("check", target),
            ("check", stack),
            ("diff", base, stack),
            ("show", stack),
            ("check", target, "--lang", "es"),
        )
        commands += (("simulate", stack, "--games", "1"), ("history", stack, "steps"))
        yield Seed(file.stem, target, file.read_text("utf-8"), commands, {"rulesets": SHIPPED})


def _labels() -> Iterator[Seed]:
    commands = (("check", "rulesets/celestia"), ("show", "celestia", "--lang", "es"))
    for file in sorted(SHIPPED.glob("labels-es/*.yaml")):
        target = f"rulesets/labels-es/{file.name}"
        yield Seed(file.stem, target, file.read_text("utf-8"), commands, {"rulesets": SHIPPED})


def _tables() -> Iterator[Seed]:
    commands = (("check", "table.yaml"), ("simulate", "--games", "1"), ("show",), ("run", "dice.scenario"))
    options = "\noptions: {goal: 20}\n"
    text = f"format: 1\ntable: ours\nruleset: pig\nwith: []{options}"
    yield Seed("pig", "table.yaml", text, commands, {"rulesets": SMALL, "dice.scenario": SCENARIOS / "dice.scenario"})
    text = "format: 1\ntable: ours\nruleset: celestia\nwith: [a-little-help, house/sixty]\noptions: {mode: full}\n"
    yield Seed("celestia", "table.yaml", text, commands[:3], {"rulesets": SHIPPED})


SCENARIOS = ROOT / "tests" / "fuzz" / "scenarios"
EQUIVALENTS = """\
format: 1
equivalents: pig
excuses:
  - {path: steps.turn.goal.if, change: ">= -> >", why: nobody knows}
"""


def _equivalents() -> Iterator[Seed]:
    beside = {"rulesets": SMALL, "dice.scenario": SCENARIOS / "dice.scenario"}
    mutate = ("mutate", "pig", "dice.scenario", "--sample", "1", "--jobs", "1")
    commands = (("check", "rulesets/pig/equivalents.yaml"), ("check", "rulesets/pig"), mutate)
    yield Seed("pig", "rulesets/pig/equivalents.yaml", EQUIVALENTS, commands, beside)


def _scenario_commands(file: str) -> tuple[Command, ...]:
    verbs = [("run",), ("run",), ("run", "--format", "json"), ("check",), ("ask",), ("fmt",), ("fmt", "--to", "es")]
    verbs += [("fmt", "--to", "en"), ("run", "--lang", "es"), ("run", "--format", "github"), ("fmt", "--diff")]
    verbs += [("cover",), ("check", "--format", "json"), ("cover", "--format", "html"), ("run", "--verbose")]
    return tuple((verb, file, *further) for verb, *further in verbs)


def _about_one(file: str, text: str) -> tuple[Command, ...]:
    """What is done with a scenario by its name."""
    named = re.search(r"^(?:scenario|dispute|escenario|disputa) ([a-z0-9-]+)", text, re.MULTILINE)
    one = f"{file}::{named[1] if named else 'none'}"
    stack = text.split("\n", 1)[0].partition(" ")[2]
    commands = (("why", one), ("why", one, "--lang", "es"), ("replay", one, "-o", "page.html"), ("ask", one))
    return (*commands, ("shrink", one, "--budget", "20"), ("rulings", stack, file, "--format", "html"))


@cache
def scenario_files() -> tuple[tuple[str, str], ...]:
    """Names and texts of English scenario files: the shipped ones, a scenario each, and those of this folder."""
    found = [(file.stem, file.read_text("utf-8")) for file in sorted(SCENARIOS.glob("*.scenario"))]
    for file in sorted(ROOT.glob("scenarios/**/*.scenario")):
        own = [rules.stem for rules in (file.parent / "rulesets").glob("*")]  # they stay where they are
        head, *bodies = _parted(file.read_text("utf-8"))
        parts = [head + body for body in bodies if not any(name in head + body for name in own)]
        found += [(f"{file.stem}-{number}", part) for number, part in enumerate(parts, 1)]
    return tuple(found)


def _parted(text: str) -> list[str]:
    parts: list[list[str]] = [[]]
    for line in text.splitlines(keepends=True):
        if line.startswith(("scenario ", "dispute ")):
            parts.append([])
        parts[-1].append(line)
    return ["".join(part) for part in parts]


def _rules_beside(text: str) -> Mapping[str, Path]:
    is_small = any(text.startswith(f"ruleset {game.name}") for game in games())
    return {"rulesets": SMALL if is_small else SHIPPED}


def _scenarios() -> Iterator[Seed]:
    for name, text in scenario_files():
        commands = _scenario_commands("x.scenario") + _about_one("x.scenario", text)
        yield Seed(name, "x.scenario", text, commands, _rules_beside(text))


def _spanish_scenarios() -> Iterator[Seed]:
    for name, text in scenario_files()[::9]:
        beside = _rules_beside(text)
        place = beside["rulesets"].parent / "x.scenario"
        spanish = format_text(text, str(place), "es", lambda tree: naming(tree, "es"))
        commands = _scenario_commands("x.scenario") + _about_one("x.scenario", spanish)
        yield Seed(name, "x.scenario", spanish, commands, beside)


SNAPSHOT = """\
# gulliver snapshot 1
# stack: pig
# hash: 0123456789abcdef
# accepted: as it was

chance die: three  [steps.throw.roll]
  roll die: three  [steps.throw.roll]

pot: 3
"""


def _snapshots() -> Iterator[Seed]:
    beside = {"rulesets": SMALL, "dice.scenario": SCENARIOS / "dice.scenario"}
    run = ("run", "dice.scenario")
    commands = (run, ("review", "--list"), ("review", "--accept", "all", "--reason", "x", "--format", "json"))
    commands += (
        ("review", "--reject", "*"),
        ("review", "--accept", "rule:steps"),
        ("review", "--accept", "stream:die"),
    )
    commands += (("review", "--accept", "stale"), ("review", "--list", "--lang", "es"))
    for target in ("__snapshots__/dice/three.transcript.txt", ".gulliver/pending/dice/three.transcript.txt"):
        yield Seed(target.split("/", maxsplit=1)[0].strip("._"), target, SNAPSHOT, commands, beside)


@cache
def _played(game: Path) -> tuple[str, str]:
    """The transcript and the save of a game."""
    loaded = load_ruleset(game)
    players = loaded.ruleset.draft.players.from_
    runner, names = runner_of(loaded, players), seat_names(players)
    (recorded,) = recorded_games(runner, "fuzz", range(1))
    told = transcript_of(runner, Teller(runner.program, names), recorded, "fuzz/0")
    running = new_game(loaded, names, seed="fuzz")
    for _ in range(6):
        if running.decision is not None:
            running.choose(running.decision.answers[0])
    return json.dumps(told.as_plain(), ensure_ascii=False), running.dumps()


def _transcripts() -> Iterator[Seed]:
    commands = (
        ("record", "games.jsonl"),
        ("record", "games.jsonl", "--steps", "2"),
        ("record", "games.jsonl", "--lang", "es"),
    )
    commands += (("record", "games.jsonl", "-o", "out.scenario"), ("replay", "games.jsonl", "-o", "page.html"))
    for game in games():
        yield Seed(game.name, "games.jsonl", _played(game)[0], commands, {"rulesets": SMALL})


def _saves() -> Iterator[Seed]:
    for game in games():
        yield Seed(game.name, "game.json", _played(game)[1], ((LOAD, str(game), "game.json"),), {})


_TYPED = """\
1
2
/help
view
all
log
why not 1
what 1
hint
undo
3
1
"""


def _typed() -> Iterator[Seed]:
    """What somebody types while he plays."""
    for game in games():
        play = ("play", game.name, "--seats", str(load_ruleset(game).ruleset.draft.players.from_), "--seed", "1")
        commands = (play, (*play, "--bots", "random"), (*play, "--lang", "es", "--plain"), (*play, "--open"))
        yield Seed(game.name, "typed.txt", _TYPED * 4, commands, {"rulesets": SMALL})


def _sittings() -> Iterator[Seed]:
    """Games that `play` keeps."""
    commands = (("play", "--resume", "x.game"), ("play", "--resume", "x.game", "--lang", "es"))
    for game in games():
        loaded = load_ruleset(game)
        players = loaded.ruleset.draft.players.from_
        session = Session(loaded, Party(tuple(seat_names(players)), {}, "fuzz"))
        for _ in range(6):
            waiting = session.machine.waiting
            if isinstance(waiting, Decision):
                session.give(waiting.answers[0])
        stack, answers = loaded.stack, tuple(session.answers)
        kept = Kept(f"rulesets/{game.name}", stack.hash, session.party, answers, stack.part_hashes)
        yield Seed(game.name, "x.game", json.dumps(kept.as_plain(), indent=1), commands, {"rulesets": SMALL})


_LINES = """\
run
run dice.scenario::three --with house/x --option goal=3 -k a
check pig\twith\toption\tgoal\t=\t20
show pig --option goal=20 --paths
fmt --check dice.scenario
simulate pig --games 2 --players 3 --seed x --format json
history pig steps.turn.goal.if
diff pig rulesets/pig
review --list
compare pig rulesets/pig dice.scenario
cover dice.scenario --of pig
rulings pig -k B7 --format md
ask dice.scenario::three
schema pig -o pig.schema.json
new house-rule calm --for pig
new ruleset my-game
new scenario x --for pig
shrink dice.scenario::three --keep 14
record games.jsonl --game 2
explain K0101
check --lang es
"""


def _arguments() -> Iterator[Seed]:
    beside = {"rulesets": SMALL, "dice.scenario": SCENARIOS / "dice.scenario"}
    for line in _LINES.splitlines():
        yield Seed(line.partition(" ")[0], ARGUMENTS, line.replace(" ", "\n").replace("\t", " "), (), beside)


KINDS: Mapping[str, Callable[[], Iterator[Seed]]] = {
    "ruleset": _rulesets,
    "layer": _layers,
    "labels": _labels,
    "table": _tables,
    "equivalents": _equivalents,
    "scenario": _scenarios,
    "escenario": _spanish_scenarios,
    "snapshot": _snapshots,
    "transcript": _transcripts,
    "save": _saves,
    "game": _sittings,
    "typed": _typed,
    "arguments": _arguments,
}


@cache
def seeds(kind: str) -> Sequence[Seed]:
    """The valid files of a kind."""
    return tuple(KINDS[kind]())
