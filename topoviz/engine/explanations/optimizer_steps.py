"""Explain what the optimizer did step by step, and what it would do at another setting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.explanations.explanation import Change, Figures, Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.firings import tell_firing
from topoviz.engine.explanations.glossary import term
from topoviz.engine.explanations.refusals import refusal_in_short
from topoviz.engine.explanations.settings import all_rules, figures_of_plan, no_rules, optimize_anew
from topoviz.engine.explanations.upstream import filters_among, kept_apart, moved_behind, users_of_repartition
from topoviz.engine.explanations.wording import capital, change_text, code, figures_text, listed
from topoviz.engine.logical.nodes import GraphNode, Repartition
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.optimizer.config import MERGE
from topoviz.engine.optimizer.optimizer import Optimized, Pass, rules_for
from topoviz.engine.optimizer.rule import Effect, Firing, Rule
from topoviz.engine.refusal import Refusal

REFERENCES: Final = {
    "merge_duplicate_sources": "InternalStreamsBuilder#mergeDuplicateSourceNodes, KAFKA-6687",
    "reuse_ktable_source_topics": "InternalStreamsBuilder#reuseKTableSourceTopics, KIP-295",
    "merge_repartition_topics": "InternalStreamsBuilder#mergeRepartitionTopics, KAFKA-6761",
    "single_store_self_join": "InternalStreamsBuilder#rewriteSingleStoreSelfJoin, KIP-862",
    "filter_null_keys_before_repartition": "InternalStreamsBuilder#rewriteRepartitionNodes, KIP-962",
}
"""Where Kafka Streams makes the change of each rule, and what decided it."""

_TO_BUILD: Final = (
    "Pass the properties to `build(properties)`. Topics that fall away are neither emptied nor deleted: plan the "
    "change like any change of a topology."
)
_SWITCH_ON: Final = f"Set `topology.optimization` to `all`. {_TO_BUILD}"

EFFECTS: Final = {Effect.GAIN: "a gain", Effect.NOTHING: "brings nothing", Effect.LOSS: "a loss"}


def explain_optimizer(facts: Facts) -> Iterator[Part]:
    """Give the whole, every rule that ran with its firings, and what `all` would change."""
    optimized = facts.analyzed.optimized
    if optimized is None:
        if facts.topology is not None and not facts.is_dump:
            yield _no_plan()
        return
    yield _whole(facts, optimized)
    before = optimized.before
    for step in optimized.passes:
        yield _step(facts, before, step)
        yield from _firings(facts, optimized, before, step)
        before = step.plan
    yield from _ended(facts, optimized)
    yield from _other_setting(facts, optimized)


def _no_plan() -> Part:
    return Part(
        "optimizer",
        PartKind.OPTIMIZER,
        "The optimizer has nothing to do",
        ("The program makes its Topology call by call, without a StreamsBuilder, so there is no logical plan.",),
        ("The optimizer rewrites logical plans only.",),
        reference="Topology, StreamsBuilder#build",
    )


# --- the whole --------------------------------------------------------------------------------------------------------


def _whole(facts: Facts, optimized: Optimized) -> Part:
    setting = code(facts.analyzed.optimization.text)
    subject = f"The optimizer at topology.optimization {setting}"
    change = _overall_change(facts, optimized)
    what: tuple[str, ...] = ()
    if optimized.refusal is not None:
        what = ("Kafka Streams ends with an exception while it optimizes; there is no topology.",)
    elif isinstance(change, Refusal):
        what = (f"Without these rules Kafka Streams would refuse the program with a {refusal_in_short(change)}",)
    elif change is not None and facts.analyzed.optimization.rules:
        what = (change_text(change),)
    elif change is not None:
        what = (f"No optimization is switched on: the program has {figures_text(change.after)}.",)
    if isinstance(change, Change) and facts.is_shape_unsure:
        what = (*what, "These figures are not certain.")
    return Part(
        "optimizer",
        PartKind.OPTIMIZER,
        subject,
        what,
        (_where_setting_comes_from(facts),),
        (*_advice_on_build(facts), *_advice_on_rules(facts, optimized)),
        term("optimizer").reference,
        figures=change if isinstance(change, Change) else None,
    )


def _advice_on_rules(facts: Facts, optimized: Optimized) -> tuple[str, ...]:
    """Say which of the rules that are switched on are a gain, where another is a loss."""
    firings = [(rule, firing) for rule, firing in optimized.firings if rule.config is not None]
    effects = {firing.effect for _, firing in firings}
    return (_switch_on_in_part(facts, firings),) if {Effect.GAIN, Effect.LOSS} <= effects else ()


def _overall_change(facts: Facts, optimized: Optimized) -> Change | Refusal | None:
    """Compare with `none`, at which only the rules run that always do."""
    unoptimized = optimize_anew(facts, no_rules(facts.behaviours))
    if unoptimized is None or optimized.refusal is not None:
        return None
    if unoptimized.refusal is not None:
        return unoptimized.refusal
    before = figures_of_plan(facts, unoptimized.plan)
    after = figures_of_plan(facts, optimized.plan)
    if isinstance(before, Refusal) and isinstance(after, Figures):
        return before
    return Change(before, after) if isinstance(before, Figures) and isinstance(after, Figures) else None


def _where_setting_comes_from(facts: Facts) -> str:
    if facts.analysis.submission.settings.optimize is not None:
        return "The setting was chosen for this analysis."
    if facts.analyzed.sets_optimization:
        return "The program sets it and builds with these properties."
    unused, built_at = facts.analyzed.unused_optimization, facts.analyzed.built_at
    so = "the default `none` holds: only rules that always run do anything."
    if unused is not None:
        value = f"to {code(unused.text)} " if unused.text else ""
        return (
            f"The text sets it {value}in the properties that `KafkaStreams` gets{facts.on_line(unused.started_at)}. "
            f"`build()`{facts.on_line(built_at)} does not get them, so {so}"
        )
    if built_at is not None and not facts.analyzed.built_without_properties:
        return f"The properties that `build()` gets{facts.on_line(built_at)} do not set it, so {so}"
    if built_at is not None:
        return f"`build()`{facts.on_line(built_at)} gets no properties, so {so}"
    return f"No `build()` in the text gets properties that set it, so {so}"


def _advice_on_build(facts: Facts) -> tuple[str, ...]:
    rules = facts.analyzed.optimization.rules
    if facts.analyzed.unused_optimization is not None and facts.analysis.submission.settings.optimize is None:
        return ("Pass the properties to `build(properties)` too: nothing else looks at topology.optimization.",)
    if not (facts.analyzed.built_without_properties and rules):
        return ()
    return (
        "The program calls `build()` without properties and so is never optimized; pass them: `build(properties)`.",
    )


# --- rules that ran ---------------------------------------------------------------------------------------------------


def _step(facts: Facts, before: LogicalPlan, step: Pass) -> Part:
    rule = step.rule
    passing = _let_through(facts, step.plan) if rule.name == "filter_null_keys_before_repartition" else ()
    if not step.firings and not passing:
        return Part(
            f"step:{rule.name}",
            PartKind.STEP,
            rule.title,
            (f"{code(_setting_name(rule))} ran and found nothing to change.",),
            *(kept := _why_kept_apart(facts, before, rule)),
            reference=_reference(rule),
            effect=Effect.NOTHING if any(kept) else None,
        )
    change = _change(facts, before, step.plan)
    times = "once" if len(step.firings) == 1 else f"{len(step.firings)} times"
    fired = f"{code(_setting_name(rule))} changes the plan {times}." if step.firings else ""
    what = (fired, *(() if not step.firings or change is None else (change_text(change),)), *passing)
    return Part(
        f"step:{rule.name}",
        PartKind.STEP,
        rule.title,
        tuple(sentence for sentence in what if sentence),
        (rule.explanation,),
        reference=_reference(rule),
        effect=_overall_effect(step.firings),
        figures=change if step.firings else None,
    )


def _why_kept_apart(facts: Facts, before: LogicalPlan, rule: Rule) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Say why repartition topics below one change of the key are not merged, and what to do about it."""
    found = kept_apart(before) if rule.config == MERGE else None
    if found is None or not found[1]:
        return (), ()
    changer, values = facts.operator(found[0]), facts.operators(found[1])
    changes = "change" if len(found[1]) > 1 else "changes"
    why = f"{capital(values)} {changes} the value between {changer} and the topics, so they are not merged."
    return (why,), ("Change the key last, or key and value in one `map`: then one topic can serve all.",)


