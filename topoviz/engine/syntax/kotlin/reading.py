"""Turn Kotlin source into the common tree: parse, walk from the leaves up, report what could not be read.

Nothing here recurses over the user's text, and nothing raises because of it.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import tree_sitter_kotlin
from tree_sitter import Language, Node, Tree

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.java.pieces import Form, Piece, Value, readable_parts
from topoviz.engine.syntax.kotlin.broken import Broken, keep_broken
from topoviz.engine.syntax.kotlin.declarations import DECLARATIONS, read_unit, with_file_class
from topoviz.engine.syntax.kotlin.expressions import EXPRESSIONS
from topoviz.engine.syntax.kotlin.pieces import NOT_KOTLIN, KotlinText, Reader, unknown
from topoviz.engine.syntax.kotlin.scanning import MAY_MISS, Fragment, prepare
from topoviz.engine.syntax.kotlin.statements import STATEMENTS
from topoviz.engine.syntax.kotlin.types import TYPES
from topoviz.engine.syntax.parsing import (
    NODES_PER_LOOK_AT_CLOCK,
    TOO_MUCH,
    TooTangled,
    damage,
    deadline_for,
    parse,
)
from topoviz.engine.syntax.tree import Unit, Unknown

NESTING_LIMIT = 50_000
"""How deep the grammar's tree may be. Each call of a chain, each `+` and each bracket is one level."""

MOST_DIAGNOSTICS = 100
"""How many findings are listed one by one; one more then says how many there are."""

READERS: dict[str, Reader] = {**TYPES, **EXPRESSIONS, **STATEMENTS, **DECLARATIONS}

_KOTLIN = Language(tree_sitter_kotlin.language())
_ERROR = "ERROR"
_LONGEST_QUOTE = 60
_ALIAS = re.compile(rb"^[ \t]*import[ \t]+[\w.`]*?(\w+)[ \t]+as[ \t]+(\w+)", re.MULTILINE)

_PASSED_OVER = frozenset({"line_comment", "block_comment", ".", ",", "(", ")", "{", "}", "[", "]", "@", ";"})
# Their text says it all; nothing below them is looked at.
_WHOLE = frozenset({"qualified_identifier", "this_expression", "super_expression", "character_literal"})
# Prose, and other languages, happen to parse as names and infix calls, but hardly as one of these.
_SUBSTANCE = frozenset(
    {
        "call_expression", "lambda_literal", "assignment", "class_declaration", "object_declaration",
        "function_declaration", "property_declaration", "import", "package_header",
    }
)  # fmt: skip
# Where broken parts stand in line with whole ones.
_LISTS = frozenset(
    {"source_file", "block", "class_body", "enum_class_body", "value_arguments", "lambda_literal", _ERROR}
)


class _TooDeep(Exception):
    """The text is nested deeper than the limit."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def read_kotlin(file: SourceFile, file_id: int, deadline: float | None = None) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Read a file, script or fragment of Kotlin.

    `deadline` is a time of `time.monotonic()`. A text that cannot be read at all gives a unit that holds one `Unknown`
    and a diagnostic of severity unreadable.
    """
    deadline = deadline_for(len(file.data)) if deadline is None else deadline
    whole = Span(file_id, 0, len(file.data))
    if not file.data.strip():
        return _refusal(whole, "The text is empty.", "Paste the code that builds the topology.")
    if b"\0" in file.data:
        return _refusal(whole, "This is not text: it holds bytes of value zero.", "Paste Kotlin source code as text.")
    try:
        fragment, tree = _parse_best(file.data, file_id, deadline)
        walk = _walk(tree, fragment, _text(file.data, file_id, fragment), deadline)
    except _TooDeep as error:
        line = file.position(error.place).line
        reason = f"The code in line {line} is nested more than {NESTING_LIMIT:,} levels deep."
        return _refusal(whole, reason, "Split the expression or statement in that line into several.")
    except TooTangled as error:
        return _refusal(whole, str(error), "Leave out what builds no topology, and close all brackets.")
    if walk.is_lost:
        reason = "Nothing in this text could be read as Kotlin."
        return _refusal(whole, reason, "Paste Kotlin source code, or choose another language.")
    assert isinstance(walk.value, Unit)
    unit = with_file_class(walk.value, file.data, file.name)
    return unit, _in_order((*fragment.diagnostics, *walk.diagnostics))


def _text(data: bytes, file_id: int, fragment: Fragment) -> KotlinText:
    aliases = {alias.decode(): name.decode() for name, alias in _ALIAS.findall(data)}
    return KotlinText(data, file_id, fragment.elided, fragment.unclosed, fragment.starts_in_chain, aliases)


def _refusal(whole: Span, reason: str, next_step: str) -> tuple[Unit, tuple[Diagnostic, ...]]:
    effect = "Nothing of this file is in the result."
    diagnostic = Diagnostic(Severity.UNREADABLE, "syntax", reason, effect, whole, next_step)
    return Unit(whole, "", (Unknown(whole, NOT_KOTLIN),)), (diagnostic,)


