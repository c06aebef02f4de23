"""Explain every state store and its changelog topic: who owns it, why it is there, what would avoid it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.numbered_names import is_numbered_store
from topoviz.engine.explanations.store_story import Story
from topoviz.engine.explanations.table_stores import looks_up, reference_of, tell_table_store
from topoviz.engine.explanations.wording import capital, code, counted, listed
from topoviz.engine.logical.nodes import (
    GraphNode,
    Processor,
    StatefulProcessor,
    StateStoreAdded,
    Store,
    StoreKind,
    StreamSink,
    StreamStreamJoin,
    StreamTableJoin,
    TableProcessor,
    TableSource,
    TableTableJoin,
)
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.optimizer.config import REUSE, SELF_JOIN
from topoviz.engine.topology.internal_topics import ChangelogTopic, changelog_topics
from topoviz.engine.topology.nodes import Topology

_KEPT_FOR: Final = {
    StoreKind.KEY_VALUE: "each key",
    StoreKind.WINDOW: "each key and window",
    StoreKind.SESSION: "each key and session",
    StoreKind.VERSIONED: "each key, with older ones,",
    StoreKind.OTHER: "each key",
}


_JOINS: Final = ("join", "leftJoin")


def explain_state_stores(facts: Facts) -> Iterator[Part]:
    """Give one part for each state store that belongs to tasks, in the order in which they were added."""
    topology = facts.topology
    if topology is None:
        return
    changelogs = {changelog.store: changelog for changelog in changelog_topics(topology)}
    owners = _owners(facts.after)
    for name in topology.stores:
        if facts.is_dump:
            yield _from_names(facts, topology, name)
        else:
            yield _explain(facts, topology, _tell(facts, topology, owners, name), changelogs.get(name))


def _explain(facts: Facts, topology: Topology, story: Story, changelog: ChangelogTopic | None) -> Part:
    name = story.store.name
    users = _users(facts, topology, name)
    places = facts.places(one.origin for one in ([story.owner] if story.owner else []) + users)
    common = (story.what, *_other_users(facts, story, users))
    if changelog is not None and not changelog.is_source:
        return Part(
            f"changelog-topic:{name}",
            PartKind.CHANGELOG_TOPIC,
            f"Changelog topic {_changelog_name(facts, changelog)}",
            (f"It keeps every update of the state store {facts.name(name)}.",),
            (*common, story.name_origin, *_same_as_output(facts, story)),
            (*_ways_out(facts, story), *_advice_on_name(story)),
            _reference(facts, story),
            places,
        )
    return Part(
        f"store:{name}",
        PartKind.STATE_STORE,
        f"State store {facts.name(name)} without a changelog topic of its own",
        common,
        (*_why_no_changelog(facts, topology, story, changelog), story.name_origin),
        _advice_without(story, topology, changelog),
        _reference(facts, story),
        places,
    )


def _changelog_name(facts: Facts, changelog: ChangelogTopic) -> str:
    """The topic's name is as certain as the store's."""
    return code(f"{changelog.name}?") if changelog.store in facts.analyzed.unsure else facts.name(changelog.name)


# --- who uses it ------------------------------------------------------------------------------------------------------


def _users(facts: Facts, topology: Topology, store: str) -> list[GraphNode]:
    """Give the plan nodes of the processors connected to a store, one for each call."""
    found: dict[object, GraphNode] = {}
    for user in topology.store_users.get(store, ()):
        node = facts.runtime_nodes[user].plan_node
        plan_node = facts.plan_node(node) if node is not None else None
        if plan_node is not None:
            found.setdefault((plan_node.operator, plan_node.origin), plan_node)
    return list(found.values())


def _other_users(facts: Facts, story: Story, users: list[GraphNode]) -> tuple[str, ...]:
    owner = story.owner
    others = [user for user in users if owner is None or (user.operator, user.origin) != (owner.operator, owner.origin)]
    if not others:
        return ()
    if all(looks_up(user) for user in others):
        return (f"{capital(facts.operators(others))} {'look' if len(others) > 1 else 'looks'} values up in it.",)
    return (f"{capital(facts.operators(others))} {'use' if len(others) > 1 else 'uses'} it.",)


# --- what it is for ---------------------------------------------------------------------------------------------------


def _tell(facts: Facts, topology: Topology, owners: Mapping[str, GraphNode], name: str) -> Story:
    told = tell_table_store(facts, owners.get(name), topology.stores[name])
    if told is not None:
        return told
    match owners.get(name):
        case StatefulProcessor(own_store=Store(name=own) as store) as node if own == name:
            return _aggregation_story(facts, node, store)
        case StatefulProcessor() as node:
            return _supplied_story(facts, node, topology.stores[name])
        case StreamStreamJoin() as node:
            return _join_story(facts, node, topology.stores[name])
        case (StateStoreAdded() | StreamTableJoin()) as node if node.operator in _JOINS:
            return _buffer_story(facts, node, topology.stores[name])
        case StateStoreAdded() as node:
            return _added_story(facts, node)
        case _:
            return _story_of_call(facts, topology, name)


def _owners(plan: LogicalPlan | None) -> dict[str, GraphNode]:
    """Map each store to the operator that brings it."""
    owners: dict[str, GraphNode] = {}
    for node in plan.in_order() if plan is not None else ():
        for store in _stores_of(node):
            owners.setdefault(store.name, node)
    return owners


def _stores_of(node: GraphNode) -> tuple[Store, ...]:
    match node:
        case TableSource() | StateStoreAdded():
            return (node.store,)
        case StatefulProcessor():
            return (*node.supplier_stores, *((node.own_store,) if node.own_store is not None else ()))
        case TableProcessor() | TableTableJoin():
            return (node.own_store,) if node.own_store is not None else ()
        case StreamTableJoin():
            return (node.buffer,) if node.buffer is not None else ()
        case StreamStreamJoin():
            outer = (node.outer_store,) if node.outer_store is not None else ()
            return (node.this_store, node.other_store, *outer)
        case _:
            return ()


def _aggregation_story(facts: Facts, node: StatefulProcessor, store: Store) -> Story:
    what = f"{capital(facts.operator(node))} keeps its result for {_KEPT_FOR[store.kind]} in it."
    if is_numbered_store(store.name):
        origin = "The store's name: the kind of operator and a number, for no `Materialized` names it."
    else:
        origin = "The store's name is from `Materialized`."
    return Story(store, node, what, origin, "`Materialized`", "`Materialized.withLoggingDisabled()`")


def _supplied_story(facts: Facts, node: StatefulProcessor, store: Store) -> Story:
    what = f"The supplier of {facts.operator(node)} brings it along by `stores()`."
    return Story(store, node, what, "The store's name is from its builder.", "", "`StoreBuilder.withLoggingDisabled()`")


def _added_story(facts: Facts, node: StateStoreAdded) -> Story:
    what = f"{capital(facts.operator(node))} adds it, for processors to use by name."
    return Story(
        node.store, node, what, "The store's name is from its builder.", "", "`StoreBuilder.withLoggingDisabled()`"
    )


def _buffer_story(facts: Facts, node: GraphNode, store: Store) -> Story:
    what = (
        f"{capital(facts.operator(node))} keeps records in it for its grace period, so that each meets the value that "
        "the table had at its time."
    )
    origin = "The store's name: that of the join, with `-Buffer` after it."
    return Story(store, node, what, origin, "`Joined`", "")


def _story_of_call(facts: Facts, topology: Topology, name: str) -> Story:
    users = [facts.runtime_nodes[user] for user in topology.store_users.get(name, ())]
    by = listed(f"{facts.name(user.name)}{facts.on_line(user.origin)}" for user in users if user.plan_node is None)
    what = "The program adds it to the Topology itself."
    if by:
        what += f" It is used by {by}."
    store = topology.stores[name]
    return Story(store, None, what, "The store's name is from its builder.", "", "`StoreBuilder.withLoggingDisabled()`")


def _join_story(facts: Facts, node: StreamStreamJoin, store: Store) -> Story:
    call = capital(facts.operator(node))
    if node.outer_store is not None and store.name == node.outer_store.name:
        what = f"{call} keeps records in it that found no partner yet, until their window is over."
    elif node.is_self_join:
        what = f"{call} joins a stream with itself and keeps its records once, as long as the window."
    else:
        side = "left" if store.name == node.this_store.name else "right"
        what = f"{call} keeps the records of its {side} stream in it, as long as the window."
    return Story(store, node, what, _join_name(store.name), _join_namer(facts), _join_unlogger(facts))


def _join_name(name: str) -> str:
    if is_numbered_store(name):
        return "The store's name: the number of the join's node, for nothing names the store."
    return "The store's name is from `StreamJoined` or its store supplier."


def _join_namer(facts: Facts) -> str:
    return "`StreamJoined.withStoreName`" if facts.behaviours.is_since("2.4.0") else ""


def _join_unlogger(facts: Facts) -> str:
    return "`StreamJoined.withLoggingDisabled()`" if facts.behaviours.is_since("2.8.0") else ""


# --- what can be done -------------------------------------------------------------------------------------------------


def _ways_out(facts: Facts, story: Story) -> Iterator[str]:
    owner = story.owner
    if isinstance(owner, TableSource):
        yield (
            f"With topology.optimization {_setting(facts, REUSE)} the store restores from {facts.name(owner.topic)} "
            "instead, and this topic goes away. Have that topic compacted first: restoring reads all that it keeps."
        )
    if isinstance(owner, StreamStreamJoin) and not owner.is_self_join and _joins_itself(facts, owner):
        yield f"With topology.optimization {_setting(facts, SELF_JOIN)} one store serves both sides."
    if story.unlogger:
        also = " as well" if isinstance(owner, TableSource) else ""
        yield (
            f"{story.unlogger} removes it{also}, at a price: when the task moves or its disk is lost, the store starts "
            "empty, and no standby keeps a copy."
        )


def _setting(facts: Facts, rule: str) -> str:
    if facts.behaviours.has("optimizes_by_list"):
        return f"{code(rule)} (or `all`)"
    return "`all`"


def _joins_itself(facts: Facts, join: StreamStreamJoin) -> bool:
    plan = facts.after
    return facts.behaviours.has("optimizes_by_list") and plan is not None and len(plan.parents[join.id]) == 1


def _why_no_changelog(
    facts: Facts, topology: Topology, story: Story, changelog: ChangelogTopic | None
) -> tuple[str, ...]:
    if changelog is not None:
        return (
            (
                f"The store restores from topic {facts.name(changelog.name)}, which is read anyway, so no second copy "
                "of its records is kept."
            ),
        )
    if not story.store.is_logged:
        return ("Its logging is switched off, so nothing keeps its updates.",)
    if not topology.store_users.get(story.store.name):
        return ("No processor is connected to it, so Kafka Streams neither opens it nor makes a topic for it.",)
    if not topology.stores[story.store.name].is_logged:
        return (
            f"Kafka Streams {facts.behaviours.version} forgets the changelog of a store that only such operators use.",
        )
    return ("Why it has none is not known.",)


def _advice_without(story: Story, topology: Topology, changelog: ChangelogTopic | None) -> tuple[str, ...]:
    if changelog is not None:
        return ("Have that topic compacted: restoring reads all that it keeps.",)
    if not story.store.is_logged:
        return (
            (
                "When the task moves or its disk is lost, the store starts empty, and no standby keeps a copy. If "
                "what it holds matters, switch logging on."
            ),
        )
    if not topology.store_users.get(story.store.name):
        return ("Connect it to the processor that should use it, or remove it.",)
    if not topology.stores[story.store.name].is_logged:
        return ("When the task moves or its disk is lost, the store starts empty. Take 3.3.2, which keeps it.",)
    return ()


def _advice_on_name(story: Story) -> tuple[str, ...]:
    if not story.namer or not is_numbered_store(story.store.name):
        return ()
    return (
        (
            f"Name it by {story.namer}: the number changes when operators are added or removed above, and then the "
            "store starts empty under a new name."
        ),
    )


def _same_as_output(facts: Facts, story: Story) -> tuple[str, ...]:
    """An aggregation that is written straight to a topic is kept twice (KAFKA-6035)."""
    plan, owner = facts.after, story.owner
    if plan is None or not isinstance(owner, StatefulProcessor) or story.store.kind is not StoreKind.KEY_VALUE:
        return ()  # windows may be emitted only when they close
    sinks = list(_straight_to_sinks(plan, owner))
    if not sinks:
        return ()
    return (
        (
            f"{capital(facts.operators(sinks))} {'write' if len(sinks) > 1 else 'writes'} the same updates to "
            f"{facts.names(sink.topic or '' for sink in sinks)}; Kafka Streams cannot restore the store from there."
        ),
    )


def _straight_to_sinks(plan: LogicalPlan, owner: GraphNode) -> Iterator[StreamSink]:
    for child in plan.children[owner.id]:
        node = plan.nodes[child]
        if isinstance(node, Processor) and node.operator == "toStream":
            for below in plan.children[child]:
                sink = plan.nodes[below]
                if isinstance(sink, StreamSink) and sink.topic is not None:
                    yield sink


def _reference(facts: Facts, story: Story) -> str:
    match story.owner:
        case owner if owner is not None and reference_of(facts, owner):
            return reference_of(facts, owner)
        case StateStoreAdded() | StreamTableJoin() if story.owner.operator in _JOINS:
            return "KStreamKTableJoin, KIP-923"
        case StreamStreamJoin():
            return "KStreamImplJoin, KAFKA-10847" if story.owner.outer_store else "KStreamImplJoin"
        case StatefulProcessor() if story.owner.own_store is not None:
            return "GroupedStreamAggregateBuilder, Materialized"
        case StatefulProcessor():
            return "KIP-401"
        case _:
            return "StoreBuilder"


# --- without a program ------------------------------------------------------------------------------------------------


def _from_names(facts: Facts, topology: Topology, name: str) -> Part:
    """All that can be said of a store in a dump; whether it is logged is not written there."""
    users = topology.store_users.get(name, ())
    made_from = name.rpartition("-STATE-STORE-")[0]
    hints = []
    if name.startswith("KSTREAM-AGGREGATE-STATE-STORE-"):
        hints.append("By its name it belongs to `count` or `aggregate`, and nothing in the program names it.")
    elif name.startswith("KSTREAM-REDUCE-STATE-STORE-"):
        hints.append("By its name it belongs to `reduce`, and nothing in the program names it.")
    elif made_from and is_numbered_store(name) and not made_from.startswith(("KSTREAM-", "KTABLE-", "COGROUP")):
        hints.append(f"By its name it is the store of a table of topic {code(made_from)}, and nothing names it.")
    return Part(
        f"store:{name}",
        PartKind.STATE_STORE,
        f"State store {facts.name(name)}",
        (f"{counted(len(users), 'processor')} {'uses' if len(users) == 1 else 'use'} it: {facts.names(users)}.",),
        (
            *hints,
            (
                "Whether it has a changelog topic cannot be known from a dump; if so, that topic is "
                f"{code(f'{name}-changelog')}, with the application's id and a dash before it."
            ),
        ),
        reference="ProcessorStateManager#storeChangelogTopic",
    )
