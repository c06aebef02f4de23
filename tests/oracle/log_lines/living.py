"""What a real application logs: started, given records, joined by another member, committed, revoked, closed.

A member of Kafka Streams counts orders with a real broker and logs all; each of its lines has to be found, as printed
by the logger that printed it. One line of each template is kept as a fixture.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.deployments.running import Broker, Members, waited
from topoviz.engine.log_lines.finding import Found, find_lines
from topoviz.engine.log_lines.loggers import logger_of
from topoviz.engine.log_lines.pasted import pasted_lines
from topoviz.engine.log_lines.table import Line, all_lines
from topoviz.engine.log_lines.told.telling import TOLD, line_of
from topoviz.engine.versions import KafkaVersion, parse_version

FIXTURES: Final = Path(__file__).parents[2] / "fixtures" / "log_lines"
PROGRAM: Final = Path(__file__).parents[1] / "capture" / "java" / "Shop.java"

_SETTINGS: Final = {
    "replication.factor": "1",
    "num.stream.threads": "1",
    "commit.interval.ms": "1000",
    "session.timeout.ms": "6000",
    "heartbeat.interval.ms": "1000",
    "work.ms": "0",
}
_LEVELS: Final = (("org.apache.kafka.streams", "trace"), ("org.apache.kafka.clients", "debug"))
_LINE: Final = re.compile(r"\[[^\]]+\] (?P<level>TRACE|DEBUG|INFO|WARN|ERROR) (?P<logger>\S+) - (?P<text>.*)")
_LISTED: Final = frozenset(one.of for one in all_lines())


@dataclass(frozen=True, slots=True)
class Lived:
    """What came of a version: lines of loggers that the table has, those that are found as theirs, and the rest.

    Of the lines that events of a simulation print at this version, there are those that were seen here.
    """

    version: str
    lines: int
    found: int
    missed: tuple[str, ...]
    lines_of_events: int
    seen_of_events: tuple[str, ...]


def live(version: str, guarantee: str = "at_least_once") -> tuple[Lived, list[str]]:
    """Let an application live; gives what came of it, and one line of each template."""
    with TemporaryDirectory(prefix="log-lines-") as name:
        folder = Path(name)
        with Broker(folder) as broker:
            for topic in ("orders", "counts"):
                broker.ask("create", topic, 4)
            with Members(version, folder, _LEVELS) as jvm:
                _live(broker, jvm, folder, guarantee)
                log = jvm.log
            return _judge(version, log.read_text(encoding="utf-8"))


def _live(broker: Broker, jvm: Members, folder: Path, guarantee: str) -> None:
    classes = folder / "shop"
    classes.mkdir()
    subprocess.run(["javac", "--release", "17", "-d", str(classes), "-cp", jvm.class_path, str(PROGRAM)], check=True)

    def start(member: str) -> None:
        own = {
            "bootstrap.servers": broker.address, "application.id": "shop", "client.id": f"shop-{member}",
            "state.dir": str(folder / f"state-{member}"), "processing.guarantee": guarantee,
        }  # fmt: skip
        jvm.ask("start", member, classes, "Shop", *(f"{key}={value}" for key, value in {**_SETTINGS, **own}.items()))

    def runs(member: str) -> Callable[[], bool]:
        return lambda: jvm.ask("status", member)["state"] == "RUNNING"

    start("a")
    waited(runs("a"), 60)
    _send(broker)
    time.sleep(4)
    start("b")
    waited(runs("b"), 60)
    _send(broker)
    time.sleep(6)
    jvm.ask("stop", "b")
    waited(runs("a"), 60)
    time.sleep(8)
    jvm.ask("stop", "a")


def _send(broker: Broker) -> None:
    broker.ask("send", "orders", *(f"{number}=customer-{number % 5}" for number in range(40)))


def _judge(version: str, log: str) -> tuple[Lived, list[str]]:
    release = parse_version(version)
    lines = found = 0
    missed: dict[str, None] = {}
    kept: dict[Line, str] = {}
    seen: set[Line] = set()
    for message in _messages(log):
        match = _LINE.match(message)
        assert match is not None
        if match["logger"].partition("$")[0] not in _LISTED:
            continue
        lines += 1
        pasted, _ = pasted_lines(message)
        places = find_lines(pasted, 0, release) if pasted else ()
        own = [one for one in places if _is_by(one, release, match["logger"], match["level"])]
        if own:
            found += 1
            if own[0].lines == len(pasted):
                kept.setdefault(own[0].line, message)
            seen.add(own[0].line)
        else:
            missed.setdefault(f"{match['level']} {match['logger']} {match['text'][:200]}")
    wanted = {
        (kind, line) for kind, told in TOLD.items() for one in told if (line := line_of(one, release)) is not None
    }
    told_seen = {(kind, line) for kind, line in wanted if line in seen}
    told = sorted(f"{kind}: {line.text[:60]}" for kind, line in told_seen)
    return Lived(version, lines, found, tuple(missed), len(wanted), tuple(told)), list(kept.values())


def _is_by(found: Found, version: KafkaVersion, logger: str, level: str) -> bool:
    names = {found.line.of, logger_of(found.line, version)}
    # A standby task logs what an active one does, with a logger of its own.
    return found.line.level == level and (logger in names or logger.replace("Standby", "Stream") in names)


def _messages(log: str) -> Iterator[str]:
    """Put what stands on several lines together."""
    message: list[str] = []
    for line in log.splitlines():
        if _LINE.match(line) and message:
            yield "\n".join(message)
            message = []
        if message or _LINE.match(line):
            message.append(line)
    if message:
        yield "\n".join(message)
