"""A log that was explained, as JSON."""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.log_lines.exceptions import Mapped
from topoviz.engine.log_lines.explaining import ExplainedLine, ExplainedLog
from topoviz.engine.log_lines.finding import Found
from topoviz.engine.log_lines.table import LEVELS

Json = dict[str, Any]

SCHEMA: Final = "topoviz/explained-log@1"


def explained_log_to_json(log: ExplainedLog) -> Json:
    """Give lines that are known with what prints them, and those that are not."""
    return {
        "schema": SCHEMA,
        "fits": None if log.fits is None else str(log.fits),
        "is_cut": log.is_cut,
        "lines": list(map(_line, log.known)),
        "not_known": [{"line": one.number, "text": one.text} for one in log.unknown],
    }


def _line(one: ExplainedLine) -> Json:
    meaning = one.meaning
    said = one.found[0].said if one.found else ()
    return {
        "line": one.pasted.number,
        "text": one.pasted.text,
        "printed_by": list(map(_place, one.found)),
        "says": dict(said),
        "meaning": None if meaning is None else meaning.says,
        "look": None if meaning is None or not meaning.look else meaning.look,
        "events": [] if meaning is None else list(meaning.events),
        "exceptions": list(map(_exception, one.mapped)),
    }


def _place(found: Found) -> Json:
    line = found.line
    return {
        "logger": line.of,
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
