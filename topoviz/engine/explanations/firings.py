"""Say in a sentence what a rule did when it fired, with all names set as names."""

from __future__ import annotations

from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.upstream import filters_among, moved_behind
from topoviz.engine.explanations.wording import capital, code, printable, topics
from topoviz.engine.logical.nodes import GraphNode, Repartition, StreamSource, StreamStreamJoin, TableSource
from topoviz.engine.optimizer.optimizer import Optimized
from topoviz.engine.optimizer.rule import Firing, Rule


def tell_firing(facts: Facts, optimized: Optimized, rule: Rule, firing: Firing) -> str:
    """Tell one firing of an optimization; a rule that is not known here speaks for itself."""
    nodes = [optimized.plan.nodes.get(node) or optimized.before.nodes.get(node) for node in firing.nodes]
    match rule.name, nodes:
        case "merge_duplicate_sources", [StreamSource() as first, StreamSource() as later]:
            return _one_source(facts, first, later)
        case "reuse_ktable_source_topics", [TableSource() as table]:
            return (
                f"{facts.name(table.store.name)} restores from topic {facts.name(table.topic)} and needs no changelog "
                "topic."
            )
        case "merge_repartition_topics", [GraphNode() as changer, *_, Repartition() as merged]:
            return _merged(facts, optimized, changer, merged)
        case "single_store_self_join", [StreamStreamJoin() as join, *_]:
            return (
                f"{capital(facts.operator(join))} joins the stream with itself through "
                f"{facts.name(join.this_store.name)} alone; the state store {facts.name(join.other_store.name)} and "
                "the nodes that filled and read it go away."
            )
        case _:
            return printable(firing.sentence)


def _one_source(facts: Facts, first: StreamSource, later: StreamSource) -> str:
    read = code(first.pattern) if first.pattern is not None else topics([facts.name(topic) for topic in first.topics])
    return (
        f"{facts.name(first.name)}{facts.on_line(first.origin)} reads {read} for both calls; "
        f"{facts.name(later.name)}{facts.on_line(later.origin)} goes away and its number stays unused."
    )


def _merged(facts: Facts, optimized: Optimized, changer: GraphNode, merged: Repartition) -> str:
    moved = filters_among(moved_behind(optimized.before, optimized.plan, merged))
    behind = ""
    if moved:
        behind = (
            f" {capital(facts.operators(moved))} now {'run' if len(moved) > 1 else 'runs'} after the topic, which "
            f"carries what {'they drop' if len(moved) > 1 else 'it drops'}."
        )
    below, topic = facts.name(changer.name), facts.name(merged.topic)
    if len(merged.replaces) > 1:
        return f"{len(merged.replaces)} repartition topics below {below} become one, {topic}.{behind}"
    if moved:
        return f"Repartition topic {topic} moves directly below {below}.{behind}"
    return f"Repartition topic {topic} is made anew below {below}: there was one topic and there is one."
