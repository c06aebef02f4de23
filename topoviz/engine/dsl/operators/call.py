"""One call of an operator, and how its arguments are told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.objects import OptionsValue
from topoviz.engine.dsl.operators.null_words import null_words
from topoviz.engine.dsl.plan_builder import PlanBuilder, UserText
from topoviz.engine.dsl.values import (
    Constant,
    FlaggedPattern,
    ListValue,
    Opaque,
    Text,
    Unknown,
    Value,
    is_certainly_null,
    text_of,
    text_parts,
)
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.source import Origin
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True)
class LibraryCall:
    """A method of Kafka Streams that is called: its arguments as values, where it stands, and whom to tell."""

    method: str
    arguments: tuple[Value, ...]
    origin: Origin
    behaviours: Behaviours
    report: Callable[[Diagnostic], None]

    def argument(self, index: int) -> Value:
        """Give an argument, or an unknown when there are too few."""
        if index < len(self.arguments):
            return self.arguments[index]
        return Unknown(f"{self.method}#{index}", f"{self.method}() was called without this argument.", self.origin.span)

    def warn(self, code: str, reason: str, effect: str, next_step: str = "") -> None:
        """Report that part of the result is unsure because of this call."""
        self.report(Diagnostic(Severity.UNSURE, code, reason, effect, self.origin.span, next_step))

    def refuse(self, code: Why, exception: str, words: str, name: str = "") -> NoReturn:
        """Raise the exception that Kafka Streams throws here."""
        raise Refused(Refusal(code, exception, words, name), self.origin)

    def refuse_null(self, index: int, words: str) -> None:
        """Raise a NullPointerException when an argument that is there is certainly null."""
        if index < len(self.arguments) and is_certainly_null(self.arguments[index]):
            self.refuse_as_null(words)

    def refuse_as_null(self, words: str) -> NoReturn:
        """Raise the NullPointerException with these words, or those that this version has for them."""
        self.refuse(Why.NULL_ARGUMENT, "NullPointerException", null_words(words, self.behaviours))


def pattern_among(call: LibraryCall, values: Sequence[Value]) -> str | None:
    """Give the pattern of topics among some values, and say where its flags are left out of account."""
    found = next((one for one in values if isinstance(one, Opaque) and one.type_name.startswith("Pattern:")), None)
    if isinstance(found, FlaggedPattern):
        reason = "The pattern of topics has flags, which decide what it matches."
        effect = (
            "Topics are held against it as if it had none; Kafka Streams may refuse the program where this does not."
        )
        call.warn("pattern", reason, effect)
    return None if found is None else found.type_name.removeprefix("Pattern:")


def _no_functions(function: Value, arguments: list[Value]) -> NoReturn:
    raise AssertionError("this call was made without a way to call functions of the text")


@dataclass(frozen=True)
class OperatorCall(LibraryCall):
    """A method called on a DSL object; `call_function` gives the step that calls a function of the text."""

    call_function: Callable[[Value, list[Value]], Any] = _no_functions


@dataclass
class Options:
    """The optional arguments of a call, by kind, as `take_options` found them; `doubt` says why there may be more."""

    found: dict[str, OptionsValue] = field(default_factory=dict)
    doubt: str | None = None

    def get(self, kind: str) -> OptionsValue | None:
        """Give the options of a kind, or None when the call has none."""
        return self.found.get(kind)

    def materialized(self) -> OptionsValue:
        """Give the Materialized of a call; one that says nothing where it has none."""
        return self.found.get("Materialized") or OptionsValue("Materialized", doubt=self.doubt)

    def name(self, kind: str = "Named") -> UserText | None:
        """Give the name that options of a kind carry."""
        options = self.found.get(kind)
        return None if options is None else options.name


def take_options(call: OperatorCall, plan: PlanBuilder, after: int, *kinds: str, last: int | None = None) -> Options:
    """Sort the arguments after the required ones by kind, all or up to the `last`.

    What is unknown is taken for the kind its declared type says, or for the only kind left; its contents are unknown,
    so that from there on numbers are unsure.
    """
    options = Options()
    for argument in call.arguments[after:last]:
        if isinstance(argument, OptionsValue) and argument.kind in kinds:
            options.found[argument.kind] = argument
            if argument.doubt is not None:
                _doubt_contents(call, plan, argument.kind, argument.doubt)
        elif isinstance(argument, Unknown):
            _take_unknown(call, plan, argument, [kind for kind in kinds if kind not in options.found], options)
        elif isinstance(argument, Constant) and argument.value is None:
            options.doubt = "It is null, which Kafka Streams refuses at many places."
            _doubt_contents(call, plan, " or ".join(kinds), options.doubt)
        else:
            call.warn(
                "overload",
                f"{call.method}() has no overload known here that takes this argument.",
                "The argument is ignored; names and numbers after it are unsure.",
            )
            options.doubt = f"An argument of {call.method}() was not understood."
            plan.doubt(options.doubt)
    return options


def _doubt_contents(call: OperatorCall, plan: PlanBuilder, kind: str, reason: str) -> None:
    call.warn(
        "unknown-options",
        f"What the {kind} of {call.method}() carries is not certain. {reason}",
        "It may name the operator or its store, so names and numbers from here on are unsure.",
    )
    plan.doubt(reason)


def _take_unknown(call: OperatorCall, plan: PlanBuilder, argument: Unknown, kinds: list[str], options: Options) -> None:
    kind = argument.type_name if argument.type_name in kinds else kinds[0] if len(kinds) == 1 else None
    call.warn(
        "unknown-options",
        f"{call.method}() takes {argument.key}, whose contents are not in the text.",
        "It may name the operator or its store, so names and numbers from here on are unsure.",
        "Paste the code that makes it.",
    )
    if kind in ("Named", "Produced", "Consumed", "Joined", "Printed"):
        options.found[kind] = OptionsValue(kind, name=UserText(f"${{{argument.key}}}", argument.reason))
        return
    options.doubt = f"{argument.key} is not known: {argument.reason}"
    plan.doubt(options.doubt)
    if kind is not None:
        options.found[kind] = OptionsValue(kind, doubt=options.doubt)


def user_text(value: Value, what: str = "value") -> UserText:
    """Give the text of a value; unknown parts appear as `${key}` and make it unsure."""
    known = text_of(value)
    if known is not None and isinstance(value, Constant):
        return UserText(known)
    if isinstance(value, Unknown | Text):
        parts = text_parts(value)
        text = "".join(part if isinstance(part, str) else part.shown for part in parts)
        reasons = [part.reason for part in parts if isinstance(part, Unknown)]
        return UserText(text, " ".join(dict.fromkeys(reasons)))
    return UserText(f"${{{what}}}", f"This {what} is not a string that the text determines.")


def user_texts(values: tuple[Value, ...], what: str = "value") -> tuple[UserText, ...]:
    """Give the texts of variadic arguments, which may come as one array."""
    flat: list[Value] = []
    for value in values:
        flat.extend(value.elements if isinstance(value, ListValue) else (value,))
        if isinstance(value, ListValue) and not value.is_exact:
            # Without it, what others fill would look as if it were empty.
            flat.append(Unknown(f"further {what}s", "What else the array or list holds is not known."))
    return tuple(user_text(value, what) for value in flat)
