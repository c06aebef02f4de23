"""Turn Java source into the common tree: parse, walk from the leaves up, report what could not be read.

Nothing here recurses over the user's text, and nothing raises because of it. The parser's library has one weakness
that no callback can see to: some broken texts of ten KB and more make it take gigabytes in a single step. Whoever
reads other people's text does so in a process of its own with a memory limit.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import tree_sitter_java
from tree_sitter import Language, Node, Parser, Point, Tree

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.java.broken import Broken, keep_broken
from topoviz.engine.syntax.java.declarations import DECLARATIONS, read_unit
from topoviz.engine.syntax.java.expressions import EXPRESSIONS
from topoviz.engine.syntax.java.fragments import MAY_MISS, Fragment, prepare, repairs
from topoviz.engine.syntax.java.pieces import (
    ELIDED,
    NOT_JAVA,
    Form,
    JavaText,
    Piece,
    Reader,
    Value,
    readable_parts,
    unknown,
)
from topoviz.engine.syntax.java.statements import STATEMENTS
from topoviz.engine.syntax.java.types import TYPES
from topoviz.engine.syntax.tree import ClassDeclaration, Unit, Unknown

READING_SECONDS = 2.5
"""How long one file may take when the caller sets no deadline, at least. A file of 700 KB takes about a second."""

READING_SECONDS_PER_MB = 8.0
"""How long a large file may take, by its size: well-formed code of any size is read, on a slow machine too."""

MEMORY_LIMIT = 400 * 1024
"""How much memory parsing may add, in KiB, besides what well-formed code of the same size takes."""

MEMORY_PER_BYTE = 256
"""How many bytes of memory one byte of well-formed code may take."""

OPEN_ANGLES_LIMIT = 2_000
"""How many `<` may be open at once. The grammar's memory grows with the square: 4,000 take 250 MB, 16,000 take 3 GB."""

NESTING_LIMIT = 50_000
"""How deep the grammar's tree may be. Each call of a chain, each `+` and each bracket is one level."""

MOST_DIAGNOSTICS = 100
"""How many findings are listed one by one; one more then says how many there are."""

READERS: dict[str, Reader] = {**TYPES, **EXPRESSIONS, **STATEMENTS, **DECLARATIONS}

_ANGLES = re.compile(rb"[<>;{}]")
_JAVA = Language(tree_sitter_java.language())
_CHUNK = 65_536
_ERROR = "ERROR"
_NODES_PER_LOOK_AT_CLOCK = 2_048
_LONGEST_QUOTE = 60
_TOO_MUCH = "The text takes too long or too much memory to read."

_PASSED_OVER = frozenset({"line_comment", "block_comment", ".", ",", "(", ")", "{", "}", "[", "]", "@", ";"})
# Prose, and other languages, happen to parse as names, declarations and operators, but hardly as one of these.
_SUBSTANCE = frozenset(
    {
        "method_invocation", "object_creation_expression", "lambda_expression", "assignment_expression",
        "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "method_declaration",
        "field_declaration", "import_declaration", "package_declaration",
    }
)  # fmt: skip
_EXPECTED = {"identifier": "a name", "type_identifier": "a type"}
_STATEMENT_KINDS = STATEMENTS.keys() | (DECLARATIONS.keys() - {"formal_parameters", "class_body"})
# Their text says it all; nothing below them is looked at.
_WHOLE = frozenset({"string_literal", "integral_type", "floating_point_type", "dimensions"})
# Where broken parts stand in line with whole ones.
_LISTS = frozenset(
    {
        "program", "block", "constructor_body", "class_body", "interface_body", "annotation_type_body", "enum_body",
        "enum_body_declarations", "argument_list", "annotation_argument_list", "array_initializer", "switch_block",
        "switch_block_statement_group", _ERROR,
    }
)  # fmt: skip


