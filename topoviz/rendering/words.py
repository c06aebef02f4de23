"""What stands in the boxes: operators in plain words, the user's own names, and one or two short facts.

Kafka's full names go into tooltips. A name that the text does not determine carries a question mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.logical.nodes import (
    GlobalStoreAdded,
    GraphNode,
    GroupedTableRepartition,
    NodeId,
    Processor,
    Repartition,
    StatefulProcessor,
    StateStoreAdded,
    StreamSink,
    StreamSource,
    StreamStreamJoin,
    StreamTableJoin,
    TableProcessor,
    TableRepartitionMap,
    TableSource,
    TableTableJoin,
    WindowedStreamProcessor,
)
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, TopologyNode
from topoviz.rendering.lettering import visible
from topoviz.rendering.limits import MAX_NAME
from topoviz.rendering.picture import Kind, Undrawable
from topoviz.rendering.table_words import (
    JOINS,
    NUMBERED,
    dumped_way,
    foreign_key_way,
    foreign_key_words,
    only_looks_up,
    own_store_of,
    suppresses,
    table_join_title,
    table_join_words,
)

LISTED: Final = 6
"""Names in a list before the rest is counted; the tooltip has them all."""

GENERATED: Final = re.compile(
    r"(?:COGROUPKSTREAM|KSTREAM|KTABLE)-(?P<words>[A-Z-]+?)-(?:STATE-STORE-)?(?P<index>\d{10})"
    # A child of split() has the name of its parent, with its number or what Branched.as() says behind it.
    r"(?P<child>(?<=BRANCH-\d{10})[\w.-]+)?",
    re.ASCII,
)
_INSIDE_GENERATED: Final = re.compile(
    r"(?:.*-)?(?:COGROUPKSTREAM|KSTREAM|KTABLE)-[A-Z-]+-\d{10}.*", re.ASCII | re.DOTALL
)
_STORE_INDEX: Final = re.compile(r"(?:.*-)?STATE-STORE-(\d{10})|(?:KSTREAM|KTABLE)-[A-Z-]+-(\d{10})-store", re.ASCII)

_EVERYWHERE: Final = "every instance has all of it"

# What the numbered names of Kafka Streams stand for, for dumps, where there is no plan to ask.
_NUMBERED: Final = {
    "SOURCE": "source",
    "SINK": "sink",
    "MAP": "map",
    "MAPVALUES": "mapValues",
    "FLATMAP": "flatMap",
    "FLATMAPVALUES": "flatMapValues",
    "KEY-SELECT": "selectKey",
    "FILTER": "filter",
    "PEEK": "peek",
    "FOREACH": "foreach",
    "PRINTER": "print",
    "BRANCH": "branch",
    "BRANCHCHILD": "one output",
    "MERGE": "merge",
    "TRANSFORM": "transform",
    "TRANSFORMVALUES": "transformValues",
    "PROCESSOR": "process",
    "PROCESSVALUES": "processValues",
    "JOIN": "join",
    "LEFTJOIN": "left join",
    "WINDOWED": "join window",
    "JOINTHIS": "join, left side",
    "JOINOTHER": "join, right side",
    "OUTERTHIS": "outer join, left side",
    "OUTEROTHER": "outer join, right side",
    "AGGREGATE": "aggregate",
    "REDUCE": "reduce",
    "TOSTREAM": "toStream",
    "SUPPRESS": "suppress",
    **NUMBERED,
}
_NUMBERED_KEY_CHANGERS: Final = {"MAP", "FLATMAP", "KEY-SELECT"}


@dataclass(frozen=True, slots=True)
class Marks:
    """Puts question marks behind names that the text does not determine."""

    unsure: Mapping[str, str]
    longest: int | None = MAX_NAME
    """How long a name may be in a picture; words that nobody draws take any."""

    def name(self, text: str) -> str:
        """Show a name whole and harmless; raises Undrawable when it is longer than any real one."""
        return mark(text, is_unsure=text in self.unsure, longest=self.longest)

    def names(self, texts: Iterable[str]) -> str:
        """List names, with commas."""
        return ", ".join(map(self.name, texts))

    def any_unsure(self, *texts: str | None) -> bool:
        """Tell whether one of the names is not certain."""
        return any(text in self.unsure for text in texts if text)


def mark(text: str, *, is_unsure: bool, longest: int | None = MAX_NAME) -> str:
    """Show a name whole and harmless, with a question mark if it is not certain."""
    if longest is not None and len(text) > longest:
        raise Undrawable(
            f"The name that begins with {visible(text[:40])} has {len(text):,} characters; "
            f"pictures take names of up to {MAX_NAME}, and Kafka of up to 249. Shorten it, or read the text instead."
        )
    return f"{visible(text)}?" if is_unsure else visible(text)


def is_own_name(name: str) -> bool:
    """Tell whether a name is the user's, not one that Kafka Streams makes with a number."""
    return bool(name) and _INSIDE_GENERATED.fullmatch(name) is None


