"""Readers of statements."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.syntax.java.pieces import (
    Reader,
    block_in,
    extra_dimensions,
    first_expression,
    modifiers_of,
    name_in,
    optional_expression_in,
    statement_in,
)
from topoviz.engine.syntax.java.types import type_in, with_dimensions
from topoviz.engine.syntax.pieces import (
    MISSING,
    Form,
    SourceText,
    Value,
    expression_in,
    is_expression,
    readable_parts,
    statements,
    unknown,
    values_of,
)
from topoviz.engine.syntax.tree import (
    Block,
    ClassLiteral,
    Declare,
    ForEach,
    If,
    Jump,
    JumpKind,
    Name,
    Select,
    Try,
    TypeName,
    Unknown,
    While,
)

_JUMPS = {
    "return_statement": JumpKind.RETURN,
    "break_statement": JumpKind.BREAK,
    "continue_statement": JumpKind.CONTINUE,
    "throw_statement": JumpKind.THROW,
    "yield_statement": JumpKind.YIELD,
}


def read_block(text: SourceText, form: Form) -> Value:
    """Read `{ … }`."""
    return Block(text.span(form.start, form.end), statements(form.pieces))


def read_statements(text: SourceText, form: Form) -> Value:
    """Read what adds nothing of its own, such as `expression;`."""
    return statements(form.pieces)


def read_labeled(text: SourceText, form: Form) -> Value:
    """Read `label: statement`; the label stands first. A loop or block keeps it, another statement is put into one."""
    name = form.pieces[0].value if form.pieces else None
    label = name.text if isinstance(name, Name) else ""
    return tuple(
        replace(statement, label=label)
        if isinstance(statement, ForEach | While | Block)
        else Block(statement.span, (statement,), label=label)
        for statement in statements(form.pieces[1:])
    )


def read_declaration(text: SourceText, form: Form) -> Value:
    """Read `Type a = value, b`: one node each; an only one spans the whole line."""
    modifiers, type_ = modifiers_of(form), type_in(form)
    declarators = [piece.value for piece in form.pieces if piece.field == "declarator"]
    is_only = len(declarators) == 1
    return tuple(
        Declare(
            text.span(form.start, form.end) if is_only else item.span,
            item.name,
            _joined_type(type_, item.type),
            item.value,
            modifiers.words,
            modifiers.annotations,
        )
        if isinstance(item, Declare)
        else item
        for item in declarators
    )


def read_declarator(text: SourceText, form: Form) -> Value:
    """Read `name = value`; brackets behind the name are, for now, all of its type."""
    dimensions = extra_dimensions(form)
    if not name_in(text, form):
        return unknown(text, form, MISSING)
    return Declare(
        text.span(form.start, form.end),
        name_in(text, form),
        TypeName("", dimensions=dimensions) if dimensions else None,
        optional_expression_in(form, "value"),
    )


def read_if(text: SourceText, form: Form) -> Value:
    """Read `if (test) then else otherwise`."""
    return If(
        text.span(form.start, form.end),
        expression_in(text, form, "condition"),
        statement_in(text, form, "consequence"),
        statement_in(text, form, "alternative") if form.find("alternative") else None,
    )


def read_while(text: SourceText, form: Form) -> Value:
    """Read `while (test) body` or `do body while (test)`."""
    return While(
        text.span(form.start, form.end),
        (),
        expression_in(text, form, "condition"),
        (),
        statement_in(text, form, "body"),
        body_first=form.kind == "do_statement",
    )


def read_for(text: SourceText, form: Form) -> Value:
    """Read `for (start; test; step) body`."""
    return While(
        text.span(form.start, form.end),
        statements(piece for piece in form.pieces if piece.field == "init"),
        optional_expression_in(form, "condition"),
        tuple(piece.value for piece in form.pieces if piece.field == "update" and is_expression(piece.value)),
        statement_in(text, form, "body"),
    )


def read_for_each(text: SourceText, form: Form) -> Value:
    """Read `for (Type name : iterable) body`."""
    return ForEach(
        text.span(form.start, form.end),
        name_in(text, form),
        type_in(form),
        expression_in(text, form, "value"),
        statement_in(text, form, "body"),
    )


def read_jump(text: SourceText, form: Form) -> Value:
    """Read `return value` and its like; the name behind `break` or `continue` is a label."""
    span, kind, value = text.span(form.start, form.end), _JUMPS[form.kind], first_expression(form)
    if kind in (JumpKind.BREAK, JumpKind.CONTINUE) and isinstance(value, Name):
        return Jump(span, kind, None, value.text)
    return Jump(span, kind, value)


def read_synchronized(text: SourceText, form: Form) -> Value:
    """Read `synchronized (lock) { body }`: its body, and the lock if it is more than a name."""
    parts = statements(form.pieces)
    return tuple(part for part in parts if not isinstance(part, Name | Select | ClassLiteral))


def read_assert(text: SourceText, form: Form) -> Value:
    """Read `assert test : message`, which runs or does not, as the JVM is started."""
    span = text.span(form.start, form.end)
    return If(
        span,
        Unknown(span, "an assertion runs only where assertions are switched on"),
        Block(span, statements(form.pieces)),
        None,
    )


def read_try(text: SourceText, form: Form) -> Value:
    """Read `try (resources) { body } catch … finally …`."""
    resources = form.find("resources")
    final = next((piece.value for piece in form.pieces if piece.kind == "finally_clause"), None)
    return Try(
        text.span(form.start, form.end),
        () if resources is None else tuple(readable_parts((resources.value,))),
        block_in(form) or Block(text.span(form.end, form.end), ()),
        tuple(piece.value for piece in form.pieces if piece.kind == "catch_clause" and isinstance(piece.value, Block)),
        final if isinstance(final, Block) else None,
    )


def read_resource(text: SourceText, form: Form) -> Value:
    """Read `Type name = value` or a plain expression among the resources of a try."""
    if form.find("name") is None:
        return statements(form.pieces)
    modifiers = modifiers_of(form)
    return Declare(
        text.span(form.start, form.end),
        name_in(text, form),
        type_in(form),
        optional_expression_in(form, "value"),
        modifiers.words,
        modifiers.annotations,
    )


def read_catch(text: SourceText, form: Form) -> Value:
    """Read `catch (Type name) { body }` as its block, which begins by declaring the name."""
    caught = tuple(piece.value for piece in form.pieces if isinstance(piece.value, Declare))
    body = block_in(form)
    inner = body.statements if body else ()
    return Block(text.span(form.start, form.end), caught + inner)


def read_caught(text: SourceText, form: Form) -> Value:
    """Read `A | B name` between the brackets of a catch; several types are arguments of one called `|`."""
    span = text.span(form.start, form.end)
    types = next((value for value in values_of(form) if isinstance(value, tuple)), ())
    caught = tuple(one for one in types if isinstance(one, TypeName))
    type_ = caught[0] if len(caught) == 1 else TypeName("|", caught) if caught else None
    return Declare(span, name_in(text, form), type_, Unknown(span, "an exception is caught here"))


def read_finally(text: SourceText, form: Form) -> Value:
    """Read `finally { body }`."""
    return next((value for value in values_of(form) if isinstance(value, Block)), None)


def _joined_type(written: TypeName | None, behind_name: TypeName | None) -> TypeName | None:
    if written is None or behind_name is None:
        return written
    return with_dimensions(written, behind_name.dimensions)


STATEMENTS: dict[str, Reader] = {
    "block": read_block,
    "constructor_body": read_block,
    "expression_statement": read_statements,
    "labeled_statement": read_labeled,
    "local_variable_declaration": read_declaration,
    "field_declaration": read_declaration,
    "constant_declaration": read_declaration,
    "variable_declarator": read_declarator,
    "if_statement": read_if,
    "while_statement": read_while,
    "do_statement": read_while,
    "for_statement": read_for,
    "enhanced_for_statement": read_for_each,
    "return_statement": read_jump,
    "break_statement": read_jump,
    "continue_statement": read_jump,
    "throw_statement": read_jump,
    "yield_statement": read_jump,
    "synchronized_statement": read_synchronized,
    "assert_statement": read_assert,
    "try_statement": read_try,
    "try_with_resources_statement": read_try,
    "resource_specification": read_statements,
    "resource": read_resource,
    "catch_clause": read_catch,
    "catch_formal_parameter": read_caught,
    "finally_clause": read_finally,
}
