"""Where the parts go that the grammar could not fit in: into the node around them, which then is not sure any more."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.syntax.pieces import Value, is_statement
from topoviz.engine.syntax.tree import (
    Block,
    Call,
    ClassDeclaration,
    Declare,
    Expression,
    FunctionDeclaration,
    Statement,
    SwitchCase,
    Unit,
    Unknown,
)

Broken = tuple[Unknown, ...]


def keep_broken(value: Value, broken: Broken, reason: str, *, into_cases: bool) -> tuple[Value, Broken]:
    """Put broken parts into the value of the node they stood in; give back those that it cannot hold.

    `reason` is what an unknown made here says. `into_cases` tells whether a case of a switch may hold broken parts.
    """
    match value:
        case Unit() | Block():
            return replace(value, statements=_in_order(value.statements, broken)), ()
        case ClassDeclaration():
            return replace(value, members=_in_order(value.members, broken)), ()
        case FunctionDeclaration(body=Block() as body):
            return replace(value, body=replace(body, statements=_in_order(body.statements, broken))), ()
        case SwitchCase() if into_cases:
            return replace(value, body=_in_order(value.body, broken)), ()
        case tuple() if value and is_statement(value[-1]):
            return (*value[:-1], _unsure(value[-1], broken, reason)), ()
        case _ if is_statement(value):
            return _unsure(value, broken, reason), ()
        case _:
            return value, broken


def _in_order(statements: tuple[Statement, ...], broken: Broken) -> tuple[Statement, ...]:
    return tuple(sorted((*statements, *broken), key=lambda statement: statement.span.start))


def _unsure(statement: Statement, broken: Broken, reason: str) -> Statement:
    match statement:
        case Call():
            return _unsure_call(statement, broken, reason)
        case Declare():
            return _unsure_declaration(statement, broken, reason)
        case Unknown():
            return replace(statement, parts=(*statement.parts, *broken))
        case _:
            return Unknown(statement.span, reason, (statement, *broken))


def _unsure_declaration(declare: Declare, broken: Broken, reason: str) -> Declare:
    """Keep the name declared; what it holds is not known."""
    known = () if declare.value is None else (declare.value,)
    return replace(declare, value=Unknown(declare.span, reason, (*known, *broken)))


def _unsure_call(call: Call, broken: Broken, reason: str) -> Expression:
    """Keep the call; what is broken before its name makes its target unknown, as two chains may have run together."""
    before = tuple(part for part in broken if part.span.start < call.name_span.start)
    behind = broken[len(before) :]
    if before:
        known = () if call.target is None else (call.target,)
        call = replace(call, target=Unknown(call.span, reason, (*known, *before)))
    return Unknown(call.span, reason, (call, *behind)) if behind else call
