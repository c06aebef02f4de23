"""java.util.stream.Stream: operations that wait until a result is asked for, and then take elements one by one.

Java takes each element through all operations before it takes the next, and takes no more than it needs. When the
operations add operators to a topology, that decides which there are and how they are numbered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.dsl.interpreter.assumptions import assuming
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.unfollowed import forget_effects_of
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.derived import Derived
from topoviz.engine.dsl.library.iteration import has_changed, in_iteration_order
from topoviz.engine.dsl.library.late_binding import bind, goes_on
from topoviz.engine.dsl.library.list_changes import are_distinguishable
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import (
    JAVA_STREAM,
    NULL,
    BoundMethod,
    Closure,
    Composed,
    Constant,
    Identity,
    ListValue,
    Unknown,
    Value,
    truth_of,
)
from topoviz.engine.refusal import Why
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

CallFunction = Callable[[Value, list[Value]], Step]
Sink = Callable[[Value], Step]
"""What is done with an element that arrives; it comes to False when no more are wanted."""

_USED_UP: Final = "used java stream"
_KEEPS_STREAM: Final = frozenset({"sequential", "parallel", "unordered", "onClose", "close", "isParallel"})

_MAPPING: Final = frozenset({"map", "mapToObj", "mapToInt", "mapToLong"})
_WITH_FUNCTION: Final = _MAPPING | {"filter", "peek", "flatMap", "takeWhile"}
_WITH_COUNT: Final = frozenset({"limit", "skip"})
_PLAIN: Final = frozenset({"distinct", "boxed", "sequential", "unordered"})
_KEEPS_SIZE: Final = _MAPPING | {"peek", "boxed", "sequential", "unordered"}
_BARRIERS: Final = frozenset({"sorted", "parallel", *_PLAIN, *_WITH_COUNT})
_MATCHES: Final = frozenset({"anyMatch", "allMatch", "noneMatch"})
_TERMINAL: Final = _MATCHES | {"forEach", "forEachOrdered", "reduce", "findFirst", "findAny"}


@dataclass(frozen=True, slots=True)
class Stage:
    """An operation that waits, with its function or number if it takes one."""

    name: str
    argument: Value = NULL


@dataclass(eq=False, slots=True)
class Pipeline(Value):
    """A Java stream with operations that have not run yet, or that has been used up."""

    source: ListValue
    stages: tuple[Stage, ...]
    is_used: bool = False


def use(world: World, stream: ListValue | Pipeline, method: str, arguments: list[Value], span: Span) -> None:
    """Use a Java stream up, which can be done only once (java.util.stream.AbstractPipeline#linkedOrConsumed).

    What runs on an assumption may run instead of another part that uses the same stream.
    """
    if method in _KEEPS_STREAM or world.assumption:
        return
    count = arguments[0] if arguments and (isinstance(stream, Pipeline) or stream.kind == JAVA_STREAM) else None
    if stream.is_used if isinstance(stream, Pipeline) else stream.kind == _USED_UP:
        words = "stream has already been operated upon or closed"
        raise ProgramThrows(Why.STREAM_USED_TWICE, "IllegalStateException", words, world.origin(span))
    if method in _WITH_COUNT and isinstance(count, Constant) and isinstance(count.value, int) and count.value < 0:
        raise ProgramThrows(Why.ILLEGAL_COUNT, "IllegalArgumentException", str(count.value), world.origin(span))
    if isinstance(stream, Pipeline):
        stream.is_used = True
    elif stream.kind == JAVA_STREAM:
        bind(stream)
        stream.kind = _USED_UP


def extend_pipeline(target: Value, node: tree.Call, arguments: list[Value]) -> Pipeline | None:
    """Put another operation behind a Java stream; None when the call is not one that waits."""
    stage = _stage(node.name, arguments)
    pipeline = as_pipeline(target)
    if stage is None or pipeline is None:
        return None
    return Pipeline(pipeline.source, (*pipeline.stages, stage))


def as_pipeline(target: Value) -> Pipeline | None:
    """See a Java stream as one whose operations, if any, have not run; None for all else."""
    if isinstance(target, ListValue) and target.kind == JAVA_STREAM and target.is_exact:
        return Pipeline(target, ())
    return target if isinstance(target, Pipeline) else None


def goes_on_as_stream(target: Value, method: str, result: Value) -> None:
    """Mark what an operation gives that needs all elements first, such as `sorted`: it is a Java stream as well."""
    is_stream = isinstance(target, ListValue) and target.kind in (JAVA_STREAM, _USED_UP)
    if is_stream and method in _BARRIERS and isinstance(result, ListValue) and result.kind == "list":
        result.kind = JAVA_STREAM
        if isinstance(target, ListValue):
            goes_on(target, result)


def is_counted_unrun(pipeline: Pipeline, method: str) -> bool:
    """Tell whether count() knows the number without running what waits, as Java does from 9 on."""
    return method == "count" and all(stage.name in _KEEPS_SIZE for stage in pipeline.stages)


def adds_operators(world: World, pipeline: Pipeline) -> bool:
    """Tell whether an operation that waits has calls of the DSL in it."""
    functions = (stage.argument for stage in pipeline.stages)
    return any(isinstance(one, Closure) and world.has_dsl(one.node) for one in functions)


def is_terminal(method: str, arguments: list[Value]) -> bool:
    """Tell whether an operation is one that takes the elements as they come."""
    return method in _TERMINAL and all(map(is_function, arguments[:1] if method != "reduce" else arguments[1:2]))


def run_pipeline(world: World, node: tree.Call, pipeline: Pipeline, call: CallFunction) -> Step:
    """Take each element through the operations and come to the list of results."""
    results = ListValue([], JAVA_STREAM)

    def keep(element: Value) -> Step:
        results.elements.append(element)
        yield NULL
        return True

    run = _Run(world, node, pipeline.stages, call, keep)
    yield run.all_of(pipeline.source)
    results.is_exact = run.is_exact
    goes_on(pipeline.source, results)
    return results


def finish(world: World, node: tree.Call, pipeline: Pipeline, arguments: list[Value], call: CallFunction) -> Step:
    """Run the operations that wait for the sake of one that takes the elements as they come."""
    match node.name:
        case "reduce":
            return (yield _reduce(world, node, pipeline, arguments, call))
        case "forEach" | "forEachOrdered":

            def act(element: Value) -> Step:
                yield call(arguments[0], [element])
                return True

            yield _Run(world, node, pipeline.stages, call, act, tuple(arguments)).all_of(pipeline.source)
            return NULL
        case "findFirst" | "findAny":
            return (yield _find_first(world, node, pipeline, call))
        case _:
            return (yield _match(world, node, pipeline, arguments[0], call))


def _stage(name: str, arguments: list[Value]) -> Stage | None:
    match arguments:
        case [] if name in _PLAIN:
            return Stage(name)
        case [Constant(value=int(count)) as given] if name in _WITH_COUNT and count >= 0:
            return Stage(name, given)
        case [function] if name in _WITH_FUNCTION and is_function(function):
            return Stage(name, function)
        case _:
            return None


def is_function(value: Value) -> bool:
    """Tell whether a value can be called."""
    return isinstance(value, Closure | BoundMethod | Composed | Derived | Identity)


def _reduce(world: World, node: tree.Call, pipeline: Pipeline, arguments: list[Value], call: CallFunction) -> Step:
    """`reduce(function)` gives an Optional; with a start, and with a third function for threads, a plain value."""
    has_start = len(arguments) > 1
    held = [arguments[0]] if has_start else []
    function = arguments[1] if has_start else arguments[0]

    def add(element: Value) -> Step:
        held[:] = [(yield call(function, [held[0], element]))] if held else [element]
        return True

    run = _Run(world, node, pipeline.stages, call, add, (function,))
    yield run.all_of(pipeline.source)
    if has_start and not run.is_exact:
        return world.unknown(world.text_at(node.span), "The elements are not known for certain.", node.span)
    return held[0] if has_start else ListValue(held, kind="optional", is_exact=run.is_exact)


def _find_first(world: World, node: tree.Call, pipeline: Pipeline, call: CallFunction) -> Step:
    found: list[Value] = []

    def keep(element: Value) -> Step:
        found[:] = found or [element]
        yield NULL
        return False

    run = _Run(world, node, pipeline.stages, call, keep)
    yield run.all_of(pipeline.source)
    return ListValue(found, kind="optional", is_exact=run.is_exact)


def _match(world: World, node: tree.Call, pipeline: Pipeline, test: Value, call: CallFunction) -> Step:
    """AnyMatch and its kin stop at the first element that decides."""
    ends_at = node.name != "allMatch"
    has_ended = False
    is_known = True

    def look(element: Value) -> Step:
        nonlocal has_ended, is_known
        known = truth_of((yield call(test, [element])))
        is_known = is_known and known is not None
        has_ended = has_ended or known is ends_at
        return not has_ended

    run = _Run(world, node, pipeline.stages, call, look, (test,))
    yield run.all_of(pipeline.source)
    if not (is_known and run.is_exact):
        return world.unknown(world.text_at(node.span), "The elements are not known for certain.", node.span)
    return Constant(has_ended == (node.name == "anyMatch"))


@dataclass(slots=True)
class _Run:
    """One run of the operations; it is not exact once an element may have been kept out.

    `last` are the functions that the operation at the end is given.
    """

    world: World
    node: tree.Call
    stages: tuple[Stage, ...]
    call: CallFunction
    sink: Sink
    last: tuple[Value, ...] = ()
    is_exact: bool = True
    counts: dict[int, int] = field(default_factory=dict)
    seen: dict[int, list[Value]] = field(default_factory=dict)

    def all_of(self, source: ListValue) -> Step:
        """Take all elements, until no more are wanted."""
        wants_none = any(stage == Stage("limit", Constant(0)) for stage in self.stages)
        bind(source)
        self.is_exact = self.is_exact and source.is_exact
        for element in () if wants_none else in_iteration_order(source) or ():
            if not (yield self._take(0, element)):
                break
        if source.shown is not None and has_changed(source.shown):
            reason = "A collection is changed while a stream goes through it, which Java may refuse."
            self.world.doubt("changed-in-loop", self.node.span, reason, "The stream has what was there at first.")
        return NULL

    def _take(self, place: int, element: Value) -> Step:
        """Take one element through the operations from a place on; come to False when no more are wanted."""
        if place == len(self.stages):
            return (yield self.sink(element))
        stage, rest = self.stages[place], place + 1
        match stage.name:
            case "filter" | "takeWhile":
                return (yield self._test(place, element))
            case "flatMap":
                return (yield self._spread(rest, (yield self.call(stage.argument, [element]))))
            case "limit" | "skip":
                return (yield self._count(place, element))
            case "distinct":
                return (yield self._take(rest, element)) if self._is_new(place, element) else True
            case "peek":
                yield self.call(stage.argument, [element])
            case name if name in _MAPPING:
                element = yield self.call(stage.argument, [element])
            case _:
                pass
        return (yield self._take(rest, element))

    def _test(self, place: int, element: Value) -> Step:
        stage = self.stages[place]
        result = yield self.call(stage.argument, [element])
        known = truth_of(result)
        if known is False:
            return stage.name == "filter"
        if known is None:
            return (yield self._perhaps(place + 1, element, result))
        return (yield self._take(place + 1, element))

    def _perhaps(self, place: int, element: Value, result: Value) -> Step:
        """Go on with an element of which it is not known whether Java goes on with it."""
        self.is_exact = False
        rest = self._take(place, element)
        waiting = Pipeline(ListValue([]), self.stages[place:])
        if self.world.has_dsl(self.node) or adds_operators(self.world, waiting):
            yield assuming(self.world, self.node, result, rest)
        else:
            yield rest
        self._forget_effects(place, [element])
        return True

    def _forget_effects(self, place: int, elements: list[Value]) -> None:
        """Make unknown what the operations from a place on change, which may have run or not."""
        functions = (*(stage.argument for stage in self.stages[place:]), *self.last)
        why = Unknown(self.world.text_at(self.node.span), "The elements are not known for certain.", self.node.span)
        forget_effects_of(self.world, functions, elements, why)

    def _spread(self, place: int, inner: Value) -> Step:
        """Take what `flatMap` gives for one element on, of which it may wait for operations of its own."""
        pipeline = as_pipeline(inner)
        if pipeline is None:
            self.is_exact = False
            self._forget_effects(place, inner.elements if isinstance(inner, ListValue) else [])
            return True
        goes_on = True

        def forward(element: Value) -> Step:
            nonlocal goes_on
            goes_on = yield self._take(place, element)
            return goes_on

        run = _Run(self.world, self.node, pipeline.stages, self.call, forward)
        yield run.all_of(pipeline.source)
        self.is_exact = self.is_exact and run.is_exact
        return goes_on

    def _count(self, place: int, element: Value) -> Step:
        stage = self.stages[place]
        wanted = stage.argument.value if isinstance(stage.argument, Constant) else None
        assert isinstance(wanted, int)
        count = self.counts[place] = self.counts.get(place, 0) + 1
        if stage.name == "skip":
            return (yield self._take(place + 1, element)) if count > wanted else True
        goes_on = yield self._take(place + 1, element)
        return goes_on and count < wanted

    def _is_new(self, place: int, element: Value) -> bool:
        seen = self.seen.setdefault(place, [])
        self.is_exact = self.is_exact and are_distinguishable([*seen, element])
        is_new = element not in seen
        if is_new:
            seen.append(element)
        return is_new
