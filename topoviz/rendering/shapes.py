"""What `topoviz/analysis@1` looks like, member by member: the types of what `analysis_json.py` and its neighbours make.

The API's description is made of these, with each text as the description of its member. Members are only ever added.
"""

from __future__ import annotations

from typing import Annotated as Is
from typing import Literal, TypedDict

from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.diagnostics import Severity
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.explanations.explanation import PartKind
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.optimizer.rule import Effect
from topoviz.engine.outcome import Outcome
from topoviz.engine.refusal import RefusedBy, Why
from topoviz.engine.submission import Language


class Place(TypedDict):
    """A range in a file. Lines and columns count from 1, and columns count characters."""

    file_id: Is[int, "The file's number in files."]
    file: Is[str, "The file's name."]
    line: Is[int, "The line in which it begins."]
    column: Is[int, "The column in which it begins."]
    end_line: Is[int, "The line in which it ends."]
    end_column: Is[int, "The column before which it ends."]
    start: Is[int, "Where it begins, in bytes of UTF-8."]
    end: Is[int, "Where it ends, in bytes of UTF-8."]
    start_utf16: Is[int, "Where it begins, in UTF-16 code units, as browsers count."]
    end_utf16: Is[int, "Where it ends, in UTF-16 code units."]


class Origin(TypedDict):
    """Where something is made."""

    at: Is[Place | None, "The call that makes it."]
    callers: Is[list[Place | None], "The calls that lead there, outermost first."]


class Diagnostic(TypedDict):
    """Something that could not be read, is not known, or is worth knowing."""

    severity: Is[Severity, "refused, unreadable, unsure, or note for what is merely worth knowing."]
    code: Is[str, "What kind it is of, for programs."]
    reason: Is[str, "What is the matter, in a sentence."]
    effect: Is[str, "What it does to the result."]
    next_step: Is[str, "What to do; empty where there is nothing to do."]
    keys: Is[list[str], "Keys of settings.set that make it certain."]
    at: Is[Place | None, "Where; null where it is about the whole."]


class VersionChoice(TypedDict):
    """What decided the version of Kafka Streams."""

    by: Is[ChosenBy, "The settings, a build file, the text, or nothing, which means the newest."]
    sentence: Is[str, "The same in a sentence."]
    at: Is[Place | None, "The place that says so."]


class GivenSettings(TypedDict):
    """The settings of the submission."""

    optimize: Is[str | None, "topology.optimization as given; null where the program decides."]
    set: Is[dict[str, str], "Values that were given for what the text leaves open, by key."]
    application_id: Is[str | None, "application.id as given."]


class File(TypedDict):
    """A submitted file."""

    id: Is[int, "Its number."]
    name: Is[str, "Its name."]


class Start(TypedDict):
    """Where a program starts that makes a topology."""

    name: Is[str, "The function, class or beans."]
    at: Is[Place | None, "Its place."]


class NotStarted(TypedDict):
    """Why nothing in the files starts a topology."""

    reason: Is[str, "The reason, in a sentence."]
    diagnostics: Is[list[Diagnostic], "What is not certain of it, if something did start it."]


class Optimization(TypedDict):
    """How topology.optimization is set."""

    text: Is[str, "Its value."]
    rules: Is[list[str], "The optimizations that it switches on."]
    set_by_program: Is[bool, "Whether the program sets it."]
    built_without_properties: Is[bool, "Whether build() is called without properties, so that nothing is optimized."]
    set_for_start_only: Is[bool, "Whether the program sets it only for KafkaStreams, where it does nothing."]


class TakenBy(TypedDict):
    """A version that takes a program which this one refuses."""

    version: Is[str, "That version."]
    changed: Is[str, "The release with which it changed."]
    reference: Is[str, "The ticket or KIP."]