def number_of(name: str, marks: Marks) -> str:
    """Give a node's own number as `#7`, or nothing when its name has none."""
    found = GENERATED.fullmatch(name)
    if found is None or found["child"] is not None:
        return ""
    return f"#{int(found['index'])}?" if marks.any_unsure(name) else f"#{int(found['index'])}"


def store_in_short(name: str, marks: Marks) -> str:
    """Name a store: in full if the user named it, else by its number."""
    found = _STORE_INDEX.fullmatch(name)
    if found is None:
        return f"store {marks.name(name)}"
    return f"store #{int(found[1] or found[2])}{'?' if marks.any_unsure(name) else ''}"


def facts(*parts: str | None) -> tuple[str, ...]:
    """List the facts that there are."""
    return tuple(part for part in parts if part)


def counted(number: int, what: str, several: str = "") -> str:
    """Give a number with its unit."""
    if number == 1:
        return f"1 {what}"
    return f"{number:,} {several or (what[:-1] + 'ies' if what.endswith('logy') else what + 's')}"


# --- operators of a plan ----------------------------------------------------------------------------------------------


def plan_kind(node: GraphNode) -> Kind:
    """Choose the shape of an operator."""
    match node:
        case StreamSource() | TableSource() | GlobalStoreAdded():
            return Kind.SOURCE
        case StreamSink():
            return Kind.SINK if node.part is None else Kind.REPARTITION
        case Repartition() | GroupedTableRepartition():
            return Kind.REPARTITION
        case StateStoreAdded():
            return Kind.STORE
        case StatefulProcessor() if only_looks_up(node):
            return Kind.STATELESS
        case WindowedStreamProcessor() | StreamStreamJoin() | StatefulProcessor():
            return Kind.KEY_CHANGING if node.changes_key and not _keeps_state(node) else Kind.STATEFUL
        case TableProcessor() | TableTableJoin():
            return Kind.STATEFUL if _keeps_state(node) else Kind.STATELESS
        case _:
            return Kind.KEY_CHANGING if changes_key(node) else Kind.STATELESS


def changes_key(node: GraphNode) -> bool:
    """Tell whether records get a new key; KTable#groupBy gives one too, which the optimizer does not look at."""
    return node.changes_key or isinstance(node, TableRepartitionMap)


def _keeps_state(node: GraphNode) -> bool:
    match node:
        case StatefulProcessor():
            return node.own_store is not None or bool(node.store_names) or bool(node.supplier_stores)
        case TableProcessor():
            return node.own_store is not None or bool(node.store_names)
        case TableTableJoin():
            return node.own_store is not None
        case _:
            return True


