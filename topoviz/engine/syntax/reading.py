"""Turn source code into the common tree, in any language that has a grammar: what a language adds is its `Dialect`.

Nothing here recurses over the user's text, and nothing raises because of it. The parser's library has one weakness
that no callback can see to: some broken texts of ten KB and more make it take gigabytes in a single step. Whoever
reads other people's text does so in a process of its own with a memory limit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from tree_sitter import Node, Tree

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.broken import Broken, keep_broken
from topoviz.engine.syntax.fragment import MAY_MISS, Fragment
from topoviz.engine.syntax.parsing import NODES_PER_LOOK_AT_CLOCK, TOO_MUCH, TooTangled, deadline_for
from topoviz.engine.syntax.pasted import unwrap
from topoviz.engine.syntax.pieces import ELIDED, Form, Piece, SourceText, Value, readable_parts
from topoviz.engine.syntax.tree import Unit, Unknown

NESTING_LIMIT = 50_000
"""How deep the grammar's tree may be. Each call of a chain, each `+` and each bracket is one level."""

MOST_DIAGNOSTICS = 100
"""How many findings are listed one by one; one more then says how many there are."""

ERROR = "ERROR"
"""What the grammars call a part they could not fit in."""

_LONGEST_QUOTE = 60
_ENDS_LINE = re.compile(rb"[ \t]*(?:\}|\r|\n|//|/\*|\Z)")
_PASSED_OVER = frozenset({"line_comment", "block_comment", ".", ",", "(", ")", "{", "}", "[", "]", "@", ";"})

Text = TypeVar("Text", bound=SourceText)


@dataclass(frozen=True)
class Dialect(Generic[Text]):
    """What reading needs to know about one language and its grammar.

    `parse` gives the text as it fits the grammar best; `unit_of` makes the result of the unit that was read. The sets
    hold kinds of the grammar's nodes:

    - `calls`: what shows that a text, however broken, is code.
    - `substance`: what prose and other languages hardly ever happen to parse as.
    - `whole`: nodes whose text says it all; nothing below them is looked at.
    - `lists`: where broken parts stand in line with whole ones.
    - `valueless`: named leaves that have no value.
    - `elidable`: signs that are passed over unless they stand for a `...`.

    `expected` says in words what a missing node would have been.
    """

    name: str
    parse: Callable[[bytes, int, float], tuple[Fragment, Tree]]
    text_of: Callable[[bytes, int, Fragment], Text]
    read_unit: Callable[[Text, Form], Value]
    unit_of: Callable[[Unit, SourceFile, Span, Fragment], Unit]
    readers: Mapping[str, Callable[[Text, Form], Value]]
    read_other: Callable[[Text, Form], Value]
    calls: frozenset[str]
    substance: frozenset[str]
    whole: frozenset[str]
    lists: frozenset[str]
    expected: Mapping[str, str]
    valueless: frozenset[str] = frozenset()
    elidable: frozenset[str] = frozenset()
    cases_hold_broken: bool = False

    @property
    def not_read(self) -> str:
        """Say why a part is unknown that does not fit the grammar."""
        return f"this could not be read as {self.name}"