class Refusal(TypedDict):
    """Why there is no topology."""

    by: Is[RefusedBy, "Who refuses: Kafka Streams, the compiler, or the program itself."]
    code: Is[Why, "What for, for programs; the same at every version."]
    exception: Is[str, "The exception's class."]
    message: Is[str, "The exception's message, in the library's own words."]
    taken_by: Is[TakenBy | None, "A version that takes the program."]
    at: Is[Origin | None, "Where it is thrown."]


class Doubt(TypedDict):
    """A name that is not certain."""

    name: Is[str, "The name."]
    reason: Is[str, "Why it is not certain."]


class PlanNode(TypedDict):
    """A node of the logical plan: one operator, as Kafka Streams holds it before it builds the topology."""

    id: Is[int, "Its number, which it keeps through the optimizer."]
    name: Is[str, "Kafka's name of it."]
    type: Is[str, "Kafka's class of it."]
    operator: Is[str, "The DSL's method."]
    changes_key: Is[bool, "Whether it may change keys."]
    changes_value: Is[bool, "Whether it may change values."]
    replaces: Is[list[int], "The nodes in whose place the optimizer put it."]
    children: Is[list[int], "The nodes after it."]
    unsure: Is[str | None, "Why its name is not certain."]
    origin: Is[Origin | None, "Where it is made."]


class PlanNodes(TypedDict):
    """A logical plan."""

    nodes: Is[list[PlanNode], "Its nodes, in Kafka's order."]
    unsure: Is[list[Doubt], "Names in it that are not certain."]


class Firing(TypedDict):
    """One thing that a rule of the optimizer did, or looked at and left."""

    nodes: Is[list[int], "The plan nodes it is about."]
    sentence: Is[str, "What happened, in a sentence."]
    effect: Is[Effect, "Whether it saves topics, changes nothing, or costs some."]


class OptimizerStep(TypedDict):
    """One rule of the optimizer, in Kafka's order."""

    rule: Is[str, "The rule's name."]
    config: Is[str | None, "The value of topology.optimization that switches it on; null where it always runs."]
    title: Is[str, "The rule in words."]
    firings: Is[list[Firing], "What it did."]


class Plan(TypedDict):
    """The logical plan before and after the optimizer."""

    before: Is[PlanNodes, "As the code says it."]
    after: Is[PlanNodes | None, "After the optimizer; null where that is refused."]
    steps: Is[list[OptimizerStep], "The optimizer's rules, with what each did."]


class RuntimeNode(TypedDict):
    """A node of the topology, as describe() prints it."""

    id: Is[int, "Its number."]
    name: Is[str, "Kafka's name of it."]
    title: Is[str, "What it does, in few words."]
    kind: Is[Literal["source", "processor", "sink"], "What it is."]
    sub_topology: Is[int, "The number of its sub-topology."]
    plan_node: Is[int | None, "The plan node it comes from."]
    predecessors: Is[list[int], "The nodes before it."]
    topics: Is[list[str], "The topics that a source reads."]
    pattern: Is[str | None, "The pattern that a source reads by."]
    stores: Is[list[str], "The state stores that a processor uses."]
    topic: Is[str | None, "The topic that a sink writes; null where that is chosen for each record."]
    extractor: Is[str | None, "What chooses the topic of a sink for each record."]
    origin: Is[Origin | None, "Where it is made."]


class Union(TypedDict):
    """What puts two nodes into one sub-topology that no record connects."""

    left: Is[int, "One node."]
    right: Is[int, "The other node."]
    store: Is[str | None, "The state store that both use."]


class SubTopology(TypedDict):
    """A part of the topology whose nodes run in the same tasks."""

    id: Is[int, "Its number."]
    is_global: Is[bool, "Whether it fills a global store."]
    nodes: Is[list[int], "Its nodes."]
    unions: Is[list[Union], "What holds nodes together that no record connects."]


class TopicsOfSubTopology(TypedDict):
    """What a sub-topology reads and writes."""

    sub_topology: Is[int, "Its number."]
    sources: Is[list[str], "Topics it reads."]
    patterns: Is[list[str], "Patterns of topics it reads."]
    sinks: Is[list[str], "Topics it writes."]