def _setting_name(rule: Rule) -> str:
    return rule.config or rule.name


def _reference(rule: Rule) -> str:
    return REFERENCES.get(rule.name, "InternalStreamsBuilder")


def _change(facts: Facts, before: LogicalPlan, after: LogicalPlan) -> Change | None:
    old, new = figures_of_plan(facts, before), figures_of_plan(facts, after)
    return Change(old, new) if isinstance(old, Figures) and isinstance(new, Figures) else None


def _overall_effect(firings: tuple[Firing, ...]) -> Effect | None:
    """Give the effect that all firings share, and none when they differ."""
    effects = {firing.effect for firing in firings}
    return effects.pop() if len(effects) == 1 else None


def _let_through(facts: Facts, plan: LogicalPlan) -> tuple[str, ...]:
    """Name the repartition topics that records without a key pass; the rule tells this by a flag, not by a firing."""
    open_topics = [node.topic for node in plan.in_order() if isinstance(node, Repartition) and not node.drops_null_keys]
    if not open_topics:
        return ()
    return (f"Records without a key pass {facts.names(open_topics)}, because a left or outer join below accepts them.",)


def _firings(facts: Facts, optimized: Optimized, before: LogicalPlan, step: Pass) -> Iterator[Part]:
    for number, firing in enumerate(step.firings, start=1):
        nodes = _nodes(firing, before, step.plan)
        yield Part(
            f"firing:{step.rule.name}:{number}",
            PartKind.FIRING,
            f"{step.rule.title}, firing {number}: {EFFECTS[firing.effect]}",
            (tell_firing(facts, optimized, step.rule, firing),),
            _why_fired(facts, before, step.rule, nodes),
            _advice_after(facts, before, step.plan, firing, nodes),
            _reference(step.rule),
            facts.places(node.origin for node in nodes),
            firing.effect,
        )


