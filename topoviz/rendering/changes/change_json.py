"""A change as JSON; `shapes.py` says what its members mean."""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.changes.compare import Change, Relation
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Finding, Verdict, verdict_of
from topoviz.engine.changes.matching.match import Matched
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.changes.migration.names import NameToGive
from topoviz.engine.changes.migration.plan import Migration, migration_of
from topoviz.engine.changes.side import Side
from topoviz.engine.changes.state_cost import StateCost
from topoviz.engine.source import Origin
from topoviz.rendering.changes.overlaid import key_when_gone, keys_of
from topoviz.rendering.changes.words import in_one_sentence, name_of_level, rests_on, setting_words, unchanged
from topoviz.rendering.wire import place_to_json

SCHEMA: Final = "topoviz/change@1"

Json = dict[str, Any]

_NODES: Final = (Sort.SOURCE, Sort.PROCESSOR, Sort.SINK)


def change_to_json(change: Change) -> Json:
    """Give the verdict, what it rests on, what became of each thing, and what to do."""
    compared, migration = change.compared, migration_of(change)
    document = {
        **_head(compared.old, compared.new, compared.deployment, change.verdict, change.relation),
        "findings": [finding_to_json(one) for one in change.findings],
        "rests_on": list(change.rests_on),
        "things": _things(change),
        "sub_topologies": [
            {"fate": one.fate.value, "old": list(one.old), "new": list(one.new), "sentence": one.sentence}
            for one in compared.sub_topologies
        ],
        "tasks": _tasks(change),
        "migration": _migration(compared.new, migration),
        "state": None if migration.cost is None else _state(migration.cost),
    }
    return _with_words(document)


def _things(change: Change) -> list[Json]:
    """Give what became of each thing, with its keys in the pictures."""
    compared = change.compared
    old_keys, new_keys = keys_of(compared.old), keys_of(compared.new)
    found = [
        *((one.old, one.new, _matched(compared.old, compared.new, one)) for one in compared.matching.matched),
        *((thing, None, _alone(compared.old, thing, "removed")) for thing in compared.matching.removed),
        *((None, thing, _alone(compared.new, thing, "added")) for thing in compared.matching.added),
    ]
    things = []
    for old, new, said in found:
        old_key = None if old is None else old_keys.get(old)
        new_key = None if new is None else new_keys.get(new)
        key = new_key if old_key is None or new_key is not None else key_when_gone(old_key)
        things.append({**said, "key": key, "old_key": old_key, "new_key": new_key})
    return things


def refused_to_json(old: Side, new: Side, deployment: Deployment, finding: Finding) -> Json:
    """Give the same of a new version that has no topology, because Kafka Streams refuses it."""
    document = {
        **_head(old, new, deployment, verdict_of([finding]), Relation.CHANGED),
        "findings": [finding_to_json(finding)],
        "rests_on": [],
        "things": [],
        "sub_topologies": [],
        "tasks": None,
        "migration": {"names": [], "steps": []},
        "state": None,
    }
    return _with_words(document)


def _with_words(document: Json) -> Json:
    """Add what text, Markdown and pages say of it in the same sentences."""
    return {
        **document,
        "words": {
            "alone": in_one_sentence(document),
            "settings": setting_words(document),
            "rests_on": rests_on(document),
            "unchanged": unchanged(document),
        },
    }


def _head(old: Side, new: Side, deployment: Deployment, verdict: Verdict, relation: Relation) -> Json:
    before, protocol_before = deployment.guarantee_before, deployment.protocol_before
    return {
        "schema": SCHEMA,
        "verdict": verdict_to_json(verdict),
        "relation": relation.value,
        "old": _side(old),
        "new": _side(new),
        "deployment": {
            "application_id": deployment.application_id,
            "guarantee": deployment.guarantee.value,
            "guarantee_before": None if before is None else before.value,
            "protocol": deployment.protocol.value,
            "protocol_before": None if protocol_before is None else protocol_before.value,
        },
    }


def verdict_to_json(verdict: Verdict) -> Json:
    """Give the verdict: the level that is certain, and the worst one that may be."""
    return {
        "level": name_of_level(verdict.certain) if verdict.is_known else "cannot-tell",
        "certain": name_of_level(verdict.certain),
        "worst": name_of_level(verdict.worst),
        "sentence": verdict.words,
    }


