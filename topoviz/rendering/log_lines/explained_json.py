"""A log that was explained, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from topoviz.engine.log_lines.exceptions import Mapped
from topoviz.engine.log_lines.explaining import ExplainedLine, ExplainedLog
from topoviz.engine.log_lines.finding import Found
from topoviz.engine.log_lines.loggers import logger_of
from topoviz.engine.log_lines.onto_events import events_of
from topoviz.engine.log_lines.table import LEVELS
from topoviz.engine.versions import KafkaVersion
from topoviz.rendering.simulation.event_words import event_words

Json = dict[str, Any]

SCHEMA: Final = "topoviz/explained-log@1"


def explained_log_to_json(
    log: ExplainedLog, events: Iterable[Json] | None = None, version: KafkaVersion | None = None
) -> Json:
    """Give lines that are known with what prints them, and those that are not.

    With the events of a simulation, each line has those that it belongs to: the first, and how many there are. With a
    version, each line says whether that prints it.
    """
    lines = [_line(one, version) for one in log.known]
    if events is not None:
        for place, (first, count) in events_of(log.known, events).items():
            lines[place]["in_simulation"] = {
                "count": count,
                "first": [{**one, "sentence": event_words(one)} for one in first],
            }
    return {
        "schema": SCHEMA,
        "kafka_version": None if version is None else str(version),
        "fits": None if log.fits is None else str(log.fits),
        "is_cut": log.is_cut,
        "lines": lines,
        "not_known": [{"line": one.number, "text": one.text} for one in log.unknown],
    }


def _line(one: ExplainedLine, version: KafkaVersion | None) -> Json:
    meaning = one.meaning
    said = one.found[0].said if one.found else ()
    return {
        "line": one.pasted.number,
        "text": one.pasted.text,
        "printed_by": list(map(_place, one.found)),
        "is_of_version": None
        if version is None or not one.found
        else any(version in found.line.releases for found in one.found),
        "says": dict(said),
        "meaning": None if meaning is None else meaning.says,
        "look": None if meaning is None or not meaning.look else meaning.look,
        "events": [] if meaning is None else list(meaning.events),
        "exceptions": list(map(_exception, one.mapped)),
        "in_simulation": None,
    }


def _place(found: Found) -> Json:
    line = found.line
    return {
        "class": line.of,
        "logger": logger_of(line),
        "method": line.method,
        "level": line.level if line.level in LEVELS else None,
        "exception": None if line.level in LEVELS else line.level,
        "releases": str(line.releases),
        "template": line.text,
        "values": [{"name": name, "value": value} for name, value in found.holes],
    }


def _exception(one: Mapped) -> Json:
    return {
        "exception": one.thrown,
        "becomes": one.becomes,
        "releases": str(one.releases),
        "where": one.where,
        "follows": one.follows,
        "help": one.help,
    }