def _nodes(firing: Firing, before: LogicalPlan, after: LogicalPlan) -> list[GraphNode]:
    found = (after.nodes.get(node) or before.nodes.get(node) for node in firing.nodes)
    return [node for node in found if node is not None]


def _why_fired(facts: Facts, before: LogicalPlan, rule: Rule, nodes: list[GraphNode]) -> tuple[str, ...]:
    if rule.config != MERGE:
        return (f"It comes from {facts.operators(nodes)}.",)
    changer, *repartitions = nodes
    users = [user for node in repartitions if not node.replaces for user in users_of_repartition(before, node.id)]
    need = f"{facts.operators(users)} {'read' if len(users) > 1 else 'reads'} the stream by its new key"
    does = "changes the key" if changer.changes_key else "passes on records with changed keys"
    return (f"{capital(facts.operator(changer))} {does}; {need}.",)


def _advice_after(
    facts: Facts, before: LogicalPlan, after: LogicalPlan, firing: Firing, nodes: list[GraphNode]
) -> tuple[str, ...]:
    """What to do about a loss: a filter that now runs behind the repartition topic."""
    if firing.effect is not Effect.LOSS:
        return ()
    moved = [one for node in nodes if isinstance(node, Repartition) for one in moved_behind(before, after, node)]
    filters = filters_among(moved)
    if not filters:
        return ()
    changer, dropping = facts.operator(nodes[0]), facts.operators(filters)
    tests, it = ("test", "them") if len(filters) > 1 else ("tests", "it")
    up = f"If what {dropping} {tests} is there above {changer} already, move {it} up: what is dropped never gets there."
    return (f"{up} If it is what {changer} makes, {_without_merging(facts)}.",)


def _without_merging(facts: Facts) -> str:
    if facts.behaviours.has("optimizes_by_list"):
        return f"leave {code(MERGE)} out of topology.optimization"
    return "only topology.optimization `none` keeps the filter before the topic; it leaves the other rule out too"


def _ended(facts: Facts, optimized: Optimized) -> Iterator[Part]:
    """The rule that ended in Kafka's exception; it has no pass."""
    if optimized.refusal is None:
        return
    rules = rules_for(facts.behaviours, facts.analyzed.optimization)
    rule = rules[len(optimized.passes)]
    yield Part(
        f"step:{rule.name}",
        PartKind.STEP,
        rule.title,
        (f"{code(_setting_name(rule))} ends in a {refusal_in_short(optimized.refusal)}",),
        reference=_reference(rule),
    )


# --- another setting --------------------------------------------------------------------------------------------------


