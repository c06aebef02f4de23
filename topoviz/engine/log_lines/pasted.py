"""A pasted log: its lines without what carries them, which may be any layout, JSON, or a stack trace.

What stands before a message is not parsed by layout: there are too many. It is searched for the few things that say
something: the level, the logger, and the prefixes that Kafka itself puts there. Times are linear in the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from topoviz.engine.log_lines.table import LEVELS

MOST_CHARACTERS: Final = 200_000
"""Of a text; the rest is not looked at, and that is said."""
MOST_LINES: Final = 1_000

_MESSAGES_IN_JSON: Final = ("message", "msg", "log", "text", "@message", "body")
_MORE_IN_JSON: Final = ("level", "severity", "logger", "logger_name", "loggerName", "thread", "thread_name")
_TRACES_IN_JSON: Final = ("stack_trace", "stackTrace", "exception", "thrown", "throwable")
_PREFIXES: Final = (
    ("thread", "stream-thread ["),
    ("task", "stream-task ["),
    ("task", "standby-task ["),
    ("task", "task ["),
    ("client", "stream-client ["),
    ("state updater", "state-updater ["),
    ("client id", "clientId="),
    ("group", "groupId="),
    ("transactional id", "transactionalId="),
)
_ENDS: Final = "],) "


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line, with all blanks made single; `number` counts from 1 in what was pasted.

    `logger` is what stands behind it in parentheses, as Kafka's own layouts have it; empty without.
    """

    number: int
    text: str
    logger: str = ""


def pasted_lines(text: str, most: int = MOST_LINES) -> tuple[tuple[PastedLine, ...], bool]:
    """Take a text apart, and tell whether some of it was left out as too long. Frames of stack traces are left out."""
    is_cut = len(text) > MOST_CHARACTERS
    found: list[PastedLine] = []
    for number, line in enumerate(text[:MOST_CHARACTERS].splitlines(), 1):
        for one in _out_of_json(line):
            bare = " ".join(one.split())
            if bare and not _is_frame(bare):
                found.append(PastedLine(number, *_without_logger(bare)))
        if len(found) > most:
            return tuple(found[:most]), True
    return tuple(found), is_cut


def said_before(before: str) -> dict[str, str]:
    """Find in what stands before a message what Kafka's prefixes say: thread, task, client, group."""
    found: dict[str, str] = {}
    for name, start in _PREFIXES:
        at = before.find(start)
        if at < 0 or name in found:
            continue
        value = before[at + len(start) :]
        end = min((place for one in _ENDS if (place := value.find(one)) >= 0), default=len(value))
        if value[:end]:
            found[name] = value[:end]
    return found


def level_of(before: str) -> str | None:
    """Find the level in what stands before a message; None where the layout has none."""
    words = before.replace("[", " ").replace("]", " ").replace(":", " ").replace("|", " ").replace('"', " ").split()
    return next((one.upper() for one in words if one.upper() in LEVELS), None)


def _out_of_json(line: str) -> Iterator[str]:
    start = line.find("{")
    if start < 0 or '"' not in line or not line.rstrip().endswith("}"):
        yield line
        return
    try:
        value = json.loads(line[start:])
    except (ValueError, RecursionError):
        yield line
        return
    texts = (
        [value[name] for name in _MESSAGES_IN_JSON if isinstance(value.get(name), str)]
        if isinstance(value, dict)
        else []
    )
    if not texts:
        yield line
        return
    more = " ".join(str(value[name])[:200] for name in _MORE_IN_JSON if isinstance(value.get(name), str))
    first, *rest = texts[0].splitlines() or [""]
    yield f"{more} {first}"
    yield from rest
    for name in _TRACES_IN_JSON:
        if isinstance(value.get(name), str):
            yield from value[name].splitlines()


def _without_logger(line: str) -> tuple[str, str]:
    before, bracket, behind = line.rpartition(" (")
    name = behind.removesuffix(")")
    is_logger = bracket and name != behind and "." in name and all(one.isalnum() or one in "._$:" for one in name)
    return (before.rstrip(), name) if is_logger else (line, "")


def _is_frame(line: str) -> bool:
    return (line.startswith("at ") and "(" in line) or line.startswith("... ")