def finding_to_json(finding: Finding) -> Json:
    """Give what one rule found."""
    return {
        "code": finding.code,
        "level": name_of_level(finding.level),
        "sentence": finding.sentence,
        "effect": finding.effect,
        "way_out": finding.way_out,
        "reference": finding.reference,
        "old": list(finding.old),
        "new": list(finding.new),
        "is_unsure": finding.is_unsure,
        "rests_on": list(finding.rests_on),
        "by": None if finding.by is None else finding.by.value,
    }


def _side(side: Side) -> Json:
    return {
        "name": side.analyzed.name,
        "topology": side.number,
        "kafka_version": str(side.behaviours.version),
        "optimization": None if side.is_dump else side.analyzed.optimization.text,
        "is_dump": side.is_dump,
        "nodes": side.analyzed.size,
        "sub_topologies": len(side.analyzed.groups),
    }


def _matched(old: Side, new: Side, one: Matched) -> Json:
    fate = "moved" if one.is_moved else "renamed" if one.is_renamed else "kept"
    return {
        "sort": one.new.sort.value,
        "fate": fate,
        "old": one.old.name,
        "new": one.new.name,
        "evidence": one.evidence.value,
        "is_sure": one.evidence.is_sure,
        "old_at": _at(old, one.old),
        "new_at": _at(new, one.new),
        "old_sub_topology": _group(old, one.old),
        "new_sub_topology": _group(new, one.new),
    }


def _alone(side: Side, thing: Thing, fate: str) -> Json:
    is_old = fate == "removed"
    return {
        "sort": thing.sort.value,
        "fate": fate,
        "old": thing.name if is_old else None,
        "new": None if is_old else thing.name,
        "evidence": None,
        "is_sure": True,
        "old_at": _at(side, thing) if is_old else None,
        "new_at": None if is_old else _at(side, thing),
        "old_sub_topology": _group(side, thing) if is_old else None,
        "new_sub_topology": None if is_old else _group(side, thing),
    }


def _group(side: Side, thing: Thing) -> int | None:
    return side.group_of.get(thing.name) if thing.sort in _NODES else None


def _at(side: Side, thing: Thing) -> Json | None:
    """Give the call that makes a node; of a store, that of the first node which has it."""
    if thing.sort is Sort.STORE:
        user = next(iter(side.topology.store_users.get(thing.name, ())), "")
        return _at(side, Thing(Sort.PROCESSOR, user))
    return _place(side, side.written.origins.get(thing))


def _place(side: Side, origin: Origin | None) -> Json | None:
    return None if origin is None or side.bundle is None else place_to_json(origin.span, side.bundle)


def _tasks(change: Change) -> Json | None:
    tasks = change.compared.tasks
    if tasks is None:
        return None
    return {
        "before": tasks.before,
        "now": tasks.now,
        "added": list(map(str, tasks.added)),
        "removed": list(map(str, tasks.removed)),
        "became_stateful": list(map(str, tasks.became_stateful)),
        "refusal": tasks.refusal,
    }


def _state(cost: StateCost) -> Json:
    return {
        "day": None if cost.day is None else cost.day.isoformat(),
        "sentences": list(cost.sentences),
        "stores": [
            {
                "old": one.old,
                "new": one.new,
                "fate": one.fate.value,
                "is_unsure": one.is_unsure,
                "bytes": None if one.size is None else one.size.total,
                "largest_task_bytes": None if one.size is None else one.size.largest,
            }
            for one in cost.stores
        ],
    }


def _migration(new: Side, migration: Migration) -> Json:
    return {
        "names": [_name(new, one) for one in migration.names],
        "steps": [
            {
                "kind": step.kind.value,
                "sentence": step.sentence,
                "why": step.why,
                "commands": list(step.commands),
                "topics": list(step.topics),
            }
            for step in migration.steps
        ],
    }


def _name(new: Side, one: NameToGive) -> Json:
    return {"store": one.store, "now": one.now, "code": one.code or None, "at": _place(new, one.origin)}