def plan_title(node: GraphNode, plan: LogicalPlan, marks: Marks) -> str:
    """Say what an operator does, or give the user's own name for it."""
    match node:
        case StreamSource() if node.part is not None:
            return foreign_key_way(node)
        case StreamSource():
            return f"stream {topics_read(node.topics, node.pattern, marks)}"
        case TableSource():
            return f"{'global table' if node.is_global else 'table'} {marks.name(node.topic)}"
        case StateStoreAdded():
            return marks.name(node.store.name)
        case GlobalStoreAdded():
            return f"global store of {marks.name(node.topic)}"
        case Repartition() | GroupedTableRepartition():
            return marks.name(node.topic)
        case StreamSink() if node.part is not None and node.topic is not None:
            return marks.name(node.topic)
        case StreamSink():
            return f"to {sink_topic(node.topic, marks)}"
        case _:
            return marks.name(node.name) if is_own_name(node.name) else operator_words(node, plan, marks)


def plan_number(node: GraphNode, marks: Marks) -> str:
    """Give an operator's own number."""
    name = node.processor_name or node.name if isinstance(node, TableSource) else node.name
    return "" if isinstance(node, StateStoreAdded | GlobalStoreAdded) else number_of(name, marks)


def plan_facts(node: GraphNode, plan: LogicalPlan, marks: Marks) -> tuple[str, ...]:
    """Say what is worth knowing about an operator."""
    own = marks.name(node.name) if is_own_name(node.name) else None
    match node:
        case StreamSink() if node.part is not None:
            return facts(foreign_key_words(node))
        case StreamSource() | StreamSink():
            return facts(own)
        case TableSource():
            name = node.processor_name or node.name
            own = marks.name(name) if is_own_name(name) else None
            return facts(own, restoring(node))
        case StateStoreAdded():
            return facts("state store" if node.part is None else foreign_key_words(node))
        case GlobalStoreAdded():
            return facts(marks.name(node.store.name), _EVERYWHERE)
        case GroupedTableRepartition():
            return facts("repartition topic")
        case Repartition():
            return facts("repartition topic", partitions(node.partitions))
        case _:
            words = operator_words(node, plan, marks) if own else None
            return facts(words, _own_store(node, marks))


def _own_store(node: GraphNode, marks: Marks) -> str | None:
    own = own_store_of(node)
    return store_in_short(own, marks) if own is not None else None


def restoring(table: TableSource) -> str:
    """Say how a table's store is filled again after a loss."""
    if table.is_global:
        return _EVERYWHERE
    if not table.is_materialized:
        return "not stored"
    if table.reuses_source_topic:
        return "restored from its topic"
    return "own changelog topic" if table.store.is_logged else "store not logged"


def operator_words(node: GraphNode, plan: LogicalPlan, marks: Marks) -> str:
    """Say what an operator does, in plain words."""
    match node:
        case TableTableJoin():
            return table_join_words(node)
        case _ if node.part is not None:
            return foreign_key_words(node)
        case StreamTableJoin():
            return f"{JOINS.get(node.operator, node.operator)} with {_table_of(node, plan, marks)}"
        case StreamStreamJoin():
            words = JOINS.get(node.operator, node.operator)
            return f"{words} with itself" if node.is_self_join else f"{words} of two streams"
        case WindowedStreamProcessor():
            return f"{_side(node, plan)} window"
        case Processor(operator="aggregate"):
            return "results of all groups"
        case Processor(operator="defaultBranch"):
            return "all other records"
        case Processor(operator="branch") if (output := _output_words(node.name)) is not None:
            return output
        case _:
            return visible(node.operator)


def _table_of(join: StreamTableJoin, plan: LogicalPlan, marks: Marks) -> str:
    """Name the table that a join looks up, as far as its store leads to one."""
    if not join.store_names:
        tables = [node for node in plan.nodes.values() if isinstance(node, TableSource) and node.is_global]
        return f"global table {marks.name(tables[0].topic)}" if len(tables) == 1 else "a global table"
    if len(join.store_names) > 1:
        is_suppressed = suppresses(tuple(plan.nodes.values()), join.store_names)
        return "the table of suppress" if is_suppressed else "joined tables"
    for node in plan.nodes.values():
        if isinstance(node, TableSource) and node.store.name in join.store_names:
            return f"table {marks.name(node.topic)}"
    for node in plan.nodes.values():
        if own_store_of(node) in join.store_names:
            return f"the table of {marks.name(node.name) if is_own_name(node.name) else visible(node.operator)}"
    return "a table"


