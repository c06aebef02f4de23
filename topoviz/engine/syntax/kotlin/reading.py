"""Read Kotlin source: its grammar, and what is particular about it."""

from __future__ import annotations

import re
from dataclasses import replace

import tree_sitter_kotlin
from tree_sitter import Language, Tree

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.fragment import Fragment
from topoviz.engine.syntax.kotlin.declarations import DECLARATIONS, read_unit, with_file_class
from topoviz.engine.syntax.kotlin.expressions import EXPRESSIONS
from topoviz.engine.syntax.kotlin.pieces import KotlinText, Reader
from topoviz.engine.syntax.kotlin.scanning import prepare
from topoviz.engine.syntax.kotlin.statements import STATEMENTS
from topoviz.engine.syntax.kotlin.types import TYPES
from topoviz.engine.syntax.mended import parse_closed
from topoviz.engine.syntax.parsing import damage, parse
from topoviz.engine.syntax.pieces import Form, Value, unknown
from topoviz.engine.syntax.reading import ERROR, Dialect, read_source
from topoviz.engine.syntax.tree import Unit

READERS: dict[str, Reader] = {**TYPES, **EXPRESSIONS, **STATEMENTS, **DECLARATIONS}

_KOTLIN = Language(tree_sitter_kotlin.language())
_ALIAS = re.compile(rb"^[ \t]*import[ \t]+[\w.`]*?(\w+)`?[ \t]+as[ \t]+`?(\w+)", re.MULTILINE)

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
    {"source_file", "block", "class_body", "enum_class_body", "value_arguments", "lambda_literal", ERROR}
)


def read_kotlin(file: SourceFile, file_id: int, deadline: float | None = None) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Read a file, script or fragment of Kotlin.

    `deadline` is a time of `time.process_time()`. A text that cannot be read at all gives a unit
    that holds one `Unknown` and a diagnostic of severity unreadable.
    """
    return read_source(DIALECT, file, file_id, deadline)


def _text(data: bytes, file_id: int, fragment: Fragment) -> KotlinText:
    aliases = {alias.decode(): name.decode() for name, alias in _ALIAS.findall(data)}
    return KotlinText(data, file_id, fragment.elided, fragment.unclosed, fragment.starts_in_chain, aliases)


def _parse_best(data: bytes, file_id: int, deadline: float) -> tuple[Fragment, Tree]:
    """Parse the text; if it is broken, also as mended, and keep what fits best. Of equals its layout wins."""
    best = _parse_as_mended(data, file_id, deadline)
    if not best[0].is_mended:
        return best
    return parse_closed(_parse_as_mended, data, file_id, deadline, best, ends_statements=False)


def _parse_as_mended(data: bytes, file_id: int, deadline: float) -> tuple[Fragment, Tree]:
    """Parse the text; if it is broken, also with brackets put right."""
    fragment = prepare(data, file_id)
    tree = parse(_KOTLIN, fragment.data, deadline)
    least = damage(tree, deadline)
    if least == 0:
        return fragment, tree
    mended = prepare(data, file_id, mends=True)
    other = parse(_KOTLIN, mended.data, deadline)
    best, fitting = (mended, other) if damage(other, deadline) < least else (fragment, tree)
    return replace(best, is_mended=True), fitting


def _unit(unit: Unit, file: SourceFile, _: Span, __: Fragment) -> Unit:
    return with_file_class(unit, file.data, file.name)


def _read_other(text: KotlinText, form: Form) -> Value:
    """Keep the parts of what has no reader."""
    return unknown(text, form, f"a {form.kind.replace('_', ' ')} is not followed")


DIALECT = Dialect(
    "Kotlin",
    _parse_best,
    _text,
    read_unit,
    _unit,
    READERS,
    _read_other,
    calls=frozenset({"call_expression"}),
    substance=_SUBSTANCE,
    whole=_WHOLE,
    lists=_LISTS,
    expected={"identifier": "a name"},
    valueless=frozenset({"string_content", "escape_sequence"}),
)
