"""Read Java source: its grammar, and what is particular about it."""

from __future__ import annotations

import re
from dataclasses import replace

import tree_sitter_java
from tree_sitter import Language, Tree

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.fragment import Fragment
from topoviz.engine.syntax.java.declarations import DECLARATIONS, read_unit
from topoviz.engine.syntax.java.expressions import EXPRESSIONS
from topoviz.engine.syntax.java.fragments import prepare, repairs
from topoviz.engine.syntax.java.pieces import Reader
from topoviz.engine.syntax.java.statements import STATEMENTS
from topoviz.engine.syntax.java.types import TYPES
from topoviz.engine.syntax.mended import parse_closed
from topoviz.engine.syntax.parsing import TooTangled, damage, parse
from topoviz.engine.syntax.pieces import Form, Piece, SourceText, Value, readable_parts, unknown
from topoviz.engine.syntax.reading import ERROR, Dialect, read_source
from topoviz.engine.syntax.tree import ClassDeclaration, Unit, Unknown

OPEN_ANGLES_LIMIT = 2_000
"""How many `<` may be open at once. The grammar's memory grows with the square: 4,000 take 250 MB, 16,000 take 3 GB."""

READERS: dict[str, Reader] = {**TYPES, **EXPRESSIONS, **STATEMENTS, **DECLARATIONS}

_ANGLES = re.compile(rb"[<>;{}]")
_JAVA = Language(tree_sitter_java.language())

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
        "switch_block_statement_group", ERROR,
    }
)  # fmt: skip


def read_java(file: SourceFile, file_id: int, deadline: float | None = None) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Read a file or fragment of Java.

    `deadline` is a time of `time.process_time()`. A text that cannot be read at all gives a unit
    that holds one `Unknown` and a diagnostic of severity unreadable.
    """
    return read_source(DIALECT, file, file_id, deadline)


def _text(data: bytes, file_id: int, fragment: Fragment) -> SourceText:
    return SourceText(data, file_id, fragment.elided, fragment.unclosed, fragment.starts_in_chain)


def _unit(unit: Unit, _: SourceFile, whole: Span, fragment: Fragment) -> Unit:
    """Give the unit that was read, without the class that may have been put around it."""
    match unit.statements:
        case (ClassDeclaration(members=members), *rest) if fragment.wrapped:
            return Unit(whole, unit.package, (*members, *rest))
        case _:
            return unit


def _parse_best(data: bytes, file_id: int, deadline: float) -> tuple[Fragment, Tree]:
    """Parse the text; if it is broken, also as mended, and keep what fits best. Of equals its layout wins."""
    best = _parse_as_mended(data, file_id, deadline)
    if not best[0].is_mended:
        return best
    return parse_closed(_parse_as_mended, data, file_id, deadline, best, ends_statements=True)


def _parse_as_mended(data: bytes, file_id: int, deadline: float) -> tuple[Fragment, Tree]:
    """Parse the text; if it is broken, also as its tokens mend it. The first of equals wins."""
    fragment = prepare(data, file_id)
    if _has_too_many_angles(fragment.data):
        raise TooTangled(f"More than {OPEN_ANGLES_LIMIT:,} signs `<` are open at once.")
    tree = parse(_JAVA, fragment.data, deadline)
    least, best = damage(tree, deadline), (fragment, tree)
    if least == 0:
        return best
    for other in repairs(fragment, file_id):
        tree = parse(_JAVA, other.data, deadline)
        found = damage(tree, deadline)
        if found < least:
            least, best = found, (other, tree)
    return replace(best[0], is_mended=True), best[1]


def _has_too_many_angles(data: bytes) -> bool:
    if data.count(b"<") <= OPEN_ANGLES_LIMIT:
        return False
    opened = 0
    for sign in _ANGLES.finditer(data):
        opened = {b"<": opened + 1, b">": max(0, opened - 1)}.get(sign[0], 0)
        if opened > OPEN_ANGLES_LIMIT:
            return True
    return False


def _read_unit(text: SourceText, form: Form) -> Value:
    if form.kind == ERROR:
        form = form._replace(pieces=_grouped(text, form.pieces))
    return read_unit(text, form)


def _read_other(text: SourceText, form: Form) -> Value:
    """Keep the parts of what has no reader, such as patterns and module declarations."""
    return unknown(text, form, f"this {form.kind.replace('_', ' ')} is not followed")


def _grouped(text: SourceText, pieces: list[Piece]) -> list[Piece]:
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


def _loose(text: SourceText, pieces: list[Piece]) -> list[Piece]:
    parts = tuple(readable_parts(piece.value for piece in pieces))
    if not parts:
        return []
    start, end = pieces[0].start, pieces[-1].end
    return [Piece(ERROR, "", start, end, Unknown(text.span(start, end), DIALECT.not_read, parts))]


DIALECT = Dialect(
    "Java",
    _parse_best,
    _text,
    _read_unit,
    _unit,
    READERS,
    _read_other,
    calls=frozenset({"method_invocation"}),
    substance=_SUBSTANCE,
    whole=_WHOLE,
    lists=_LISTS,
    expected=_EXPECTED,
    elidable=frozenset({";"}),
    cases_hold_broken=True,
)