def _side(window: WindowedStreamProcessor, plan: LogicalPlan) -> str:
    for node in plan.nodes.values():
        if isinstance(node, StreamStreamJoin):
            words = JOINS.get(node.operator, node.operator)
            if node.this_windowed_name == window.name:
                return f"{words}, left"
            if node.other_windowed_name == window.name:
                return f"{words}, right"
    return "join"


# --- topics -----------------------------------------------------------------------------------------------------------


def topics_read(topics: tuple[str, ...], pattern: str | None, marks: Marks) -> str:
    """Name the topics of a source; a long list ends in the number of those left out, never in half a name."""
    if pattern is not None:
        return f"matching {marks.name(pattern)}"
    return listed(topics, marks)


def listed(names: tuple[str, ...], marks: Marks) -> str:
    """List the first names and count the rest."""
    shown = marks.names(names[:LISTED])
    return f"{shown} and {len(names) - LISTED} more" if len(names) > LISTED else shown


def first_of(names: Sequence[str], most: int) -> str:
    """List names as they are, at most so many, and count the rest."""
    rest = len(names) - most
    return ", ".join(names) if rest <= 0 else f"{', '.join(names[:most])} and {rest:,} more"


def sink_topic(topic: str | None, marks: Marks) -> str:
    """Name the topic of a sink, or say that every record has its own."""
    return marks.name(topic) if topic is not None else "a topic for each record"


def partitions(count: int | None) -> str | None:
    """Say how many partitions were set, if any."""
    if count is None:
        return None
    return "1 partition" if count == 1 else f"{count} partitions"


# --- runtime nodes ----------------------------------------------------------------------------------------------------


def runtime_kind(node: TopologyNode, plan: LogicalPlan | None) -> Kind:
    """Choose the shape of a runtime node."""
    if isinstance(node, SourceNode):
        return Kind.SOURCE
    if isinstance(node, SinkNode):
        return Kind.SINK
    written_by = logical_node(node, plan)
    stores = node.stores if isinstance(node, ProcessorNode) else ()
    match written_by:
        case Repartition() | StreamTableJoin():
            return Kind.STATELESS
        case TableTableJoin() if node.name != written_by.name:
            return Kind.STATELESS
        case StatefulProcessor() if only_looks_up(written_by):
            return Kind.STATELESS
        case None:
            return _kind_by_name(node.name, has_stores=bool(stores))
        case _ if stores:
            return Kind.STATEFUL
        case _:
            return Kind.KEY_CHANGING if changes_key(written_by) else Kind.STATELESS


def _kind_by_name(name: str, *, has_stores: bool) -> Kind:
    found = GENERATED.fullmatch(name)
    words = found["words"] if found is not None and name.startswith("KSTREAM") else ""
    if words in _NUMBERED_KEY_CHANGERS:
        return Kind.KEY_CHANGING
    if words in ("JOIN", "LEFTJOIN"):
        return Kind.STATELESS
    return Kind.STATEFUL if has_stores else Kind.STATELESS


def logical_node(node: TopologyNode, plan: LogicalPlan | None) -> GraphNode | None:
    """Find the operator that wrote a runtime node."""
    if plan is None or node.plan_node is None:
        return None
    return plan.nodes.get(NodeId(node.plan_node))