class _TooDeep(Exception):
    """The text is nested deeper than the limit."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def read_source(
    dialect: Dialect[Text], file: SourceFile, file_id: int, deadline: float | None = None
) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Read a file or fragment of a language.

    `deadline` is a time of `time.process_time()`. A text that cannot be read at all gives a unit
    that holds one `Unknown` and a diagnostic of severity unreadable.
    """
    deadline = deadline_for(len(file.data)) if deadline is None else deadline
    whole = Span(file_id, 0, len(file.data))
    if not file.data.strip():
        return _refusal(dialect, whole, "The text is empty.", "Paste the code that builds the topology.")
    if b"\0" in file.data:
        return _refusal(
            dialect,
            whole,
            "This is not text: it holds bytes of value zero.",
            f"Paste {dialect.name} source code as text.",
        )
    try:
        data, pasted = unwrap(file.data, file_id)
        fragment, tree = dialect.parse(data, file_id, deadline)
        walk = _walk(dialect, tree, fragment, dialect.text_of(data, file_id, fragment), deadline)
    except _TooDeep as error:
        line = file.position(error.place).line
        reason = f"The code in line {line} is nested more than {NESTING_LIMIT:,} levels deep."
        return _refusal(dialect, whole, reason, "Split the expression or statement in that line into several.")
    except TooTangled as error:
        return _refusal(dialect, whole, str(error), "Remove what builds no topology, and close all brackets.")
    if walk.is_lost:
        reason = f"Nothing in this text could be read as {dialect.name}."
        return _refusal(dialect, whole, reason, f"Paste {dialect.name} source code, or choose another language.")
    assert isinstance(walk.value, Unit)
    unit = dialect.unit_of(walk.value, file, whole, fragment)
    return unit, _in_order((*pasted, *fragment.diagnostics, *walk.diagnostics))


def _refusal(dialect: Dialect[Text], whole: Span, reason: str, next_step: str) -> tuple[Unit, tuple[Diagnostic, ...]]:
    effect = "Nothing of this file is in the result."
    diagnostic = Diagnostic(Severity.UNREADABLE, "syntax", reason, effect, whole, next_step)
    return Unit(whole, "", (Unknown(whole, dialect.not_read),)), (diagnostic,)


