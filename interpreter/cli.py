"""The command line: arguments in, text and an exit code out."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from interpreter.budgets import BUDGETS, misspelt, variable
from interpreter.commands.ending import ended_in_words, prepare_process
from interpreter.commands.wording import asked_for, in_our_words
from interpreter.source.catalogue import phrase, worded
from interpreter.source.display import harmless
from interpreter.source.speech import LANGUAGE, language_of, languages, listed, preferred, speaking

# Verb -> its module (function of the same name), and what the overview says about it.
_VERBS = {
    "run": ("interpreter.commands.run", "Run scenarios and say which hold."),
    "review": ("interpreter.commands.review", "Accept or reject snapshots that changed."),
    "ask": ("interpreter.commands.ask", "Say what may be done in a position, and why not."),
    "why": ("interpreter.commands.why", "Tell which events and rules led to a result."),
    "check": ("interpreter.commands.check", "Check rulesets, layers and scenarios."),
    "show": ("interpreter.commands.show", "Show the rules of a ruleset in readable form."),
    "history": ("interpreter.commands.history", "Say what each layer made of a value."),
    "diff": ("interpreter.commands.diff", "Say what one stack changes against another."),
    "compare": ("interpreter.commands.compare", "Run the same scenarios under two stacks."),
    "cover": ("interpreter.commands.cover", "Say which rules the scenarios exercise."),
    "rulings": ("interpreter.commands.rulings", "Answer every question about the rules, and say whether it holds."),
    "mutate": ("interpreter.commands.mutate", "Say which small changes to the rules no scenario notices."),
    "play": ("interpreter.commands.play", "Play a game at the terminal, with bots or without."),
    "simulate": ("interpreter.commands.simulate", "Play many games, with statistics and comparisons."),
    "record": ("interpreter.commands.record", "Write games that were played as scenarios."),
    "replay": ("interpreter.commands.replay", "Write a page to step through a game."),
    "shrink": ("interpreter.commands.shrink", "Take away what a scenario does not need."),
    "new": ("interpreter.commands.new", "Begin a house rule, a ruleset or a scenario."),
    "schema": ("interpreter.commands.schema", "Write what an editor needs to complete a house rule."),
    "fmt": ("interpreter.commands.fmt", "Tidy scenario files."),
    "explain": ("interpreter.commands.explain", "Explain a finding by its code."),
}
_NAME = "gulliver"
_BETWEEN_SEARCHES = 50_000  # new objects; Python's own 700 cost `run` a sixth of its time, and find nothing
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Verbs(click.Group):
    """A group that imports a verb when it is called; the overview needs none of them."""

    def __call__(self, *args: Any, **settings: Any) -> Any:
        """Be the program of a process: nearly all that it makes is a tree, so it rarely looks for cycles.

        When it ends it does not look at all; the system takes everything back.
        """
        gc.set_threshold(_BETWEEN_SEARCHES)
        atexit.register(gc.freeze)
        prepare_process()
        return super().__call__(*args, **settings)

    def main(self, args: Any = None, *further: Any, **settings: Any) -> Any:
        """Choose the language before anything is read or printed, then do what the arguments say."""
        with speaking(asked_for(sys.argv[1:] if args is None else args) or preferred(os.environ)):
            return click.Group.main(in_our_words(self, _NAME), args, *further, **settings)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Read the arguments; what is wrong with them is said harmlessly."""
        with ended_in_words(), _harmless_errors():
            return super().make_context(*args, **settings)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """All verbs, in the order in which people meet them."""
        return list(_VERBS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name, in the language that is spoken."""
        if cmd_name not in _VERBS:
            return None
        command: click.Command = getattr(import_module(_VERBS[cmd_name][0]), cmd_name)
        return in_our_words(command, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that is called; an unknown one gets a suggestion."""
        if args and args[0] not in _VERBS:
            raise click.NoSuchCommand(args[0], possibilities=self.list_commands(ctx), ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview of the verbs."""
        with formatter.section(worded("Commands")):
            formatter.write_dl([(verb, worded(words)) for verb, (_, words) in _VERBS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Call the verb."""
        with ended_in_words(debug=ctx.params["debug"]):
            _check_environment()
            with _harmless_errors():
                return super().invoke(ctx)


@contextmanager
def _harmless_errors() -> Iterator[None]:
    """What somebody typed is quoted without anything that a terminal would obey."""
    try:
        yield
    except click.ClickException as wrong:
        text = "\n".join(map(harmless, wrong.message.split("\n")))
        vars(wrong)["message"] = text  # click calls it final, and only ever reads it
        raise


def _check_environment() -> None:
    """Nobody shall believe that he has chosen a language or raised a budget, and has not."""
    wanted = os.environ.get(LANGUAGE, "")
    if wanted and language_of(wanted) is None:
        told = phrase("language-unknown", variable=LANGUAGE, value=wanted, known=listed(languages(), worded("or")))
        raise click.UsageError(told)
    for name, value in misspelt():
        known = ", ".join(map(variable, BUDGETS))
        raise click.UsageError(phrase("budget-unknown", variable=name, value=value, known=known))


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001  # click calls it
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415  # slow, and nothing else needs it

        click.echo(phrase("version", program=ctx.find_root().info_name or _NAME, version=version(_NAME)))
        ctx.exit()


@click.group(cls=Verbs, context_settings=_CONTEXT)
@click.option("--debug", is_flag=True, help="Print where the program failed, if it does.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main(*, debug: bool) -> None:
    """Play board games from their rules, and check what the rules say.

    \b
    Examples:
      gulliver run FILE.scenario       does the ruling hold?
      gulliver check                   everything in rulesets/ and scenarios/
      gulliver show NAME               the rules of a ruleset
      gulliver explain K0101           what a finding means
    """