class NamedTopic(TypedDict):
    """A topic, with the nodes that read and write it."""

    id: Is[int, "Its number."]
    name: Is[str, "Its name, or the pattern."]
    is_pattern: Is[bool, "Whether it is a pattern."]
    is_repartition: Is[bool, "Whether it is a repartition topic."]
    readers: Is[list[int], "Nodes that read it."]
    writers: Is[list[int], "Nodes that write it."]


class Store(TypedDict):
    """A state store."""

    name: Is[str, "Its name."]
    kind: Is[StoreKind, "What kind it is of."]
    is_global: Is[bool, "Whether it is a global store."]
    users: Is[list[int], "Nodes that use it."]
    uses: Is[
        list[Literal["writes", "reads", "both", "unknown"]],
        "What each of these nodes does with it, in the same order; of a node with code of its own that is unknown.",
    ]
    changelog: Is[str | None, "Its changelog topic; null where it has none."]
    changelog_is_source: Is[bool, "Whether a topic that is read serves as its changelog."]


class RepartitionTopic(TypedDict):
    """A repartition topic."""

    name: Is[str, "Its name, without application.id before it."]
    partitions: Is[int | None, "How many partitions the program sets; null where Kafka Streams decides."]


class Runtime(TypedDict):
    """What Kafka Streams builds of the plan."""

    nodes: Is[list[RuntimeNode], "All nodes."]
    sub_topologies: Is[list[SubTopology], "All sub-topologies."]
    topics: Is[list[TopicsOfSubTopology], "What each sub-topology reads and writes."]
    named_topics: Is[list[NamedTopic], "All topics."]
    stores: Is[list[Store], "All state stores; a store's number is its place here."]
    repartition_topics: Is[list[RepartitionTopic], "All repartition topics."]
    copartition_groups: Is[list[list[str]], "Topics that need the same number of partitions."]


class DescribeLine(TypedDict):
    """What a line of describe() is about."""

    sub_topology: Is[int | None, "The sub-topology."]
    node: Is[int | None, "The node."]


class Describe(TypedDict):
    """The text of describe()."""

    text: Is[str, "The text; what is not certain has a question mark."]
    lines: Is[list[DescribeLine], "What each of its lines is about."]


class SourceLine(TypedDict):
    """A line of a submitted file."""

    file: Is[str, "The file's name."]
    line: Is[int, "The line, from 1."]


class ExplanationPlace(SourceLine):
    """A line, and the calls that lead there."""

    callers: Is[list[SourceLine], "The calls that lead there, outermost first."]


class Figures(TypedDict):
    """How much Kafka Streams has to make."""

    repartition_topics: Is[int, "Repartition topics."]
    changelog_topics: Is[int, "Changelog topics."]
    sub_topologies: Is[int, "Sub-topologies."]


class Change(TypedDict):
    """Figures before and after the optimizer."""

    before: Is[Figures, "Before."]
    after: Is[Figures, "After."]


class Part(TypedDict):
    """One thing explained. Sentences set names in backticks."""

    id: Is[str, "The same as long as the thing keeps its name."]
    kind: Is[PartKind, "What it is about."]
    subject: Is[str, "The thing's name."]
    what: Is[list[str], "What it is, in sentences."]
    why: Is[list[str], "Why it is so, in sentences."]
    advice: Is[list[str], "What can be done, in sentences."]
    reference: Is[str, "Where Kafka decides it: a class, KIP or ticket."]
    places: Is[list[ExplanationPlace], "The lines it is about."]
    effect: Is[Effect | None, "What the optimizer's work does; null elsewhere."]
    figures: Is[Change | None, "What the optimizer's work saves; null elsewhere."]
    names: Is[list[str], "Names that are not certain."]


class Term(TypedDict):
    """A term that the sentences use."""

    name: Is[str, "The term."]
    sentence: Is[str, "What it means."]
    reference: Is[str, "Where Kafka says so."]