def _in_order(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    found = sorted(diagnostics, key=lambda diagnostic: diagnostic.span.start if diagnostic.span else 0)
    if len(found) <= MOST_DIAGNOSTICS:
        return tuple(found)
    rest = found[MOST_DIAGNOSTICS:]
    summary = Diagnostic(
        Severity.UNSURE, "syntax", f"{len(rest)} more places could not be read.", MAY_MISS, rest[0].span
    )
    return (*found[:MOST_DIAGNOSTICS], summary)


def _parse_best(data: bytes, file_id: int, deadline: float) -> tuple[Fragment, Tree]:
    """Parse the text; if it is broken, also as mended, and keep what fits better."""
    fragment = prepare(data, file_id)
    tree = parse(_KOTLIN, fragment.data, deadline)
    least = damage(tree, deadline)
    if least == 0:
        return fragment, tree
    mended = prepare(data, file_id, mends=True)
    other = parse(_KOTLIN, mended.data, deadline)
    return (mended, other) if damage(other, deadline) < least else (fragment, tree)


class _Open(NamedTuple):
    """A node whose children are being read."""

    kind: str
    field: str
    start: int
    end: int
    pieces: list[Piece]
    broken: list[Unknown]


@dataclass(slots=True)
class _Walk:
    """One way through the grammar's tree, and what was found on it."""

    text: KotlinText
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
        """Tell whether the text seems to be something else than Kotlin."""
        is_mostly_broken = not self.has_call and self.broken_bytes * 2 > len(self.text.data)
        return is_mostly_broken or (self.broken_bytes > 0 and not self.has_substance)

    def enter(self, kind: str, field_: str, node: Node) -> None:
        """Begin a node with children."""
        start, end = self.fragment.place(node.start_byte), self.fragment.place(node.end_byte)
        if len(self.opened) >= NESTING_LIMIT:
            raise _TooDeep(start)
        self.errors_open += kind == _ERROR
        self.opened.append(_Open(kind, field_, start, end, [], []))

    def leave(self) -> None:
        """End a node: read it and hand it to the node around it."""
        kind, field_, start, end, pieces, broken = self.opened.pop()
        form = Form(kind, start, end, pieces)
        if not self.opened:
            self._finish(form, tuple(broken))
            return
        if kind == _ERROR:
            self._leave_error(form, tuple(broken))
            return
        value = READERS.get(kind, _read_other)(self.text, form)
        if broken:
            value, left = keep_broken(value, tuple(broken))
            self.opened[-1].broken.extend(left)
        self.has_call = self.has_call or kind == "call_expression"
        self.has_substance = self.has_substance or kind in _SUBSTANCE
        self.opened[-1].pieces.append(Piece(kind, field_, start, end, value))

    def add_leaf(self, kind: str, field_: str, node: Node) -> None:
        """Read a node without children, or one whose text says it all."""
        start, end = self.fragment.place(node.start_byte), self.fragment.place(node.end_byte)
        value: Value = None
        if node.is_missing:
            self._report_missing(kind, start)
        if kind == _ERROR:
            self.errors_open += 1
            self._leave_error(Form(kind, start, end, []), ())
            return
        if node.is_named and kind not in ("string_content", "escape_sequence"):
            value = READERS.get(kind, _read_other)(self.text, Form(kind, start, end, []))
        self.opened[-1].pieces.append(Piece(kind, field_, start, end, value))

    def _report_missing(self, kind: str, start: int) -> None:
        """Report what the grammar had to make up; a missing semicolon does no harm."""
        if kind == ";" or self.errors_open:
            return
        wanted = "a name" if kind == "identifier" else f"`{kind}`"
        span = self.text.span(start, start)
        self.diagnostics.append(
            Diagnostic(Severity.UNSURE, "syntax", f"Kotlin expects {wanted} here.", MAY_MISS, span)
        )  # fmt: skip

    def _leave_error(self, form: Form, broken: Broken) -> None:
        unknown_part = self._unknown(form, broken)
        around = self.opened[-1]
        if around.kind in _LISTS:
            around.pieces.append(Piece(_ERROR, "", form.start, form.end, unknown_part))
        else:
            around.broken.append(unknown_part)

    def _unknown(self, form: Form, broken: Broken) -> Unknown:
        span = self.text.span(form.start, form.end)
        self.errors_open -= 1
        if not self.errors_open:
            self.broken_bytes += form.end - form.start
            reason = f"This could not be read as Kotlin: {_shortened(self.text.slice(form.start, form.end))}"
            self.diagnostics.append(Diagnostic(Severity.UNSURE, "syntax", reason, MAY_MISS, span))
        parts = readable_parts(piece.value for piece in form.pieces)
        return Unknown(span, NOT_KOTLIN, (*parts, *broken))

    def _finish(self, form: Form, broken: Broken) -> None:
        if form.kind == _ERROR:
            self._unknown(form, broken)
        self.value, _ = keep_broken(read_unit(self.text, form), broken)


def _walk(tree: Tree, fragment: Fragment, text: KotlinText, deadline: float) -> _Walk:
    """Read the grammar's tree from the leaves up."""
    walk = _Walk(text, fragment)
    cursor = tree.walk()
    seen = 0
    while True:
        node = cursor.node
        assert node is not None
        seen += 1
        if seen % NODES_PER_LOOK_AT_CLOCK == 0 and time.monotonic() > deadline:
            raise TooTangled(TOO_MUCH)
        kind = node.type
        if kind not in _PASSED_OVER:
            field_ = cursor.field_name or ""
            is_whole = kind in _WHOLE and not node.has_error
            if not is_whole and cursor.goto_first_child():
                walk.enter(kind, field_, node)
                continue
            if not walk.opened:
                walk.enter(kind, field_, node)
            else:
                walk.add_leaf(kind, field_, node)
        while not cursor.goto_next_sibling():
            walk.leave()
            if not walk.opened:
                return walk
            cursor.goto_parent()


def _read_other(text: KotlinText, form: Form) -> Value:
    """Keep the parts of what has no reader."""
    return unknown(text, form, f"a {form.kind.replace('_', ' ')} is not followed")


def _shortened(text: str) -> str:
    words = " ".join(text[: 4 * _LONGEST_QUOTE].split())
    return f"`{words}`" if len(words) <= _LONGEST_QUOTE else f"`{words[:_LONGEST_QUOTE]}…`"