class _TooDeep(Exception):
    """The text is nested deeper than the limit."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class _TooTangled(Exception):
    """The text takes more to read than it may; the argument says what, in a sentence."""


def read_java(file: SourceFile, file_id: int, deadline: float | None = None) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Read a file or fragment of Java.

    `deadline` is a time of `time.monotonic()`. A text that cannot be read at all gives a unit that holds one `Unknown`
    and a diagnostic of severity unreadable.
    """
    allowed = max(READING_SECONDS, READING_SECONDS_PER_MB * len(file.data) / 1e6)
    deadline = time.monotonic() + allowed if deadline is None else deadline
    whole = Span(file_id, 0, len(file.data))
    if not file.data.strip():
        return _refusal(whole, "The text is empty.", "Paste the code that builds the topology.")
    if b"\0" in file.data:
        return _refusal(whole, "This is not text: it holds bytes of value zero.", "Paste Java source code as text.")
    try:
        fragment, tree = _parse_best(prepare(file.data, file_id), file_id, deadline)
        walk = _walk(tree, fragment, _text(file, file_id, fragment), deadline)
    except _TooDeep as error:
        line = file.position(error.place).line
        reason = f"The code in line {line} is nested more than {NESTING_LIMIT:,} levels deep."
        return _refusal(whole, reason, "Split the expression or statement in that line into several.")
    except _TooTangled as error:
        return _refusal(whole, str(error), "Leave out what builds no topology, and close all brackets.")
    if walk.is_lost:
        reason = "Nothing in this text could be read as Java."
        return _refusal(whole, reason, "Paste Java source code, or choose another language.")
    return _unit(walk.value, whole, fragment), _in_order((*fragment.diagnostics, *walk.diagnostics))


def _text(file: SourceFile, file_id: int, fragment: Fragment) -> JavaText:
    return JavaText(file.data, file_id, fragment.elided, fragment.unclosed, fragment.starts_in_chain)


def _refusal(whole: Span, reason: str, next_step: str) -> tuple[Unit, tuple[Diagnostic, ...]]:
    effect = "Nothing of this file is in the result."
    diagnostic = Diagnostic(Severity.UNREADABLE, "syntax", reason, effect, whole, next_step)
    return Unit(whole, "", (Unknown(whole, NOT_JAVA),)), (diagnostic,)


