"""Readers of statements, and of what is a statement in Java and an expression in Kotlin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax.kotlin.pieces import KotlinText, Reader, as_block, as_branch, components, span_of, type_in
from topoviz.engine.syntax.pieces import (
    MISSING,
    Form,
    Modifiers,
    Piece,
    Value,
    expression_in,
    is_expression,
    nothing_at,
    readable_parts,
    unknown,
    values_of,
)
from topoviz.engine.syntax.tree import (
    Binary,
    Block,
    ClassLiteral,
    Declare,
    Expression,
    ForEach,
    FunctionDeclaration,
    If,
    Jump,
    JumpKind,
    Name,
    Parameter,
    Statement,
    Switch,
    SwitchCase,
    Try,
    TypeName,
    Unary,
    Unknown,
    While,
)

BY = "by"
VAR = "var"
GETTER = "getter"
SETTER = "setter"
_SUBJECT: Final = "when()"
"""Stands for what `when` asks about."""


def read_block(text: KotlinText, form: Form) -> Value:
    """Read `{ … }`, whose last statement is its value where one is wanted."""
    return Block(span_of(text, form), tuple(readable_parts(values_of(form))), gives_value=True)


def read_variable(text: KotlinText, form: Form) -> Value:
    """Read `name: Type`, of a variable, a lambda or a loop."""
    name = form.pieces[0] if form.pieces else None
    if name is None or name.kind != "identifier":
        return Parameter(span_of(text, form), text.slice(form.start, form.end))
    return Parameter(span_of(text, form), text.name(name), type_in(form))


def read_variables(text: KotlinText, form: Form) -> Value:
    """Read `(a, b)`, which takes a value apart, as one parameter of that name."""
    names = (value.name for value in values_of(form) if isinstance(value, Parameter))
    return Parameter(span_of(text, form), f"({', '.join(names)})")


def read_property(text: KotlinText, form: Form) -> Value:
    """Read `val name: Type = value`, with a delegate or a getter in place of a value, or several in brackets.

    A setter becomes a function called as Java calls it.
    """
    declared = _read_property(text, form)
    functions = [value for value in values_of(form) if isinstance(value, FunctionDeclaration)]
    setter = next((function for function in functions if function.name == SETTER), None)
    name = next((value.name for value in values_of(form) if isinstance(value, Parameter)), "")
    if setter is None or setter.body is None:
        return declared
    named = replace(setter, name=setter_name(name), modifiers=frozenset({SETTER}), receiver=type_in(form))
    return (*(declared if isinstance(declared, tuple) else (declared,)), named)


def setter_name(name: str) -> str:
    """Give the name by which Java calls the setter of a property."""
    return f"set{name[:1].upper()}{name[1:]}"


def _read_property(text: KotlinText, form: Form) -> Value:
    variable = next((value for value in values_of(form) if isinstance(value, Parameter)), None)
    if variable is None:
        return unknown(text, form, MISSING)
    modifiers = next((value for value in values_of(form) if isinstance(value, Modifiers)), Modifiers())
    functions = [value for value in values_of(form) if isinstance(value, FunctionDeclaration)]
    getter = next((function for function in functions if function.name == GETTER), None)
    value, delegate = _value_of(form), _delegate_of(form)
    span, name = span_of(text, form), variable.name
    if getter is not None:
        receiver = type_in(form)
        computed = FunctionDeclaration(
            span, name, (), variable.type or getter.return_type, getter.body, modifiers.words | {GETTER},
            modifiers.annotations, receiver=receiver,
        )  # fmt: skip
        if value is None:
            return computed
        value = Unknown(span, "a getter computes this property", (value,))
    words = modifiers.words | ({VAR} if form.has_token(VAR) else set()) | ({GETTER} if getter is not None else set())
    if delegate is not None:
        value, words = delegate, words | {BY}
    declared = Declare(span, name, variable.type, value, words, modifiers.annotations)
    names = [part.strip() for part in name[1:-1].split(",")] if name.startswith("(") else []
    return (declared, *components(span, name, names)) if names else declared


def read_delegate(text: KotlinText, form: Form) -> Value:
    """Read `by lazy { … }`; its value stands in a tuple, to tell it from a value that is assigned."""
    return tuple(value for value in values_of(form) if is_expression(value))


def read_getter(text: KotlinText, form: Form) -> Value:
    """Read `get() = value` or `get() { … }`; without a body, it is the usual one."""
    body = next((value for value in values_of(form) if isinstance(value, Block)), None)
    return None if body is None else FunctionDeclaration(span_of(text, form), GETTER, (), type_in(form), body)


def read_setter(text: KotlinText, form: Form) -> Value:
    """Read `set(value) { … }`; without a body, it is the usual one."""
    body = next((value for value in values_of(form) if isinstance(value, Block)), None)
    names = tuple(
        Parameter(text.span(piece.start, piece.end), text.name(piece))
        for piece in form.pieces
        if piece.kind == "identifier"
    )
    return None if body is None else FunctionDeclaration(span_of(text, form), SETTER, names, None, body)


def read_if(text: KotlinText, form: Form) -> Value:
    """Read `if (condition) then else otherwise`."""
    behind = [piece for piece in form.pieces if piece.field != "condition"]
    split = next((index for index, piece in enumerate(behind) if piece.kind == "else"), len(behind))
    then, otherwise = _readable(behind[:split]), _readable(behind[split + 1 :])
    return If(
        span_of(text, form),
        expression_in(text, form, "condition"),
        as_branch(text, then, form.end),
        as_branch(text, otherwise, form.end) if split < len(behind) else None,
    )


def read_when(text: KotlinText, form: Form) -> Value:
    """Read `when (subject) { … }` as a switch, and `when { … }` as a chain of `if`."""
    cases = [value for value in values_of(form) if isinstance(value, SwitchCase)]
    subject = next((piece.value for piece in form.pieces if piece.kind == "when_subject"), None)
    stray = [value for value in values_of(form) if isinstance(value, Unknown)]
    span = span_of(text, form)
    if stray:
        return unknown(text, form, "part of this could not be read")
    if any(not case.labels and not case.is_default for case in cases):
        return unknown(text, form, MISSING)
    if isinstance(subject, tuple):
        return _switch_on(text, form, subject, tuple(cases))
    return _chain(span, cases)


def _chain(span: Span, cases: Sequence[SwitchCase]) -> Statement:
    chain: Statement | None = None
    for case in reversed(cases):
        body = case.body[0]
        if case.is_default:
            chain = body
        else:
            test = case.labels[0]
            for label in case.labels[1:]:
                test = Binary(label.span, "||", test, label)
            chain = If(case.span, test, body, chain)
    return chain if chain is not None else Block(span, ())


def read_when_subject(text: KotlinText, form: Form) -> Value:
    """Read `(subject)` or `(val name = subject)`: the statements before, and the subject."""
    variable = next((value for value in values_of(form) if isinstance(value, Parameter)), None)
    values = [piece.value for piece in form.pieces if is_expression(piece.value)]
    subject = values[-1] if values else nothing_at(text, form.end)
    if variable is None:
        return (subject,)
    span = span_of(text, form)
    return (Declare(span, variable.name, variable.type, subject), Name(span, variable.name))


def read_when_entry(text: KotlinText, form: Form) -> Value:
    """Read `label, label -> body` or `else -> body`."""
    arrow = next((index for index, piece in enumerate(form.pieces) if piece.kind == "->"), len(form.pieces))
    labels = tuple(piece.value for piece in form.pieces[:arrow] if is_expression(piece.value))
    body = as_branch(text, _readable(form.pieces[arrow + 1 :]), form.end)
    is_default = any(piece.kind == "else" for piece in form.pieces[:arrow])
    return SwitchCase(span_of(text, form), labels, (body,), is_default, arrow=True)


def read_test(text: KotlinText, form: Form) -> Value:
    """Read `is Type` or `in range` as a label: a test of the subject, whose place is kept free."""
    span = span_of(text, form)
    subject = Name(span, _SUBJECT)
    if form.kind == "type_test":
        test = Binary(span, "instanceof", subject, ClassLiteral(span, type_in(form) or TypeName("")))
    else:
        values = [value for value in values_of(form) if is_expression(value)]
        test = Binary(span, "in", subject, values[-1] if values else nothing_at(text, form.end))
    return Unary(span, "!", test) if form.has_token("!is") or form.has_token("!in") else test


def read_for(text: KotlinText, form: Form) -> Value:
    """Read `for (name in iterable) body`; names in brackets are taken from each element."""
    variable = next((value for value in values_of(form) if isinstance(value, Parameter)), None)
    place = next((index for index, piece in enumerate(form.pieces) if piece.kind == "in"), len(form.pieces))
    behind = _readable(form.pieces[place + 1 :])
    if variable is None or not behind or not is_expression(behind[0].value):
        return unknown(text, form, MISSING)
    body = _loop_body(text, behind[1:], form.end)
    names = [part.strip() for part in variable.name[1:-1].split(",")] if variable.name.startswith("(") else []
    taken_apart = components(variable.span, variable.name, names)
    return ForEach(
        span_of(text, form),
        variable.name,
        variable.type,
        behind[0].value,
        Block(body.span, (*taken_apart, *body.statements)) if taken_apart else body,
        _label_of(text, form),
    )


def read_while(text: KotlinText, form: Form) -> Value:
    """Read `while (condition) body` or `do body while (condition)`."""
    behind = _readable([piece for piece in form.pieces if piece.field != "condition"])
    return While(
        span_of(text, form),
        (),
        expression_in(text, form, "condition"),
        (),
        _loop_body(text, behind, form.end),
        form.kind == "do_while_statement",
        _label_of(text, form),
    )


def read_try(text: KotlinText, form: Form) -> Value:
    """Read `try { … } catch … finally …`."""
    span = span_of(text, form)
    body = next((piece.value for piece in form.pieces if piece.kind == "block"), None)
    final = next((piece.value for piece in form.pieces if piece.kind == "finally_block"), None)
    return Try(
        span,
        (),
        body if isinstance(body, Block) else Block(span, ()),
        tuple(
            piece.value for piece in form.pieces if piece.kind == "catch_block" and isinstance(piece.value, Block)
        ),
        final if isinstance(final, Block) else None,
    )  # fmt: skip


def read_catch(text: KotlinText, form: Form) -> Value:
    """Read `catch (name: Type) { … }` as its block, which begins by declaring the name."""
    body = next((value for value in values_of(form) if isinstance(value, Block)), None)
    name = next((piece for piece in form.pieces if piece.kind == "identifier"), None)
    span = span_of(text, form)
    inner = body.statements if body is not None else ()
    if name is None:
        return Block(span, inner, gives_value=True)
    caught = Unknown(text.span(name.start, name.end), "an exception is caught here")
    return Block(span, (Declare(caught.span, text.name(name), type_in(form), caught), *inner), gives_value=True)


def read_finally(text: KotlinText, form: Form) -> Value:
    """Read `finally { … }`."""
    return next((value for value in values_of(form) if isinstance(value, Block)), None)


def as_function_body(value: Block) -> Block:
    """Give the block of a function, whose value is what it returns."""
    return Block(value.span, value.statements) if value.gives_value else value


def returning(value: Expression) -> Block:
    """Give the block of a function that is only an expression."""
    jump = value if isinstance(value, Jump) else Jump(value.span, JumpKind.RETURN, value)
    return Block(value.span, (jump,))


def _switch_on(text: KotlinText, form: Form, subject: tuple[Value, ...], cases: tuple[SwitchCase, ...]) -> Value:
    span = span_of(text, form)
    found = subject[-1]
    asked = found if is_expression(found) else nothing_at(text, form.start)
    before = tuple(value for value in subject[:-1] if isinstance(value, Declare))
    switch: Statement = Switch(span, asked, cases)
    if any(_is_test(label) for case in cases for label in case.labels):
        if not isinstance(asked, Name):
            before = (*before, Declare(asked.span, _SUBJECT, None, asked))
            asked = Name(asked.span, _SUBJECT)
        nothing = SwitchCase(
            span, (), (Block(span, ()),), is_default=True, arrow=True
        )  # so that the last case gives its value
        switch = _chain(span, [*(_testing(case, asked) for case in cases), nothing])
    return Block(span, (*before, switch), gives_value=True) if before else switch


def _testing(case: SwitchCase, subject: Name) -> SwitchCase:
    """Make conditions of labels, as `when` without a subject has them."""
    return replace(case, labels=tuple(_tested(label, subject) for label in case.labels))


def _tested(label: Expression, subject: Name) -> Expression:
    match label:
        case Unary(operand=test) if _is_test(label):
            return replace(label, operand=_tested(test, subject))
        case Binary() if _is_test(label):
            return replace(label, left=subject)
        case _:
            return Binary(label.span, "==", subject, label)


def _is_test(label: Expression) -> bool:
    test = label.operand if isinstance(label, Unary) else label
    return isinstance(test, Binary) and isinstance(test.left, Name) and test.left.text == _SUBJECT


def _value_of(form: Form) -> Expression | None:
    """Give the expression behind the equals sign of a property."""
    values = [piece.value for piece in form.pieces if is_expression(piece.value)]
    return values[-1] if values and form.has_token("=") else None


def _delegate_of(form: Form) -> Expression | None:
    delegate = next((piece.value for piece in form.pieces if piece.kind == "property_delegate"), None)
    return delegate[0] if isinstance(delegate, tuple) and delegate and is_expression(delegate[0]) else None


def _readable(pieces: list[Piece]) -> list[Piece]:
    """Leave out words and signs."""
    return [piece for piece in pieces if piece.value is not None and piece.kind != "label"]


def _loop_body(text: KotlinText, pieces: list[Piece], end: int) -> Block:
    values = [piece.value for piece in pieces]
    start = pieces[0].start if pieces else end
    block = as_block(text, values, start, pieces[-1].end if pieces else end)
    return Block(block.span, block.statements)


def _label_of(text: KotlinText, form: Form) -> str:
    label = next((piece for piece in form.pieces if piece.kind == "label"), None)
    return "" if label is None else text.slice(label.start, label.end).rstrip("@ ")


STATEMENTS: dict[str, Reader] = {
    "block": read_block,
    "variable_declaration": read_variable,
    "multi_variable_declaration": read_variables,
    "property_declaration": read_property,
    "property_delegate": read_delegate,
    "getter": read_getter,
    "setter": read_setter,
    "label": lambda text, form: None,
    "if_expression": read_if,
    "when_expression": read_when,
    "when_subject": read_when_subject,
    "when_entry": read_when_entry,
    "type_test": read_test,
    "range_test": read_test,
    "for_statement": read_for,
    "while_statement": read_while,
    "do_while_statement": read_while,
    "try_expression": read_try,
    "catch_block": read_catch,
    "finally_block": read_finally,
}