class Explanation(TypedDict):
    """Why each thing is there, and what the optimizer did."""

    schema: Is[str, "topoviz/explanation@1"]
    topology: Is[str, "The topology's name."]
    kafka_version: Is[str, "The version of Kafka Streams."]
    optimization: Is[str, "The value of topology.optimization."]
    parts: Is[list[Part], "What is explained, in reading order."]
    terms: Is[list[Term], "The terms that occur."]


class ProgramSetting(TypedDict):
    """A setting with which a program starts."""

    name: Is[str, "Its name, such as num.stream.threads."]
    value: Is[str | None, "Its value; null where the text does not say it."]
    doubt: Is[str, "Why it may be another, in a sentence; empty where it is certain."]
    file: Is[str | None, "The file that sets it; null where somebody says it beside the files."]
    line: Is[int | None, "The line there."]


class Topology(TypedDict):
    """A topology that the files make."""

    name: Is[str, "Its name."]
    is_named: Is[bool, "False of plain statements, which have no name: `name` says what they are."]
    outcome: Is[Outcome, "complete, unsure or refused."]
    application: Is[str, "The folder of its application; empty where there is one only."]
    starts_at: Is[Start | None, "Where its program starts."]
    not_started: Is[NotStarted | None, "Why nothing starts it; null where something does."]
    made_at: Is[Origin | None, "Where the StreamsBuilder or Topology is made."]
    optimization: Is[Optimization, "How topology.optimization is set."]
    application_id: Is[str | None, "application.id, where it is known."]
    settings: Is[list[ProgramSetting], "Settings of the program from which an assignment starts, as far as it has any."]
    refusal: Is[Refusal | None, "Why Kafka Streams refuses it; null where it does not."]
    plan: Is[Plan | None, "The logical plan; null of a dump, and of what is made without the DSL."]
    topology: Is[Runtime | None, "What Kafka Streams builds; null of what is refused."]
    describe: Is[Describe | None, "The text of describe(); null of what is refused."]
    unsure: Is[list[Doubt], "Names that are not certain."]
    shape_unsure: Is[str | None, "Why nodes may be missing or too many; null where their number is certain."]
    explanation: Is[Explanation, "Why each thing is there."]


class LedgerEntry(TypedDict):
    """A call of the DSL."""

    method: Is[str, "The method."]
    fate: Is[Fate, "What became of it."]
    reason: Is[str, "Why, where it is not in the result."]
    at: Is[Place | None, "The call's place."]


class Ledger(TypedDict):
    """What became of every call of the DSL; the three numbers add up to calls."""

    calls: Is[int, "How many calls there are."]
    modelled: Is[int, "How many are in the result."]
    not_reachable: Is[int, "How many nothing reaches."]
    reported: Is[int, "How many a diagnostic is about."]
    entries: Is[list[LedgerEntry], "Every call."]


class Analysis(TypedDict):
    """Everything that was found out about a submission: topoviz/analysis@1."""

    schema: Is[str, "topoviz/analysis@1"]
    kafka_version: Is[str, "The version of Kafka Streams that is followed."]
    version_choice: Is[VersionChoice, "What decided the version."]
    jdk: Is[int, "The version of Java that is followed."]
    language: Is[Language | None, "What the files are written in."]
    settings: Is[GivenSettings, "The settings as given."]
    files: Is[list[File], "The submitted files."]
    outcome: Is[Outcome, "How it went, in one word; see the document."]
    is_unsure: Is[bool, "Whether part of the result is not certain."]
    is_unreadable: Is[bool, "Whether something could not be read, or nothing has to do with Kafka Streams."]
    topologies: Is[list[Topology], "The topologies, those that nothing starts last."]
    diagnostics: Is[list[Diagnostic], "What could not be read, is not known, or is worth knowing."]
    ledger: Is[Ledger, "What became of every call of the DSL."]