def runtime_title(node: TopologyNode, plan: LogicalPlan | None, marks: Marks) -> str:
    """Say what a runtime node does, or give the user's own name for it."""
    written_by = logical_node(node, plan)
    match written_by:
        case None:
            return _title_by_name(node, marks)
        case Repartition():
            return _repartition_title(node, written_by)
        case GroupedTableRepartition():
            return "from repartition" if isinstance(node, SourceNode) else "to repartition"
        case StreamSource() | StreamSink() if written_by.part is not None:
            return foreign_key_way(written_by)
        case TableTableJoin():
            return table_join_title(node.name, written_by)
        case TableSource():
            words = "global table" if written_by.is_global else "table"
            if isinstance(node, SourceNode):
                return f"{words} {marks.name(written_by.topic)}"
            stored = written_by.is_materialized or written_by.is_global
            return f"{'keep' if stored else 'read as'} {words} {marks.name(written_by.topic)}"
        case GlobalStoreAdded():
            title = plan_title(written_by, plan, marks) if plan is not None else "global store"
            return title if isinstance(node, SourceNode) else f"fill store {marks.name(written_by.store.name)}"
        case StreamSource():
            return "stream"
        case StreamSink():
            return f"to {sink_topic(written_by.topic, marks)}"
        case StreamStreamJoin() if plan is not None:
            return _join_title(node, written_by, plan, marks)
        case _:
            assert plan is not None
            return plan_title(written_by, plan, marks)


def runtime_short(node: TopologyNode, plan: LogicalPlan | None, marks: Marks) -> str:
    """Say what a source or sink is without the topic that its title names, or nothing where it names none."""
    title = runtime_title(node, plan, marks)
    if isinstance(node, SinkNode) and title == f"to {sink_topic(node.topic, marks)}":
        return "sink"
    named = (
        [topic for topic in node.topics if title.endswith(f" {marks.name(topic)}")]
        if isinstance(node, SourceNode)
        else []
    )
    return title.removesuffix(f" {marks.name(named[0])}").removesuffix(" of") if named else ""


def runtime_facts(node: TopologyNode, plan: LogicalPlan | None, marks: Marks) -> tuple[str, ...]:
    """Say what is worth knowing about a runtime node."""
    written_by = logical_node(node, plan)
    own = marks.name(node.name) if is_own_name(node.name) else None
    if written_by is None or plan is None:
        kind = {SourceNode: "source", SinkNode: "sink"}.get(type(node)) if own else None
        return facts(kind)
    if isinstance(written_by, StreamSource | StreamSink | TableSource | GlobalStoreAdded):
        return facts(own)
    if isinstance(written_by, Repartition | GroupedTableRepartition):
        return ()
    words = operator_words(written_by, plan, marks) if own else None
    return facts(words)


def _title_by_name(node: TopologyNode, marks: Marks) -> str:
    found = GENERATED.fullmatch(node.name)
    if found is None:
        return marks.name(node.name)
    way = dumped_way(node)
    if way is not None:
        return way
    if node.name.startswith("KTABLE-SOURCE"):
        return "table"
    if isinstance(node, SinkNode):
        return f"to {sink_topic(node.topic, marks)}"
    output = _output_words(node.name)
    if output is not None:
        return output
    words = found["words"]
    return _NUMBERED.get(words, words.lower().replace("-", " "))


def _output_words(name: str) -> str | None:
    """Say which output of a branch a node is, if its name says so."""
    found = GENERATED.fullmatch(name)
    if found is None or found["child"] is None:
        return None
    return "all other records" if found["child"] == "0" else f"output {visible(found['child'].removeprefix('-'))}"


def _repartition_title(node: TopologyNode, written_by: Repartition) -> str:
    if isinstance(node, SourceNode):
        return "from repartition"
    if isinstance(node, SinkNode):
        return "to repartition"
    return "filter null keys" if written_by.drops_null_keys else "let all keys pass"


def _join_title(node: TopologyNode, join: StreamStreamJoin, plan: LogicalPlan, marks: Marks) -> str:
    words = operator_words(join, plan, marks)
    if join.is_self_join:
        return words
    if node.name == join.this_name:
        return f"{JOINS.get(join.operator, join.operator)}, left side"
    if node.name == join.other_name:
        return f"{JOINS.get(join.operator, join.operator)}, right side"
    return words
