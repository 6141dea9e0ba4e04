"""The control-flow graph of a program: blocks of plain lines that end in a jump, a branch or a stop."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import Factory, define, frozen

from interpreter.budgets import OverBudgetError, most

Label = int
CHANCE = "chance"


@define
class Line:
    """One line of Python, and the index of the rule that it carries out."""

    text: str
    rule: int


@frozen
class Jump:
    """Go on at `to`."""

    to: Label


@frozen
class Branch:
    """Go on at `then` if the condition holds."""

    condition: str
    then: Label
    otherwise: Label


@frozen
class Stop:
    """Wait for `who` at `site`; go on at `resume` with the answer in `a`.

    `random` is the expression that draws the outcome in the fast form (chance only).
    `is_free` says that there are several answers; else the fast form answers at once when there is one.
    `told` is what is recorded of the answers where the game goes on at once; without it, `answers`.
    """

    site: int
    who: str
    answers: str
    resume: Label
    random: str | None = None
    is_free: bool = False
    told: str = ""


@frozen
class Finish:
    """The machine halts: the game is over, or a prepared position is complete."""


@frozen
class Call:
    """Run a procedure, and go on at `after` when it returns."""

    entry: Label
    after: Label


@frozen
class Return:
    """Go back to where the running procedure was called."""


Exit = Jump | Branch | Stop | Finish | Call | Return


@define
class Block:
    """Lines and one exit. `takes_answer` marks the blocks where stops resume."""

    name: str
    rule: int
    lines: list[Line] = Factory(list)
    exit: Exit = Factory(Finish)
    takes_answer: bool = False
    loops: bool = True


@define
class Graph:
    """Blocks by label; blocks are opened first and filled later, so that loops can point back."""

    blocks: dict[Label, Block] = Factory(dict)
    returns: list[Label] = Factory(list)
    most: int = Factory(lambda: most("blocks"))

    def open(self, name: str, rule: int) -> Label:
        """A new empty block.

        Raises:
            OverBudgetError: There are too many.
        """
        label = len(self.blocks)
        if label >= self.most:
            raise OverBudgetError("blocks")
        self.blocks[label] = Block(name, rule)
        return label

    def block(self, name: str, rule: int, lines: list[str], exit_: Exit) -> Label:
        """A new complete block."""
        label = self.open(name, rule)
        self.fill(label, lines, exit_)
        return label

    def fill(self, label: Label, lines: list[str], exit_: Exit) -> None:
        """Complete an open block."""
        block = self.blocks[label]
        block.lines = [Line(text, block.rule) for text in lines]
        block.exit = exit_

    def lead(self, name: str, rule: int, lines: list[str], to: Label) -> Label:
        """A block of lines that goes on at `to`; no block at all without lines."""
        return self.block(name, rule, lines, Jump(to)) if lines else to

    def branch(self, name: str, rule: int, condition: str, then: Label, otherwise: Label) -> Label:
        """A branch, decided at once if the condition is constant."""
        if condition in ("True", "False"):
            return then if condition == "True" else otherwise
        return self.block(name, rule, [], Branch(condition, then, otherwise))


def targets(exit_: Exit, returns: Sequence[Label] = ()) -> tuple[Label, ...]:
    """Where an exit may lead; `returns` are the blocks after calls."""
    match exit_:
        case Return():
            return tuple(returns)
        case Jump(to=to) | Call(entry=to):
            return (to,)
        case Branch(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Stop(resume=resume):
            return (resume,)
        case Finish():
            return ()
