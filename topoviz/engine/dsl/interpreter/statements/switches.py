"""Switches, as statements and as expressions."""

from __future__ import annotations

from topoviz.engine.dsl.arithmetic import equal
from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.effects import forget_effects
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.signals import Signal
from topoviz.engine.dsl.interpreter.statements.sequences import run_statements
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant, Instance, Opaque, Unknown, Value, is_certainly_null
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import JumpKind


def choose_case(world: World, node: tree.Switch, scope: Scope) -> Step:
    """Run the case that applies; an arrow's expression comes to a yield."""
    subject = yield evaluate(world, node.subject, scope)
    takes_null = any(isinstance(one, tree.Literal) and one.value is None for case in node.cases for one in case.labels)
    if is_certainly_null(subject) and not takes_null and not world.is_kotlin(node.span):
        reason = "What the switch asks for is null, which Java refuses."
        world.doubt("refused-null", node.span, reason, "Java ends the program here, unless the exception is caught.")
    chosen: int | None = None
    unsure = False
    for index, case in enumerate(node.cases):
        for label in case.labels:
            matches = _label_matches(subject, label, (yield _label_value(world, label, subject, scope)))
            if matches is None:
                unsure = True
            elif matches and chosen is None:
                chosen = index
    if chosen is None and not unsure:
        chosen = next((index for index, case in enumerate(node.cases) if case.is_default), None)
        if chosen is None:
            world.skip(node, "no case of the switch applies")
            return None
    if chosen is None or unsure:
        return (yield _switch_unknown(world, node, subject, scope))
    for index, case in enumerate(node.cases):
        if index != chosen and not (index > chosen and not case.arrow):
            for statement in case.body:
                world.skip(statement, "another case of the switch applies")
    return (yield _run_cases(world, node, chosen, scope))


def _label_value(world: World, label: tree.Expression, subject: Value, scope: Scope) -> Step:
    """An enum's constants stand in cases by their bare names; those stay names."""
    if isinstance(label, tree.Name) and not isinstance(subject, Constant):
        return Opaque(f"label:{label.text}")
    return (yield evaluate(world, label, scope))


def _label_matches(subject: Value, label: tree.Expression, value: Value) -> bool | None:
    if isinstance(subject, Instance) and "name()" in subject.fields and isinstance(label, tree.Name | tree.Select):
        name = label.text if isinstance(label, tree.Name) else label.name
        return subject.fields["name()"] == Constant(name)
    if isinstance(subject, Constant) and isinstance(value, Constant):
        return equal(subject, value)
    return None


def _switch_unknown(world: World, node: tree.Switch, subject: Value, scope: Scope) -> Step:
    with_dsl = [index for index, case in enumerate(node.cases) if any(map(world.has_dsl, case.body))]
    if not with_dsl:
        forget_effects(world, node, scope, subject)
        key = subject.key if isinstance(subject, Unknown) else world.text_at(node.subject.span)
        return Signal(JumpKind.YIELD, world.unknown(world.text_at(node.span), f"It depends on {key}.", node.span))
    for index in with_dsl[1:]:
        for statement in node.cases[index].body:
            world.skip(statement, "another case of an unknown switch was assumed", Fate.REPORTED)
    signal = yield assuming(world, node.subject, subject, _run_cases(world, node, with_dsl[0], scope))
    forget_effects(world, node, scope, subject, follows=True)
    return signal


def _run_cases(world: World, node: tree.Switch, first: int, scope: Scope) -> Step:
    """Run a case, and those it falls through to; an arrow's single expression is the switch's value."""
    inner = scope.inner()
    for number, case in enumerate(node.cases[first:], first):
        if case.arrow and len(case.body) == 1 and not _is_statement(case.body[0]):
            value = yield evaluate(world, case.body[0], inner)  # type: ignore[arg-type]  # no other statement
            return Signal(JumpKind.YIELD, value)
        signal = yield run_statements(world, case.body, inner)
        if isinstance(signal, Signal):
            for rest in node.cases[number + 1 :]:
                for statement in rest.body:
                    world.skip(statement, "another case of the switch applies")
            leaves_switch = signal.kind is JumpKind.BREAK and not signal.label and not world.is_kotlin(node.span)
            return None if leaves_switch else signal
        if case.arrow:
            return None
    return None


def _is_statement(body: tree.Statement) -> bool:
    """Tell whether an arrow leads to a statement, whose value, if any, is given by a jump."""
    return isinstance(body, tree.Jump) or (isinstance(body, tree.Block) and not body.gives_value)
