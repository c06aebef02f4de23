"""What a cluster needs, as JSON; `shapes.Sizing` says what it looks like."""

from __future__ import annotations

from typing import Any

from topoviz.engine.assignment.setting_source import Source
from topoviz.engine.sizing.configuration import Setting
from topoviz.engine.sizing.memory import Needs
from topoviz.engine.sizing.more_partitions import Growth
from topoviz.engine.sizing.poll_timeouts import PollTimeouts
from topoviz.engine.sizing.sizing import Sizing
from topoviz.engine.sizing.splitting import Side, Split
from topoviz.engine.sizing.terms.term import Place, Term
from topoviz.engine.sizing.useful_threads import UsefulThreads

Json = dict[str, Any]


def sizing_to_json(sizing: Sizing) -> Json:
    """Give all that was reckoned, with the sentences that say it."""
    given = sizing.given
    return {
        "given": {"cpus": given.cpus, "record_bytes": given.record_bytes, "record_ms": given.record_ms},
        "useful_threads": _useful(sizing.useful),
        "one_more_partition": [_growth(growth) for growth in sizing.growths],
        "splits": [_split(split) for split in sizing.splits],
        "memory": {
            "thread": _needs(sizing.memory.thread),
            "instances": [_needs(needs) for needs in sizing.memory.instances],
        },
        "polls": None if sizing.polls is None else _polls(sizing.polls),
        "suggestions": [
            {
                "change": one.change.value,
                "sentence": one.sentence,
                "arithmetic": one.arithmetic,
                "next_step": one.next_step,
            }
            for one in sizing.suggestions
        ],
        "notes": list(sizing.notes),
    }


def source_to_json(source: Source) -> Json:
    """Give who says the value of a setting, and where."""
    return {"by": source.by.value, "file": source.file or None, "line": source.line, "words": str(source)}


def _useful(useful: UsefulThreads) -> Json:
    return {
        "most": useful.most,
        "threads": useful.threads,
        "idle": useful.idle,
        "standing_by": useful.standing_by,
        "sub_topologies": [
            {"sub_topology": width.sub_topology_id, "tasks": width.tasks, "topics": list(width.topics)}
            for width in useful.widths
        ],
        "sentence": useful.sentence,
    }


def _growth(growth: Growth) -> Json:
    return {
        "topics": list(growth.topics),
        "tasks_before": growth.tasks_before,
        "tasks_after": growth.tasks_after,
        "internal": [{"topic": topic, "before": before, "after": after} for topic, before, after in growth.internal],
        "sentence": growth.sentence,
    }


def _split(split: Split) -> Json:
    return {
        "sub_topology": split.sub_topology_id,
        "tasks": split.tasks,
        "stores": list(split.stores),
        "topics": list(split.topics),
        "arrow": None if split.arrow is None else list(split.arrow),
        "above": _side(split.above),
        "below": _side(split.below),
        "sentence": split.sentence,
        "next_step": split.next_step,
    }


def _side(side: Side | None) -> Json | None:
    return None if side is None else {"stores": list(side.stores), "topics": list(side.topics), "tasks": side.tasks}


def _needs(needs: Needs) -> Json:
    return {
        "clients": list(needs.clients),
        "thread": needs.thread,
        "threads": needs.load.threads,
        "active": needs.load.active,
        "standby": needs.load.standby,
        "heap_bytes": needs.bytes_in(Place.HEAP),
        "native_bytes": needs.bytes_in(Place.NATIVE),
        "not_reckoned": list(needs.not_reckoned),
        "terms": [_term(term) for term in needs.terms],
        "jvm_threads": [
            {"name": one.name, "count": one.count, "sentence": one.sentence, "reference": one.reference}
            for one in needs.jvm_threads
        ],
    }


def _term(term: Term) -> Json:
    return {
        "name": term.name,
        "title": term.title,
        "bytes": term.bytes,
        "unused": term.unused,
        "arithmetic": term.arithmetic,
        "limit": term.limit.value,
        "place": term.place.value,
        "sentence": term.sentence,
        "reference": term.reference,
        "settings": [_setting(setting) for setting in term.settings],
    }


def _polls(polls: PollTimeouts) -> Json:
    return {
        "client": polls.client,
        "tasks": polls.tasks,
        "slow_down": polls.slow_down,
        "verdict": polls.verdict.value,
        "fits_to_ms": polls.fits_to,
        "may_miss_from_ms": polls.may_miss_from,
        "misses_from_ms": polls.misses_from,
        "arithmetic": polls.arithmetic,
        "sentence": polls.sentence,
        "settings": [_setting(setting) for setting in polls.settings],
    }


def _setting(setting: Setting) -> Json:
    return {
        "name": setting.name,
        "value": str(setting.value),
        "is_given": setting.is_given,
        "source": setting.source,
        "said_by": source_to_json(setting.said_by),
    }
