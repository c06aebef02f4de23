"""The lines of `kafka-topics --describe` and the JSON of `kafka-log-dirs --describe`, wherever they stand in a capture.

The first kafka-topics wrote no blank behind its colons; later ones say a topic's id, who may lead once nobody does
(`Elr`), and which copies are being moved. A partition without a leader has `none`, or -1. kafka-log-dirs writes one
line of JSON, which people also have with line breaks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from topoviz.lag.forms.capture_lines import Instant
from topoviz.lag.forms.reader import micros_of, written_time
from topoviz.lag.forms.told import KEPT_TEXT, Told
from topoviz.lag.forms.too_much import long_line, too_large
from topoviz.lag.limits import Limits

NO_TIME: Final = "no time stamp stands before what the brokers say"
DAMAGED_LINE: Final = "the line of kafka-topics has no partition, leader and replicas that can be read"
DAMAGED_JSON: Final = "the JSON of kafka-log-dirs is cut or damaged"
AGAIN: Final = "the partition comes again without a time stamp before it"
NO_LEADER: Final = "-1"

_TOPIC: Final = re.compile(r"Topic:\s*\S")
_FIELD: Final = re.compile(
    r"(?<!\S)(TopicId|Topic|PartitionCount|ReplicationFactor|Configs|Partition|Leader|Replicas|Isr|LastKnownElr|Elr|"
    r"Adding ?Replicas|Removing ?Replicas|MarkedForDeletion|Offline):[ \t]*"
)
_LOG_DIRS: Final = re.compile(r'\{\s*"(?:version"\s*:\s*\d+\s*,\s*"brokers|brokers)"\s*:\s*\[')
_SAID_BEFORE: Final = re.compile(r"Querying brokers for log directories|Received log directory information")
_MIN_IN_SYNC: Final = re.compile(r"(?:^|,)\s*min\.insync\.replicas=(\d+)")
_NUMBERS: Final = re.compile(r"\d+(,\s*\d+)*|")
_OF_JSON: Final = '{}[]",'
"""With what a line of that JSON begins, where it has line breaks."""

_MOST_FAILED: Final = 3
"""So many log directories that failed are named."""

Write = Callable[[list[str | int]], object]


class _Header(NamedTuple):
    partitions: str
    topic_id: str
    min_in_sync: str


@dataclass(slots=True)
class _Open:
    """JSON that goes on in the next lines: those so far, the number of the first, and how many braces are open."""

    number: int
    lines: list[str] = field(default_factory=list)
    depth: int = 0
    length: int = 0


class TopicLines:
    """Reads what brokers say, line by line, and writes rows of TOPIC_COLUMNS; `rows` counts them.

    `has_topics` says whether a topic was named, with or without its partitions.
    """

    def __init__(self, write: Write, told: Told, limits: Limits, *, is_one_look: bool = False) -> None:
        """`is_one_look` where the capture has no times of its own: each partition comes once then."""
        self.rows = 0
        self.has_topics = False
        self._write = write
        self._told = told
        self._limits = limits
        self._headers: dict[str, _Header] = {}
        self._seen: set[tuple[str, ...]] | None = set() if is_one_look else None
        self._open: _Open | None = None
        self._failed: set[str] = set()

    def at_time(self) -> None:
        """Take note that a time stamp came: another look begins."""
        self._headers.clear()
        self._seen = None
        self._leave_open()

    def take(self, number: int, text: str, instant: Instant | None) -> bool:
        """Take in a line, without the white space around it; False where it is of no broker's tool."""
        if self._open is not None and text[0] in _OF_JSON and not _LOG_DIRS.match(text):
            self._go_on(text, instant)
            return True
        self._leave_open()
        if text.startswith("{"):
            return self._begin(number, text, instant)
        if _TOPIC.match(text):
            return self._topic_line(number, text, instant)
        return bool(_SAID_BEFORE.match(text))

    def end(self) -> None:
        """Take note that the capture is over."""
        self._leave_open()

    def _topic_line(self, number: int, text: str, instant: Instant | None) -> bool:
        fields = _fields(text)
        topic = fields["Topic"]
        if "PartitionCount" in fields:
            found = _MIN_IN_SYNC.search(fields.get("Configs", ""))
            self.has_topics = True
            self._headers[topic] = _Header(
                fields["PartitionCount"], fields.get("TopicId", ""), "" if found is None else found[1]
            )
            return True
        if "Partition" not in fields:
            return False
        leader = fields.get("Leader", "")
        leader = NO_LEADER if leader in ("none", NO_LEADER) else leader
        replicas, in_sync = fields.get("Replicas"), fields.get("Isr")
        is_good = (
            fields["Partition"].isdecimal()
            and (leader == NO_LEADER or leader.isdecimal())
            and replicas
            and in_sync is not None
            and _NUMBERS.fullmatch(replicas)
            and _NUMBERS.fullmatch(in_sync)
        )
        if not is_good or replicas is None or in_sync is None:
            self._told.kept.add(number, text, DAMAGED_LINE)
        elif instant is None:
            self._told.kept.add(number, text, NO_TIME)
        elif self._is_again((topic, fields["Partition"])):
            self._told.kept.add(number, text, AGAIN)
        else:
            header = self._headers.get(topic, _Header("", "", ""))
            self._row(
                number, text, instant, topic, fields["Partition"],
                *(header.partitions, header.topic_id, leader, replicas, in_sync or "-", header.min_in_sync, "", "", ""),
            )  # fmt: skip
        return True

    def _begin(self, number: int, text: str, instant: Instant | None) -> bool:
        if text != "{" and not _LOG_DIRS.match(text):
            return False
        self._open = _Open(number)
        self._go_on(text, instant)
        return True

    def _go_on(self, text: str, instant: Instant | None) -> None:
        assert self._open is not None
        found = self._open
        found.lines.append(text)
        found.depth += text.count("{") - text.count("}")
        found.length += len(text)
        if found.length > self._limits.max_look_bytes:
            raise long_line(self._limits)
        if found.depth > 0:
            return
        number, self._open = found.number, None
        try:
            brokers = json.loads("\n".join(found.lines))["brokers"]
            rows = list(self._log_dirs(brokers))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._told.kept.add(number, found.lines[0], DAMAGED_JSON)
            return
        for topic, partition, broker, size, is_future in rows:
            text = f"{topic}-{partition} on broker {broker}: {size} bytes"
            if instant is None:
                self._told.kept.add(number, text, NO_TIME)
            elif self._is_again((topic, partition, broker, is_future)):
                self._told.kept.add(number, text, AGAIN)
            else:
                self._row(number, text, instant, topic, partition, "", "", "", "", "", "", broker, size, is_future)

    def _leave_open(self) -> None:
        if self._open is not None:
            self._told.kept.add(self._open.number, self._open.lines[0], DAMAGED_JSON)
            self._open = None

    def _log_dirs(self, brokers: list[dict[str, Any]]) -> Iterator[tuple[str, str, str, str, str]]:
        """Give topic, partition, broker, size and whether the copy is being moved to another directory."""
        for broker in brokers:
            for directory in broker["logDirs"]:
                if directory.get("error"):
                    self._tell_failed(broker["broker"], directory)
                for one in directory.get("partitions") or ():
                    topic, _, partition = one["partition"].rpartition("-")
                    is_future = "true" if one.get("isFuture") else "false"
                    yield topic, partition, str(int(broker["broker"])), str(int(one["size"])), is_future

    def _tell_failed(self, broker: object, directory: dict[str, Any]) -> None:
        name = f"{directory.get('logDir', '')} of broker {broker}"
        if name not in self._failed and len(self._failed) < _MOST_FAILED:
            error = str(directory["error"]).rpartition(".")[2]
            self._told.more.append(f"The log directory {name} failed ({error}): its partitions have no size there.")
        self._failed.add(name)

    def _is_again(self, key: tuple[str, ...]) -> bool:
        if self._seen is None:
            return False
        is_again = key in self._seen
        self._seen.add(key)
        return is_again

    def _row(self, number: int, text: str, instant: Instant, *cells: str) -> None:
        self.rows += 1
        if self.rows > self._limits.max_rows:
            raise too_large("more rows of partitions", f"{self._limits.max_rows:,}")
        self._write([number, text[:KEPT_TEXT], written_time(micros_of(instant.time)), *cells])


def is_of_brokers(text: str) -> bool:
    """Tell whether a line, without the white space around it, is one that only these two tools write."""
    return bool((_TOPIC.match(text) and len(_fields(text)) > 1) or _LOG_DIRS.match(text) or _SAID_BEFORE.match(text))


def _fields(text: str) -> dict[str, str]:
    found = list(_FIELD.finditer(text))
    ends = [one.start() for one in found[1:]] + [len(text)]
    return {one[1].replace(" ", ""): text[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}