def _in_order(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    found = sorted(diagnostics, key=lambda diagnostic: diagnostic.span.start if diagnostic.span else 0)
    if len(found) <= MOST_DIAGNOSTICS:
        return tuple(found)
    rest = found[MOST_DIAGNOSTICS:]
    summary = Diagnostic(
        Severity.UNSURE, "syntax", f"{len(rest)} more places could not be read.", MAY_MISS, rest[0].span
    )
    return (*found[:MOST_DIAGNOSTICS], summary)


def _unit(value: Value, whole: Span, fragment: Fragment) -> Unit:
    """Give the unit that was read, without the class that may have been put around it."""
    assert isinstance(value, Unit)
    match value.statements:
        case (ClassDeclaration(members=members), *rest) if fragment.wrapped:
            return Unit(whole, value.package, (*members, *rest))
        case _:
            return value


def _parse_best(fragment: Fragment, file_id: int, deadline: float) -> tuple[Fragment, Tree]:
    """Parse the text; if it is broken, also as mended, and keep what fits best. The first of equals wins."""
    if _has_too_many_angles(fragment.data):
        raise _TooTangled(f"More than {OPEN_ANGLES_LIMIT:,} signs `<` are open at once.")
    tree = _parse(fragment.data, deadline)
    least, best = _damage(tree, deadline), (fragment, tree)
    if least == 0:
        return best
    for other in repairs(fragment, file_id):
        tree = _parse(other.data, deadline)
        damage = _damage(tree, deadline)
        if damage < least:
            least, best = damage, (other, tree)
    return best


def _parse(data: bytes, deadline: float) -> Tree:
    # Only a text read by callback can be given up half way; one handed over as bytes cannot.
    def read(offset: int, _: Point) -> bytes:
        return data[offset : offset + _CHUNK]

    memory_limit = _peak_memory() + MEMORY_LIMIT + len(data) * MEMORY_PER_BYTE // 1024

    def is_too_much(_: int, __: bool) -> bool:
        return time.monotonic() > deadline or _peak_memory() > memory_limit

    try:
        return Parser(_JAVA).parse(read, progress_callback=is_too_much)
    except ValueError as error:
        raise _TooTangled(_TOO_MUCH) from error


def _peak_memory() -> int:
    """Give the most memory this process ever had, in KiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def _has_too_many_angles(data: bytes) -> bool:
    if data.count(b"<") <= OPEN_ANGLES_LIMIT:
        return False
    opened = 0
    for sign in _ANGLES.finditer(data):
        opened = {b"<": opened + 1, b">": max(0, opened - 1)}.get(sign[0], 0)
        if opened > OPEN_ANGLES_LIMIT:
            return True
    return False


def _damage(tree: Tree, deadline: float) -> int:
    """Measure how badly a text fits the grammar: the bytes in broken parts, and one for each thing missing."""
    cursor = tree.walk()
    damage = seen = 0
    while True:
        node = cursor.node
        assert node is not None
        seen += 1
        if seen % _NODES_PER_LOOK_AT_CLOCK == 0 and time.monotonic() > deadline:
            raise _TooTangled(_TOO_MUCH)
        if node.is_error:
            damage += 1 + node.end_byte - node.start_byte
        elif node.is_missing:
            damage += node.type != ";"
        elif node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return damage


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

    text: JavaText
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
        """Tell whether the text seems to be something else than Java."""
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
        self.has_call = self.has_call or kind == "method_invocation"
        self.has_substance = self.has_substance or kind in _SUBSTANCE
        self.opened[-1].pieces.append(Piece(kind, field_, start, end, value))

    def add_leaf(self, kind: str, field_: str, node: Node) -> None:
        """Read a node without children, or one whose text says it all."""
        start, end = self.fragment.place(node.start_byte), self.fragment.place(node.end_byte)
        value: Value = None
        if start == end and node.is_missing:
            self._report_missing(kind, start)
        if kind == _ERROR:
            self.errors_open += 1
            self._leave_error(Form(kind, start, end, []), ())
            return
        if node.is_named:
            value = READERS.get(kind, _read_other)(self.text, Form(kind, start, end, []))
        elif kind == ";":
            value = Unknown(self.text.span(start, end), ELIDED)
        self.opened[-1].pieces.append(Piece(kind, field_, start, end, value))

    def _report_missing(self, kind: str, start: int) -> None:
        """Report what the grammar had to make up; a missing semicolon does no harm."""
        if kind == ";" or self.errors_open:
            return
        reason = f"Java expects {_EXPECTED.get(kind, f'`{kind}`')} here."
        self.diagnostics.append(Diagnostic(Severity.UNSURE, "syntax", reason, MAY_MISS, self.text.span(start, start)))

    def _leave_error(self, form: Form, broken: Broken) -> None:
        unknown = self._unknown(form, broken)
        around = self.opened[-1]
        if around.kind in _LISTS:
            around.pieces.append(Piece(_ERROR, "", form.start, form.end, unknown))
        else:
            around.broken.append(unknown)

    def _unknown(self, form: Form, broken: Broken) -> Unknown:
        span = self.text.span(form.start, form.end)
        self.errors_open -= 1
        if not self.errors_open:
            self.broken_bytes += form.end - form.start
            reason = f"This could not be read as Java: {_shortened(self.text.slice(form.start, form.end))}"
            self.diagnostics.append(Diagnostic(Severity.UNSURE, "syntax", reason, MAY_MISS, span))
        parts = readable_parts(piece.value for piece in form.pieces)
        return Unknown(span, NOT_JAVA, (*parts, *broken))

    def _finish(self, form: Form, broken: Broken) -> None:
        if form.kind == _ERROR:
            self._unknown(form, broken)
            form = form._replace(pieces=_grouped(self.text, form.pieces))
        self.value, _ = keep_broken(read_unit(self.text, form), broken)


def _walk(tree: Tree, fragment: Fragment, text: JavaText, deadline: float) -> _Walk:
    """Read the grammar's tree from the leaves up."""
    walk = _Walk(text, fragment)
    cursor = tree.walk()
    seen = 0
    while True:
        node = cursor.node
        assert node is not None
        seen += 1
        if seen % _NODES_PER_LOOK_AT_CLOCK == 0 and time.monotonic() > deadline:
            raise _TooTangled(_TOO_MUCH)
        kind = node.type
        if kind not in _PASSED_OVER or (kind == ";" and fragment.place(node.start_byte) in text.elided):
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


def _read_other(text: JavaText, form: Form) -> Value:
    """Keep the parts of what has no reader, such as patterns and module declarations."""
    return unknown(text, form, f"this {form.kind.replace('_', ' ')} is not followed")


def _grouped(text: JavaText, pieces: list[Piece]) -> list[Piece]:
    """Keep the statements of a text broken as a whole; put what stands loose between them into unknowns."""
    grouped: list[Piece] = []
    loose: list[Piece] = []
    for piece in pieces:
        if piece.kind in _STATEMENT_KINDS:
            grouped += _loose(text, loose)
            grouped.append(piece)
            loose = []
        else:
            loose.append(piece)
    return grouped + _loose(text, loose)


def _loose(text: JavaText, pieces: list[Piece]) -> list[Piece]:
    parts = tuple(readable_parts(piece.value for piece in pieces))
    if not parts:
        return []
    start, end = pieces[0].start, pieces[-1].end
    return [Piece(_ERROR, "", start, end, Unknown(text.span(start, end), NOT_JAVA, parts))]


def _shortened(text: str) -> str:
    words = " ".join(text[: 4 * _LONGEST_QUOTE].split())
    return f"`{words}`" if len(words) <= _LONGEST_QUOTE else f"`{words[:_LONGEST_QUOTE]}…`"