def _other_setting(facts: Facts, optimized: Optimized) -> Iterator[Part]:
    """Say what `all` would do, where the setting leaves rules out that would do something."""
    everything = all_rules(facts.behaviours)
    missing = everything.rules - facts.analyzed.optimization.rules
    if not missing:
        yield from _without_optimization(facts, optimized)
        return
    other = optimize_anew(facts, everything)
    if other is None:
        return
    if other.refusal is not None:
        yield _would_refuse("all", other.refusal)
        return
    after = figures_of_plan(facts, other.plan)
    if isinstance(after, Refusal):
        yield _would_refuse("all", after)
        return
    firings = [(rule, firing) for rule, firing in other.firings if rule.config in missing]
    before = figures_of_plan(facts, optimized.plan) if optimized.refusal is None else None
    yield _would_change(facts, other, before, after, firings)


def _would_change(
    facts: Facts,
    other: Optimized,
    before: Figures | Refusal | None,
    after: Figures | None,
    firings: list[tuple[Rule, Firing]],
) -> Part:
    what: list[str] = []
    figures: Change | None = None
    if not firings:
        what.append("With `all`, no further rule would find anything to change.")
    elif isinstance(before, Refusal) and after is not None:
        what.append("With `all`, Kafka Streams would build this program, which it refuses at the present setting.")
    elif isinstance(before, Figures) and after is not None:
        figures = Change(before, after)
        change = change_text(figures)
        what.append(f"With `all`, n{change.removeprefix('N')}" if before == after else f"With `all`: {change}")
    what.extend(
        f"By {code(_setting_name(rule))}, {EFFECTS[firing.effect]}: {tell_firing(facts, other, rule, firing)}"
        for rule, firing in firings
    )
    if figures is not None and facts.is_shape_unsure:
        what.append("These figures are not certain.")
    effects = {firing.effect for _, firing in firings}
    advice: tuple[str, ...] = ()
    if Effect.GAIN in effects and Effect.LOSS in effects:
        advice = (_switch_on_in_part(facts, firings),)
    elif Effect.GAIN in effects:
        advice = (_SWITCH_ON,)
    elif firings:
        advice = ("Nothing is gained by switching it on for this program.",)
    return Part(
        "other-setting:all", PartKind.OTHER_SETTING, "What topology.optimization `all` would change",
        tuple(what), (), advice, "StreamsConfig#TOPOLOGY_OPTIMIZATION_CONFIG",
        effect=effects.pop() if len(effects) == 1 else None, figures=figures,
    )  # fmt: skip


def _switch_on_in_part(facts: Facts, firings: list[tuple[Rule, Firing]]) -> str:
    """Say which rules to switch on where one of them is a loss."""
    losing = {rule.config or "" for rule, firing in firings if firing.effect is Effect.LOSS}
    gaining = sorted({rule.config or "" for rule, firing in firings if firing.effect is Effect.GAIN} - losing)
    if not facts.behaviours.has("optimizes_by_list"):
        return "Before 3.4 it is `all` or `none`: weigh the gain against the loss. From 3.4 on rules can be named."
    if not gaining:
        return "One rule brings both the gain and the loss, so weigh one against the other."
    return (
        f"Set `topology.optimization` to {code(','.join(gaining))} and not to `all`, because "
        f"{listed(map(code, sorted(losing)))} is a loss here. {_TO_BUILD}"
    )


def _would_refuse(setting: str, refusal: Refusal) -> Part:
    return Part(
        f"other-setting:{setting}",
        PartKind.OTHER_SETTING,
        f"topology.optimization {code(setting)} would not work",
        (f"Kafka Streams would refuse this program with a {refusal_in_short(refusal)}",),
        reference="StreamsConfig#TOPOLOGY_OPTIMIZATION_CONFIG",
    )


def _without_optimization(facts: Facts, optimized: Optimized) -> Iterator[Part]:
    """Where the optimizer itself fails, say whether the program builds without it."""
    if optimized.refusal is None:
        return
    plain = optimize_anew(facts, no_rules(facts.behaviours))
    if plain is None:
        return
    figures = plain.refusal or figures_of_plan(facts, plain.plan)
    if isinstance(figures, Refusal):
        yield _would_refuse("none", figures)
    elif figures is not None:
        yield Part(
            "other-setting:none",
            PartKind.OTHER_SETTING,
            "The program builds with topology.optimization `none`",
            (f"It then has {figures_text(figures)}.",),
            reference="StreamsConfig#TOPOLOGY_OPTIMIZATION_CONFIG",
        )
