"""What a thread of its own certainly runs, beside the program: it is followed where it makes all by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from topoviz.engine.dsl.interpreter.expressions.variables import value_in_scope
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.objects import InPlan, TopologyValue
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Closure, ListValue, MapValue, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_RUNNING: Final = frozenset({"execute", "runAsync", "submit", "supplyAsync"})
_POOLS: Final = frozenset({"CompletableFuture", "Executors"})
"""Classes of java.util.concurrent that run what such a method is given, once, by themselves or by what they make."""

_SHARED: Final = (InPlan, TopologyValue, ListValue, MapValue, AtomicValue)
"""What the program and the thread may both change, in an order that nobody knows."""


def runs_beside(
    world: World, node: tree.Call | tree.New, given: Closure, held_in: Callable[[Iterable[Value]], Iterator[Value]]
) -> bool:
    """Tell whether a call makes a thread run a lambda for certain, and nothing of the DSL is shared with it."""
    if isinstance(node, tree.New):
        is_run = node.type.simple_name == "Thread" and id(node) in world.started
    elif node.target is None:
        is_run = node.name == "thread" and len(node.arguments) == 1 and world.is_kotlin(node.span)
    else:
        pool = node.target.target if isinstance(node.target, tree.Call) else node.target
        is_pool = isinstance(pool, tree.Name) and pool.text in _POOLS - world.program.classes.keys()
        is_run = node.name in _RUNNING and is_pool
    if not is_run:
        return False
    names = dict.fromkeys(part.text for part in walk(given.node) if isinstance(part, tree.Name))
    captured = [given.scope.this, *(value_in_scope(world, given.scope, name) for name in names)]
    values = [one for one in captured if one is not None]
    is_shared = any(isinstance(one, _SHARED) for one in values)
    return not is_shared and not any(isinstance(one, InPlan | TopologyValue) for one in held_in(values))


def run_beside(world: World, span: Span, step: Step) -> Step:
    """Run what a thread runs: what it throws, and a loop that never ends, end the thread alone."""
    before = [(builder, builder.plan.draft.next_index) for builder in world.builders]
    left = world.left_loop
    try:
        yield step
    except ProgramThrows:
        pass
    finally:
        world.left_loop = left
    for builder, number in before:
        if builder.plan.draft.next_index != number:
            reason = "A thread of its own adds operators to a builder that the program has too."
            world.unsure("unknown-condition", span, reason, "When it adds them is not known: all numbers are unsure.")
            builder.plan.doubt(reason)
    return None
