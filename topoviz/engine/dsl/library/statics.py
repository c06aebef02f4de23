"""Static methods of library classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.dsl.arithmetic import equal_objects
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.library import (
    collections,
    constructors,
    durations,
    numbers,
    options,
    reset_policies,
    stores,
    suppressed,
    texts,
    windows,
)
from topoviz.engine.dsl.library.collectors import CollectorValue
from topoviz.engine.dsl.library.constants import PREFIXES
from topoviz.engine.dsl.library.derived import make_derived
from topoviz.engine.dsl.library.emit_strategy import make_emit_strategy
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.list_changes import change_lists
from topoviz.engine.dsl.library.locales import is_locale
from topoviz.engine.dsl.library.pattern_doubts import doubt_pattern
from topoviz.engine.dsl.library.properties import call_system, or_default
from topoviz.engine.dsl.library.refused_arguments import refuse_arguments
from topoviz.engine.dsl.library.refused_serdes import refuse_serde
from topoviz.engine.dsl.objects import SerdeValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.operators.serdes import MASKED, built_in_serde, class_of, made_serde
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import (
    NULL,
    Constant,
    FlaggedPattern,
    Identity,
    Instance,
    ListValue,
    Opaque,
    Value,
    is_certainly_null,
    is_null,
    join_text,
    text_of,
)
from topoviz.engine.refusal import Why
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def call_static(world: World, owner: str, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call a static method of a library class, or give None when it is not known here."""
    first = arguments[0] if arguments else None
    call = LibraryCall(method, tuple(arguments), world.origin(span), world.behaviours, world.report)
    if owner in options.KINDS:
        return options.make_options(call, owner)
    if owner in windows.KINDS:
        return windows.make_windows(call, owner)
    refuse_arguments(owner, method, arguments, call.origin)
    refuse_serde(call, owner)
    made = (
        collections.make_list(owner, method, arguments)
        or collections.make_map(owner, method, arguments)
        or change_lists(owner, method, arguments)
        or numbers.call_number_class(owner, method, arguments)
        or make_derived(owner, method, arguments)
    )
    if made is not None:
        return made
    numbers.refuse_text(owner, method, arguments, world.origin(span))
    match owner, method:
        case "StreamsConfig", _ if method in PREFIXES and first is not None and len(arguments) == 1:
            return join_text(Constant(PREFIXES[method]), first)
        case "Suppressed", _:
            return suppressed.make_suppressed(method, arguments)
        case _, _ if owner in suppressed.BUFFER_KINDS:
            return suppressed.make_buffer(method, arguments)
        case "EnumSet", _:
            return collections.make_enum_set(method, arguments, _enum_of(world, first))
        case "Function" | "UnaryOperator", "identity":
            return Identity()
        case ("Paths", "get") | ("Path", "of") | ("Files", ("newInputStream" | "newBufferedReader")):
            return constructors.file_named(first)
        case "Stores", _:
            return stores.call_stores(call)
        case "WindowedSerdes", ("timeWindowedSerdeFrom" | "sessionWindowedSerdeFrom"):
            kind = "Time" if method.startswith("time") else "Session"
            return SerdeValue(f"org.apache.kafka.streams.kstream.WindowedSerdes${kind}WindowedSerde{MASKED}")
        case "Serdes", _:
            return SerdeValue(built_in_serde(method) or made_serde(method, [class_of(one) for one in arguments]))
        case "Pattern", "compile" if isinstance(first, Constant):
            if len(arguments) > 1:
                return FlaggedPattern(f"Pattern:{first.value}")
            if isinstance(first.value, str):
                doubt_pattern(world, first.value, span)
            return Opaque(f"Pattern:{first.value}")
        case "AutoOffsetReset", _:
            return reset_policies.make_policy(method, first, world.origin(span))
        case "Duration", _:
            return durations.make_duration(method, arguments)
        case "Instant", _:
            return durations.make_instant(method, arguments)
        case "EmitStrategy", _:
            return make_emit_strategy(call)
        case "Collectors", _:
            return CollectorValue(method, tuple(arguments))
        case (("String" | "Objects"), ("valueOf" | "toString")) if first is not None and len(arguments) == 1:
            return texts.value_of(first)
        case "String", "format":
            return _format(world, arguments, span)
        case "String", "join" if first is not None:
            return texts.join_texts(first, _joined(arguments[1:]))
        case "Objects", _ if first is not None:
            return _call_objects(world, method, first, arguments, span)
        case ("Preconditions", "checkNotNull") | ("Validate", "notNull") if first is not None and not is_null(first):
            return first  # of Guava, of Flink and of Apache Commons, as Objects has requireNonNull
        case "System", ("getenv" | "getProperty" | "getProperties" | "setProperty" | "clearProperty"):
            return call_system(world, method, arguments, span)
        case "Optional", "of" if first is not None and is_null(first):
            raise ProgramThrows(Why.NULL_USED, "NullPointerException", NO_MESSAGE, world.origin(span))
        case ("Optional", ("of" | "ofNullable")) | (("OptionalInt" | "OptionalLong" | "OptionalDouble"), "of") if (
            first is not None
        ):
            missing = is_null(first) if method == "ofNullable" else False
            kept, of_numbers = [] if missing else [first], owner.removeprefix("Optional")
            return ListValue(kept, kind="optional", is_exact=missing is not None, element_type=of_numbers)
        case (("Optional" | "OptionalInt" | "OptionalLong" | "OptionalDouble"), "empty"):
            return ListValue([], kind="optional", element_type=owner.removeprefix("Optional"))
        case ("Thread", "sleep" | "yield") | ("System", "exit" | "gc" | "setOut" | "setErr"):
            return NULL
        case _:
            return None