def _in_order(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    found = sorted(diagnostics, key=lambda diagnostic: diagnostic.span.start if diagnostic.span else 0)
    if len(found) <= MOST_DIAGNOSTICS:
        return tuple(found)
    rest = found[MOST_DIAGNOSTICS:]
    summary = Diagnostic(
        Severity.UNSURE, "syntax", f"{len(rest)} more places could not be read.", MAY_MISS, rest[0].span
    )
    return (*found[:MOST_DIAGNOSTICS], summary)


class _Open(NamedTuple):
    """A node whose children are being read."""

    kind: str
    field: str
    start: int
    end: int
    pieces: list[Piece]
    broken: list[Unknown]


@dataclass(slots=True)
class _Walk(Generic[Text]):
    """One way through the grammar's tree, and what was found on it."""

    dialect: Dialect[Text]
    text: Text
    fragment: Fragment
    opened: list[_Open] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors_open: int = 0
    broken_bytes: int = 0
    has_call: bool = False
    has_substance: bool = False
    value: Value = None

    @property
    def is_lost(self) -> bool:
        """Tell whether the text seems to be something else than its language."""
        is_mostly_broken = not self.has_call and self.broken_bytes * 2 > len(self.text.data)
        return is_mostly_broken or (self.broken_bytes > 0 and not self.has_substance)

    def enter(self, kind: str, field_: str, node: Node) -> None:
        """Begin a node with children."""
        start, end = self.fragment.place(node.start_byte), self.fragment.place(node.end_byte)
        if len(self.opened) >= NESTING_LIMIT:
            raise _TooDeep(start)
        self.errors_open += kind == ERROR
        self.opened.append(_Open(kind, field_, start, end, [], []))

    def leave(self) -> None:
        """End a node: read it and hand it to the node around it."""
        kind, field_, start, end, pieces, broken = self.opened.pop()
        form = Form(kind, start, end, pieces)
        if not self.opened:
            self._finish(form, tuple(broken))
            return
        if kind == ERROR:
            self._leave_error(form, tuple(broken))
            return
        value = self.dialect.readers.get(kind, self.dialect.read_other)(self.text, form)
        if broken:
            value, left = self._keep_broken(value, tuple(broken))
            self.opened[-1].broken.extend(left)
        self.has_call = self.has_call or kind in self.dialect.calls
        self.has_substance = self.has_substance or kind in self.dialect.substance
        self.opened[-1].pieces.append(Piece(kind, field_, start, end, value))

    def add_leaf(self, kind: str, field_: str, node: Node) -> None:
        """Read a node without children, or one whose text says it all."""
        start, end = self.fragment.place(node.start_byte), self.fragment.place(node.end_byte)
        value: Value = None
        if start == end and node.is_missing:
            self.report_missing(kind, start)
        if kind == ERROR:
            self.errors_open += 1
            self._leave_error(Form(kind, start, end, []), ())
            return
        if node.is_named and kind not in self.dialect.valueless:
            value = self.dialect.readers.get(kind, self.dialect.read_other)(self.text, Form(kind, start, end, []))
        elif kind in self.dialect.elidable:
            value = Unknown(self.text.span(start, end), ELIDED)
        self.opened[-1].pieces.append(Piece(kind, field_, start, end, value))

    def report_missing(self, kind: str, start: int) -> None:
        """Report what the grammar had to make up; a semicolon that is missing at the end of a line does no harm."""
        if self.errors_open or (kind == ";" and _ENDS_LINE.match(self.text.data, start)):
            return
        reason = f"{self.dialect.name} expects {self.dialect.expected.get(kind, f'`{kind}`')} here."
        self.diagnostics.append(Diagnostic(Severity.UNSURE, "syntax", reason, MAY_MISS, self.text.span(start, start)))

    def _leave_error(self, form: Form, broken: Broken) -> None:
        unknown_part = self._unknown(form, broken)
        around = self.opened[-1]
        if around.kind in self.dialect.lists:
            around.pieces.append(Piece(ERROR, "", form.start, form.end, unknown_part))
        else:
            around.broken.append(unknown_part)

    def _unknown(self, form: Form, broken: Broken) -> Unknown:
        span = self.text.span(form.start, form.end)
        self.errors_open -= 1
        if not self.errors_open:
            self.broken_bytes += form.end - form.start
            quote = _shortened(self.text.slice(form.start, form.end))
            reason = f"This could not be read as {self.dialect.name}: {quote}"
            self.diagnostics.append(Diagnostic(Severity.UNSURE, "syntax", reason, MAY_MISS, span))
        parts = readable_parts(piece.value for piece in form.pieces)
        return Unknown(span, self.dialect.not_read, (*parts, *broken))

    def _finish(self, form: Form, broken: Broken) -> None:
        if form.kind == ERROR:
            self._unknown(form, broken)
        self.value, _ = self._keep_broken(self.dialect.read_unit(self.text, form), broken)

    def _keep_broken(self, value: Value, broken: Broken) -> tuple[Value, Broken]:
        return keep_broken(value, broken, self.dialect.not_read, into_cases=self.dialect.cases_hold_broken)


def _walk(dialect: Dialect[Text], tree: Tree, fragment: Fragment, text: Text, deadline: float) -> _Walk[Text]:
    """Read the grammar's tree from the leaves up."""
    walk = _Walk(dialect, text, fragment)
    cursor = tree.walk()
    seen = 0
    while True:
        node = cursor.node
        assert node is not None
        seen += 1
        if seen % NODES_PER_LOOK_AT_CLOCK == 0 and time.process_time() > deadline:
            raise TooTangled(TOO_MUCH)
        kind = node.type
        if kind not in _PASSED_OVER or (kind in dialect.elidable and fragment.place(node.start_byte) in text.elided):
            field_ = cursor.field_name or ""
            is_whole = kind in dialect.whole and not node.has_error
            if not is_whole and cursor.goto_first_child():
                walk.enter(kind, field_, node)
                continue
            if not walk.opened:
                walk.enter(kind, field_, node)
            else:
                walk.add_leaf(kind, field_, node)
        elif node.is_missing:
            walk.report_missing(kind, fragment.place(node.start_byte))
        while not cursor.goto_next_sibling():
            walk.leave()
            if not walk.opened:
                return walk
            cursor.goto_parent()


def _shortened(text: str) -> str:
    words = " ".join(text[: 4 * _LONGEST_QUOTE].split())
    return f"`{words}`" if len(words) <= _LONGEST_QUOTE else f"`{words[:_LONGEST_QUOTE]}…`"
