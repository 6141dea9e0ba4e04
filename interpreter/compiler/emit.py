"""A graph to readable Python: one function for each block where control can arrive from outside.

Blocks with a single way in stand inside the function that leads to them. Every function returns the next
one to the driver, or None at a stop. Where games are only played, cells that nothing reads before a function
writes them are its local variables, and go back to the state where something behind its end reads them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define

from interpreter.compiler.flow import Block, Branch, Call, Finish, Graph, Jump, Label, Return, Stop, targets
from interpreter.compiler.liveness import Live, cells_read, cells_written

_INDENT = "    "
_SHORT = 3
_CHAIN = 4
_CELL = re.compile(r"s\.(v_\w+)")
_TURNS = 5  # of a loop within a function, before it returns to the driver, who counts them


@define
class Emitter:
    """Writes one form of a program."""

    graph: Graph
    inspecting: bool
    recording: bool
    places: Mapping[int, str]
    live: Live
    lines: list[str] = Factory(list)
    rules: list[int | None] = Factory(list)
    _names: dict[Label, str] = Factory(dict)
    _own: set[Label] = Factory(set)
    _locals: frozenset[str] = frozenset()

    def source(self, roots: Mapping[str, Label], streams: int, resumes: Mapping[int, Label]) -> str:
        """The text of a module with one function `bind`."""
        reachable = self._reachable([*roots.values(), *resumes.values()])
        self._own = self._functions(reachable, [*roots.values(), *resumes.values()])
        self._own |= {label for label in sorted(reachable - self._own) if self._short(label) and self._loops(label)}
        self._names = {label: f"{_plain(self.graph.blocks[label].name)}_{label}" for label in self._own}
        self.lines = ["def bind(log, reach):"]
        randoms = "" if self.inspecting else "".join(f"random_{index}, " for index in range(streams))
        if randoms:
            self._line(1, f"{randoms}= [None] * {streams}")
        if not self.inspecting:
            self._line(1, f"turns = range({_TURNS})")
        for label in sorted(self._own):
            self._function(label)
        self._tail(roots, resumes, randoms)
        return "\n".join(self.lines) + "\n"

    def _tail(self, roots: Mapping[str, Label], resumes: Mapping[int, Label], randoms: str) -> None:
        self.lines.append("")
        starts = ", ".join(f"{name!r}: {self._names[label]}" for name, label in roots.items())
        self._line(1, f"starts = {{{starts}}}")
        if self.graph.returns:
            back = ", ".join(self._names.get(label, "None") for label in self.graph.returns)
            self._line(1, f"returns = ({back},)")
        after = ", ".join(f"{site}: {self._names[label]}" for site, label in sorted(resumes.items()))
        self._line(1, f"resume = {{{after}}}")
        self.lines.append("")
        self._line(1, "def draw_from(streams):")
        if randoms:
            self._line(2, f"nonlocal {randoms.rstrip(', ')}")
            self._line(2, f"{randoms}= streams")
        else:
            self._line(2, "pass")
        self.lines.append("")
        self._line(1, "return {'starts': starts, 'resume': resume, 'draw_from': draw_from}")

    def _targets(self, label: Label) -> tuple[Label, ...]:
        return targets(self.graph.blocks[label].exit, self.graph.returns)

    def _reachable(self, roots: list[Label]) -> set[Label]:
        found, open_ = set(roots), list(roots)
        while open_:
            for target in self._targets(open_.pop()):
                if target not in found:
                    found.add(target)
                    open_.append(target)
        return found

    def _functions(self, reachable: set[Label], roots: list[Label]) -> set[Label]:
        ways = Counter(t for label in reachable for t in self._targets(label))
        several = {label for label in reachable if ways[label] > 1 and not self._short(label)}
        waits = {
            b.exit.resume
            for b in (self.graph.blocks[label] for label in reachable)
            if isinstance(b.exit, Stop) and (self.inspecting or b.exit.random is None)
        }
        return several | waits | set(roots) | (set(self.graph.returns) & reachable)

    def _short(self, label: Label) -> bool:
        """Whether a block is a few lines on the way to one other: repeated where it is needed."""
        for _ in range(_CHAIN):
            block = self.graph.blocks[label]
            if not block.loops or block.takes_answer or len(block.lines) > _SHORT:
                return False
            if not isinstance(block.exit, Jump):
                return False
            label = block.exit.to
            if not isinstance(self.graph.blocks[label].exit, Jump):
                return True
        return False

    def _function(self, label: Label) -> None:
        block = self.graph.blocks[label]
        argument = ", a" if block.takes_answer else ""
        self._locals = frozenset() if self.inspecting else self._local_cells(label)
        self.lines.append("")
        self._line(1, f"def {self._names[label]}(s{argument}):{self._comment(block.rule)}")
        if not self.inspecting and block.loops and not block.takes_answer and self._loops(label):
            self._loop(label, block)
        else:
            self._body(label, 2, None)

    def _loop(self, label: Label, block: Block) -> None:
        """Turns that are handed out come to an end; any other loop goes through the driver from time to time."""
        if isinstance(block.exit, Branch) and self._hands_out_turns(label, block.exit):
            self._line(2, f"while {block.exit.condition}:", block.rule)
            self._goto(block.exit.then, 3, label)
            self._goto(block.exit.otherwise, 2, None)
        else:
            self._line(2, "for _ in turns:")
            self._body(label, 3, label)
            self._line(2, f"return {self._names[label]}")

    def _hands_out_turns(self, label: Label, turn: Branch) -> bool:
        """Whether each time round takes the first of the turns, and nothing else in the function changes them."""
        left = turn.condition
        takes = [
            line.text.endswith(f", {left} = {left}")
            for each in self._inside(label)
            for line in self.graph.blocks[each].lines
            if re.search(rf"{re.escape(left)} \S*= ", line.text)
        ]
        first = self.graph.blocks[turn.then].lines[:1]
        return takes == [True] and bool(first) and first[0].text.endswith(f", {left} = {left}")

    def _loops(self, label: Label) -> bool:
        """Whether the function comes back to its own beginning."""
        return any(label in self._inner(self.graph.blocks[each]) for each in self._inside(label))

    def _inside(self, label: Label) -> Iterator[Label]:
        """The blocks that stand in a function."""
        seen, open_ = {label}, [label]
        while open_:
            found = open_.pop()
            yield found
            further = set(self._inner(self.graph.blocks[found])) - self._own - seen
            seen |= further
            open_ += further

    def _local_cells(self, label: Label) -> frozenset[str]:
        """Cells that are written here first, and read here twice, or here alone."""
        inside = [self.graph.blocks[each] for each in self._inside(label)]
        here = set().union(*map(cells_written, inside)) - self.live[label]
        behind = set().union(*(self.live[each] for block in inside for each in self._outer(block)))
        reads = Counter(cell for block in inside for cell in cells_read(block))
        return frozenset(cell for cell in here if cell.startswith("v_") and reads[cell] > (cell in behind))

    def _outer(self, block: Block) -> Iterable[Label]:
        """Where a block leads out of the function in which it stands."""
        return set(targets(block.exit, self.graph.returns)) - (set(self._inner(block)) - self._own)

    def _inner(self, block: Block) -> tuple[Label, ...]:
        if isinstance(block.exit, Stop) and (self.inspecting or block.exit.random is None):
            return ()
        return () if isinstance(block.exit, Return) else targets(block.exit)

    def _goto(self, label: Label, depth: int, loop: Label | None) -> None:
        """One line that leads there, or all that stands there within the function."""
        self._body(self._onward(label, depth, loop), depth, loop)

    def _body(self, label: Label | None, depth: int, loop: Label | None) -> None:
        """A block, and all that follow it within the function."""
        onward = label
        while onward is not None:  # rules may be as long as a file
            onward = self._block(self.graph.blocks[onward], depth, loop)

    def _block(self, block: Block, depth: int, loop: Label | None) -> Label | None:
        """Write a block; what follows it at the same depth, if anything does."""
        for line in block.lines:
            self._line(depth, line.text, line.rule)
        match block.exit:
            case Jump(to=to) | Call(entry=to):
                return self._onward(to, depth, loop)
            case Branch(condition=condition, then=then, otherwise=otherwise):
                self._line(depth, f"if {condition}:", block.rule)
                self._goto(then, depth + 1, loop)
                return self._onward(otherwise, depth, loop)
            case Stop():
                return self._stop(block, block.exit, depth)
            case Return():
                self._keep(depth, self.graph.returns)
                self._line(depth, "return returns[back]", block.rule)
            case Finish():
                self._line(depth, "s.who = -2; s.site = -1; return None", block.rule)
        return None

    def _onward(self, label: Label, depth: int, loop: Label | None) -> Label | None:
        """The block to go on with, unless one line leads there."""
        if label == loop:
            self._line(depth, "continue")
        elif label in self._own:
            self._keep(depth, (label,))
            self._line(depth, f"return {self._names[label]}")
        else:
            return label
        return None

    def _keep(self, depth: int, labels: Iterable[Label]) -> None:
        """Local variables that something reads from one of these on go back to the state."""
        kept = self._locals and self._locals & set().union(*(self.live[label] for label in labels))
        for cell in sorted(kept):
            self.lines.append(f"{_INDENT * depth}s.{cell} = {_local(cell)}")

    def _stop(self, block: Block, stop: Stop, depth: int) -> Label | None:
        wait = f"s.who = {stop.who}; s.site = {stop.site}; s.answers = {stop.answers}; return None"
        if stop.resume in self._own:
            self._keep(depth, (stop.resume,))
        if self.inspecting or stop.is_free:
            self._line(depth, wait, block.rule)
        elif stop.random is None:
            self._line(depth, f"if len(answers) != 1: {wait}", block.rule)
            self._record(block, stop, depth, "answers[0]")
            self._line(depth, f"return {self._names[stop.resume]}(s, answers[0])", block.rule)
        else:
            self._line(depth, f"a = {stop.random}", block.rule)
            self._record(block, stop, depth, "a")
            if stop.resume not in self._own:
                return stop.resume
            self._line(depth, f"return {self._names[stop.resume]}(s, a)", block.rule)
        return None

    def _record(self, block: Block, stop: Stop, depth: int, given: str) -> None:
        """Where the game goes on at once, what was given there is recorded."""
        if self.recording:
            self._line(depth, f"log((None, {stop.who}, {stop.site}, {stop.told or stop.answers}, {given}))", block.rule)

    def _line(self, depth: int, text: str, rule: int | None = None) -> None:
        comment = "" if rule is None else self._comment(rule)
        self.lines.append(f"{_INDENT * depth}{_CELL.sub(self._place, text)}{comment}")
        self.rules += [None] * (len(self.lines) - len(self.rules) - 1) + [rule]

    def _place(self, cell: re.Match[str]) -> str:
        return _local(cell[1]) if cell[1] in self._locals else cell[0]

    def _comment(self, rule: int) -> str:
        """Where a rule stands; the name of a file is whatever a stranger called it, and must not end the line."""
        return "  # " + "".join(ch if ch.isprintable() else "?" for ch in self.places.get(rule, ""))


def _local(cell: str) -> str:
    """What a cell is called as a local variable: nothing else in the source begins so."""
    return cell.capitalize()


def _plain(name: str) -> str:
    return "".join(ch if ch.isascii() and (ch.isalnum() or ch == "_") else "_" for ch in name)