def _enum_of(world: World, given: Value | None) -> list[Value] | None:
    """Give the constants of an enum of the text by its class literal or a set of some of them, once they are made."""
    info = _enum_in(given) if isinstance(given, ListValue) else None
    if isinstance(given, Opaque):
        info = world.program.classes.get(given.type_name.removeprefix("Class:"))
    statics = world.statics.get(info) if info is not None else None
    if info is None or statics is None or info.declaration.kind != "enum":
        return None
    return [statics[constant.name] for constant in info.declaration.constants]


def _enum_in(constants: ListValue) -> ClassInfo | None:
    """Give the enum of the first constant; one with a body is of a subclass of its own."""
    first = constants.elements[0] if constants.elements else None
    if not isinstance(first, Instance):
        return None
    return first.info if first.info.declaration.kind == "enum" else next(iter(first.info.supertypes), None)


def _call_objects(world: World, method: str, first: Value, arguments: list[Value], span: Span) -> Value | None:
    """java.util.Objects, as far as the text tells what is null."""
    missing = is_null(first)
    match method:
        case "requireNonNull" if not missing:
            return first
        case "requireNonNull" if is_certainly_null(first) and all(text_of(one) is not None for one in arguments[1:]):
            words = text_of(arguments[1]) if len(arguments) > 1 else NO_MESSAGE
            raise ProgramThrows(Why.NULL_USED, "NullPointerException", words, world.origin(span))
        case "requireNonNullElse" if len(arguments) == 2:
            return arguments[1] if missing else or_default(world, first, arguments[1], span) or first
        case "isNull" | "nonNull" if missing is not None:
            return Constant(missing == (method == "isNull"))
        case "equals" if len(arguments) == 2 and isinstance(first, Constant) and isinstance(arguments[1], Constant):
            same = equal_objects(first, arguments[1])
            return None if same is None else Constant(same)
        case _:
            return None


def _format(world: World, arguments: list[Value], span: Span) -> Value | None:
    """String.format, whose first argument may name a language."""
    match arguments[1:] if arguments and is_locale(arguments[0]) else arguments:
        case [Constant(value=str(template)), *rest]:
            return texts.format_text(world, template, _spread(rest), span)
        case _:
            return None


def _spread(arguments: list[Value]) -> list[Value]:
    """Variadic arguments may come as one array."""
    if len(arguments) == 1 and isinstance(arguments[0], ListValue) and arguments[0].kind == "array":
        return arguments[0].elements if arguments[0].is_exact else arguments
    return arguments


def _joined(arguments: list[Value]) -> list[Value]:
    """Give what String.join joins, which may come as one collection."""
    in_order = in_iteration_order(arguments[0]) if len(arguments) == 1 else None
    return arguments if in_order is None else in_order
