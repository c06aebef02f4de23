"""What the interpreter knows and keeps while it follows one program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity, ask_for
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.dsl.call_graph.graph import CallGraph
from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.configuration import Configuration
from topoviz.engine.dsl.interpreter.touched import Touching
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.modules import Modules
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant, Instance, Unknown, Value
from topoviz.engine.source import Bundle, Origin, Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk
from topoviz.engine.versions import Behaviours

_NUMBER: Final = re.compile(r"(?<=[\w)}\]])#\d+\b")
"""How another result of a call of the same words is told from the first one."""


@dataclass
class World:
    """The state of one run, in which starts are followed one after the other; `begin` forgets what one of them made."""

    # What is given.
    bundle: Bundle
    program: Program
    behaviours: Behaviours
    set_values: Mapping[str, str]
    graph: CallGraph
    modules: Modules
    budget: Budget = field(default_factory=Budget)
    all_configuration: Configuration = field(default_factory=Configuration)
    lost: Span | None = None
    """The first call in a part of the text that could not be read."""
    closed: tuple[Span, ...] = ()
    """From brackets that the text leaves open to where they were taken to close."""

    # What was said, whichever start it was.
    diagnostics: list[Diagnostic] = field(default_factory=list)
    reported: set[tuple[str, Span | None, str]] = field(default_factory=set)
    fates: dict[Span, tuple[Fate, str]] = field(default_factory=dict)
    entered: set[int] = field(default_factory=set)
    left_out: dict[Part, str] = field(default_factory=dict)
    """What parts run which may run and were not followed, with the reason."""
    evaluated: set[Span] = field(default_factory=set)
    """Where calls stand that were made, of those that lead to calls of the DSL."""
    started: set[int] = field(default_factory=set)
    """Where threads are made that are started at once, by the id of the node."""
    likely: dict[str, str] = field(default_factory=dict)
    """Keys of values that are shown although other configuration may replace them, by the reason."""
    missing_keys: dict[str, Span | None] = field(default_factory=dict)
    placeholders: dict[str, int] = field(default_factory=dict)
    was_refused: bool = False
    taken_as_on: frozenset[str] = frozenset()
    """The annotations of what nothing starts and is followed now, as if it were switched on; whitespace is one blank.

    Others of the same conditions are switched on with it.
    """
    local_functions: list[FunctionInfo] = field(default_factory=list)
    touching: dict[Part, Touching] = field(default_factory=dict)
    touching_behind: dict[tuple[Part, ...], Touching] = field(default_factory=dict)
    """What each part does to what stands around it, and what some do with all that they may run; if it was asked."""
    classes_of: dict[str | None, list[ClassInfo]] = field(default_factory=dict)
    """The classes of each application, when they were asked for."""
    behind: dict[str, frozenset[str] | None] = field(default_factory=dict)
    """The classes of libraries that a name may stand for, by the name."""

    # What following one start makes.
    application: str | None = None
    """The module of the start, where a bundle has several applications."""
    configuration: Configuration = field(default_factory=Configuration)
    """The settings of that application."""
    builders: list[BuilderValue] = field(default_factory=list)
    topologies: list[TopologyValue] = field(default_factory=list)
    statics: dict[ClassInfo, dict[str, Value]] = field(default_factory=dict)
    unloadable: set[ClassInfo] = field(default_factory=set)
    """Classes whose static fields could not be set."""
    open_statics: dict[ClassInfo, list[tuple[str, str, bool]]] = field(default_factory=dict)
    """Static fields of classes not loaded yet that may have been changed, with the reason; some are given a value."""
    script: Scope | None = None
    """The variables of loose statements."""
    system_properties: PropertiesValue = field(default_factory=lambda: PropertiesValue(is_exact=False))
    outer_builders: dict[str, BuilderValue] = field(default_factory=dict)
    """Builders that a framework or another file passes in, by the names that it has for them."""
    inferred: dict[str, Value] = field(default_factory=dict)
    """Builders that unknowns turned out to be, by their keys."""
    handed_over: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """What unknowns were given to before it was known what they are."""
    objects: dict[ClassInfo, Instance] = field(default_factory=dict)
    beans: dict[int, Value] = field(default_factory=dict)
    """What a framework made, which makes one of each: of a class, and of a method by its declaration."""
    unordered: dict[int, tuple[Value, str]] = field(default_factory=dict)
    """Beans of a collection by their ids, with the reason why their order is not known."""
    making: set[int] = field(default_factory=set)
    """Methods that run for a framework now."""

    # Where it is, and what is in doubt there.
    callers: tuple[Span, ...] = ()
    """The chain of calls that led here, outermost first."""
    active: list[FunctionInfo] = field(default_factory=list)
    assumption: str | None = None
    """The reason, while a branch is followed that the text does not decide."""
    return_doubt: str | None = None
    guards: int = 0
    """How many bodies of `try` round here have handlers that would catch what Kafka Streams refuses."""
    handlers: int = 0
    """How many bodies of `try` round here have handlers of any kind."""
    plain_loops: list[tree.ForEach | tree.While] = field(default_factory=list)
    """Loops without operators that are followed now, the innermost last."""
    left_loop: tuple[Span, str] | None = None
    """A loop without operators that was not followed to its end, as long as no operator came after it."""
    forgetting: set[int] = field(default_factory=set)
    """Functions whose effects are being forgotten, for they may lead back to themselves."""
    run_outside: dict[tuple[int, int], Value] = field(default_factory=dict)
    """Objects by methods of theirs that were run once for code outside the text."""
    unknown_calls: int = 0
    unknown_guards: int = 0

    @property
    def dsl_calls(self) -> Mapping[Span, str]:
        """Give the calls of the DSL that the text has."""
        return self.graph.dsl_calls

    def classes_here(self) -> list[ClassInfo]:
        """Give the classes of the application that is followed, with those of libraries."""
        known = self.classes_of.get(self.application)
        if known is None:
            every = self.program.all_classes
            known = [one for one in every if self.modules.belongs(one.declaration.span.file_id, self.application)]
            self.classes_of[self.application] = known
        return known

    def origin(self, span: Span) -> Origin:
        """Say where something is made, with the calls that led there."""
        return Origin(span, self.callers)

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, once; what another turn of a loop makes has another number, and the same cause."""
        place_and_cause = (diagnostic.code, diagnostic.span, _NUMBER.sub("", diagnostic.reason))
        if place_and_cause not in self.reported:
            self.reported.add(place_and_cause)
            self.diagnostics.append(diagnostic)

    def begin(self, application: str | None) -> None:
        """Forget what following another start made; diagnostics and the fates of calls stay."""
        self.application = application
        others = {
            file.name
            for number, file in enumerate(self.bundle.files)
            if not self.modules.belongs(number, self.application)
        }
        self.configuration = self.all_configuration.limited_to(lambda name: name not in others)
        self.builders, self.topologies, self.statics, self.unloadable = [], [], {}, set()
        self.objects, self.beans, self.making, self.open_statics, self.unordered = {}, {}, set(), {}, {}
        self.outer_builders, self.assumption, self.callers = {}, None, ()
        self.active, self.inferred, self.handed_over, self.return_doubt = [], {}, {}, None
        self.script, self.left_loop = None, None
        self.guards = self.handlers = 0
        self.system_properties = PropertiesValue(is_exact=False)

    def unsure(
        self, code: str, span: Span | None, reason: str, effect: str, next_step: str = "", keys: Sequence[str] = ()
    ) -> None:
        """Report that part of the result is unsure; with keys, that the user can say what they are."""
        said = next_step or (ask_for(keys) if keys else "")
        self.report(Diagnostic(Severity.UNSURE, code, reason, effect, span, said, tuple(keys)))

    def doubt(self, code: str, span: Span | None, reason: str, effect: str, next_step: str = "") -> None:
        """Report that part of the result is unsure, and mark everything that is made from here on."""
        self.unsure(code, span, reason, effect, next_step)
        self.doubt_all(reason)

    def setting_place(self, key: str) -> str:
        """Say what a key is set to and in which file; nothing when nothing sets it."""
        if key in self.set_values:
            return f"{key} is {self.set_values[key]}"
        found = self.configuration.find_loosely(key)
        if found is None:
            return ""
        file, position = self.bundle.position_of(found.span)
        return f"{key} is {found.value} in {file}, line {position.line}"

    def settle(self, span: Span, fate: Fate, reason: str = "") -> None:
        """Note what became of a call; a call that was modelled once stays so unless it is reported later."""
        known = self.fates.get(span)
        if known is None or fate is Fate.REPORTED or known[0] is Fate.NOT_REACHABLE:
            self.fates[span] = (fate, reason)

    def undetermined(self, node: tree.Node) -> Value:
        """Give what stands for the value of an expression that the text leaves open."""
        return self.unknown(self.text_at(node.span), "The text does not determine this value.", node.span)

    def unknown(self, key: str, reason: str, span: Span | None = None, type_name: str = "") -> Value:
        """Make an unknown, unless the user has set its key to a value."""
        if key in self.set_values:
            return constant_from(self.set_values[key], type_name)
        self.missing_keys.setdefault(key, span)
        return Unknown(key, reason, span, type_name)

    def settable(self, keys: Sequence[str]) -> list[str]:
        """Give those of the keys that the user can set to a value."""
        return [key for key in keys if key in self.missing_keys]

    def note_likely(self, reason: str, key: str) -> None:
        """Remember which key settles a value that is only likely."""
        self.likely.setdefault(reason, key)

    def unknown_result(self, key: str, reason: str, span: Span | None) -> Value:
        """Make the unknown result of a call; another call of the same words may give another result."""
        if key in self.set_values:
            return constant_from(self.set_values[key], "")
        number = self.placeholders[key] = self.placeholders.get(key, 0) + 1
        return self.unknown(key if number == 1 else f"{key}#{number}", reason, span)

    def doubt_rest(self, span: Span, reason: str) -> None:
        """Take the rest of the function as running although it may not: it is assumed, and so is what it returns."""
        self.unsure(
            "unknown-guard",
            span,
            reason,
            "It is taken as if the function went on; all names and numbers from here on are unsure.",
        )
        self.unknown_guards += 1
        self.doubt_all(reason)
        self.return_doubt = self.return_doubt or reason
        if self.assumption is None:
            self.assume(reason)

    def doubt_behind_lost(self, span: Span) -> None:
        """Doubt the numbers of an operator that may come after a lost one, and of all that follow."""
        if self.lost is None:
            return
        here = self.active[-1].declaration.span if self.active else None
        in_one_function = here is None or here.covers(self.lost)
        if span.file_id == self.lost.file_id and span.start < self.lost.start and in_one_function:
            return
        self.doubt_all(self.why_lost())

    def why_lost(self) -> str:
        """Say that part of the text is missing in what was understood."""
        assert self.lost is not None
        _, position = self.bundle.position_of(self.lost)
        return f"Part of the text could not be read, and operators are lost there, the first on line {position.line}."

    def why_open(self, call: tree.Call) -> str | None:
        """Say why a call is not certain in which a bracket is left open."""
        for span in self.closed:
            if call.span.file_id == span.file_id and call.span.start <= span.start < call.span.end:
                _, position = self.bundle.position_of(span)
                return f"The bracket on line {position.line} does not close, and this call hangs on it."
        return None

    def tell_left_loop(self) -> None:
        """Doubt what an operator adds after a loop that may never end, and say so once."""
        if self.left_loop is None:
            return
        (span, reason), self.left_loop = self.left_loop, None
        self.doubt("long-loop", span, reason, "It may not end: then nothing after it is in the topology.")

    def take_return_doubt(self) -> str | None:
        """Give why what the current function returns is not certain, and begin anew for another function."""
        doubt, self.return_doubt = self.return_doubt, None
        return doubt

    def new_builder(self, span: Span, *, from_outside: bool = False) -> BuilderValue:
        """Make a StreamsBuilder."""
        plan = PlanBuilder(self.behaviours, assumption=self.assumption)
        builder = BuilderValue(plan, self.origin(span), from_outside)
        self.builders.append(builder)
        return builder

    def outer_builder(self, span: Span, name: str = "", *, stands_in: bool = False) -> BuilderValue:
        """Give the builder that a framework or another file would pass in; for each start there is one of a name.

        Where the text is one file, others may have added to it; that is told, but for one that only `stands_in`.
        """
        if name not in self.outer_builders:
            builder = self.outer_builders[name] = self.new_builder(span, from_outside=True)
            builder.name = name
            if not stands_in and len(self.program.units) == 1:
                self.tell_handed_in(builder, span)
        return self.outer_builders[name]

    def tell_handed_in(self, builder: BuilderValue, span: Span) -> None:
        """Doubt the numbers of a builder that others may have added to."""
        reason = "The builder is handed in; what others add to it is not in the text."
        effect = "It is taken to hold nothing else: numbers are unsure, and higher where others add to it before."
        self.unsure("handed-in", span, reason, effect, "Paste the code that makes it, and what else is given it, too.")
        builder.plan.doubt(reason)

    def new_topology(self, span: Span, *, from_outside: bool = False) -> TopologyValue:
        """Make a Topology."""
        topology = TopologyValue(self.origin(span), from_outside)
        self.topologies.append(topology)
        return topology

    def doubt_all(self, reason: str) -> None:
        """Mark everything that builders make from here on as unsure."""
        for builder in self.builders:
            builder.plan.doubt(reason)

    def assume(self, reason: str | None) -> None:
        """Set or lift the assumption that everything made from here on rests on."""
        self.assumption = reason
        for builder in self.builders:
            builder.plan.assumption = reason

    def has_dsl(self, node: tree.Node | None) -> bool:
        """Tell whether a part of the text may add operators: by itself or through functions of the text."""
        return self.graph.leads(node)

    def skip(self, node: tree.Node | None, reason: str, fate: Fate = Fate.NOT_REACHABLE) -> None:
        """Settle every DSL call in a part of the text that is not followed."""
        if node is None:
            return
        for part in walk(node):
            if isinstance(part, tree.Call) and part.name_span in self.dsl_calls:
                self.settle(part.name_span, fate, reason)
            if fate is Fate.REPORTED:
                for run in self.graph.targets.get(id(part), ()):
                    self.left_out.setdefault(run, reason)

    def skip_call(self, call: tree.Call, reason: str) -> None:
        """Settle a call that is not made, without what it is called on."""
        if call.name_span in self.dsl_calls:
            self.settle(call.name_span, Fate.NOT_REACHABLE, reason)

    def wording(self, annotation: tree.Annotation) -> str:
        """Quote an annotation whole, to hold it against others."""
        return " ".join(self.bundle.text_at(annotation.span).split())

    def is_kotlin(self, span: Span) -> bool:
        """Tell whether a span lies in a file of Kotlin, whose library has more to call."""
        return self.program.units[span.file_id].language == "kotlin"

    def text_at(self, span: Span, limit: int = 60) -> str:
        """Quote the text at a span on one line."""
        text = " ".join(self.bundle.text_at(Span(span.file_id, span.start, min(span.end, span.start + 400))).split())
        return text if len(text) <= limit else text[: limit - 1] + "…"


def constant_from(text: str, type_name: str) -> Constant:
    """Read a value that the user set: a boolean or number where the declared type or its looks say so."""
    if type_name not in ("String", "CharSequence"):
        if text in ("true", "false"):
            return Constant(text == "true")
        if type_name in ("int", "long", "Integer", "Long", "short") and text.lstrip("-").isdigit():
            return Constant(int(text))
    return Constant(text)
