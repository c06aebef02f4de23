"""The verb `capture`: a history from a real broker, with groups of each protocol, a restart, and one capture killed.

What stands in the history at the end is held against what Kafka's own client says of the groups.
"""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final

from confluent_kafka import Consumer, Producer

from tests.oracle.deployments.running import Broker, Members, waited

_VERSION: Final = "4.3.1"
_PROGRAM: Final = Path(__file__).parent / "java" / "Shop.java"
_CLASSIC, _STREAMS, _CONSUMER = "shop", "shop-streams", "audit"
_GROUPS: Final = (_CLASSIC, _CONSUMER, _STREAMS)
_PARTITIONS: Final = 4
_A_SECOND: Final = 40
_SLOW_MS: Final = 100
_SETTINGS: Final = {
    "replication.factor": "1",
    "num.stream.threads": "2",
    "commit.interval.ms": "1000",
    "session.timeout.ms": "6000",
    "heartbeat.interval.ms": "1000",
}


def take_history(tell: Callable[[str], None], keep: Path | None) -> list[str]:
    """Take a history of three minutes; gives what is not as it should be."""
    with TemporaryDirectory(prefix="capture-") as name, ExitStack() as stack:
        folder = Path(name)
        broker = stack.enter_context(Broker(folder))
        for topic in ("orders", "counts"):
            broker.ask("create", topic, _PARTITIONS)
        tell("the broker answers")
        wrong = list(_refusals(broker.address))
        jvm = stack.enter_context(Members(_VERSION, folder))
        _start_applications(jvm, broker.address, folder)
        ended = Event()
        for work in (_send, _consume):
            thread = Thread(target=work, args=(broker.address, ended))
            thread.start()
            stack.callback(thread.join)
            stack.callback(ended.set)
        tell("the applications run")
        time.sleep(15)
        history, log = folder / "lag.csv", folder / "capture.log"
        _capture_and_kill(broker.address, history, log, 60)
        tell(f"killed in the middle, with {history.stat().st_size:,} bytes")
        capture = _capture(broker.address, history, log)
        time.sleep(30)
        broker.restart(8)
        tell("the broker was away and is back")
        time.sleep(45)
        ended.set()
        waited(lambda: not any(broker.ask("unread", group, "orders") for group in _GROUPS[1:]), 60)
        # What nobody reads any more has a lag that stands still, to be compared.
        for member in ("a", "b"):
            jvm.ask("stop", member)
        waited(lambda: broker.ask("group", _CLASSIC) in ("Empty", "none"), 180)
        time.sleep(10)
        capture.send_signal(signal.SIGTERM)
        code = capture.wait(30)
        said = log.read_text(encoding="utf-8")
        tell(said)
        wrong += _differences(history, broker, code, said)
        if keep is not None:
            shutil.copy(history, keep)
    return wrong


def _command(address: str, *more: str) -> list[str]:
    return [sys.executable, "-m", "topoviz.cli.main", "lag", "capture", "--bootstrap-server", address, *more]


def _capture(address: str, history: Path, log: Path) -> subprocess.Popen[bytes]:
    groups = [word for group in _GROUPS for word in ("--group", group)]
    with log.open("ab") as sink:
        return subprocess.Popen(
            _command(
                address, *groups, "--every", "2s", "-o", str(history), "--topics", str(history.with_suffix(".txt"))
            ),
            stderr=sink,
        )


def _capture_and_kill(address: str, history: Path, log: Path, seconds: float) -> None:
    process = _capture(address, history, log)
    time.sleep(seconds)
    process.kill()
    process.wait()
    # As if it had been killed while it wrote.
    os.truncate(history, history.stat().st_size - 40)


def _refusals(address: str) -> Iterator[str]:
    """Give what is not said as it should be of a group that is not there, and of a broker that is away."""
    for where, words in ((address, "has no group none"), ("127.0.0.1:1", "Connection refused")):
        found = subprocess.run(_command(where, "--group", "none"), capture_output=True, text=True, check=False)
        if found.returncode != 2 or words not in found.stderr or found.stdout:
            yield f"{where}: exit code {found.returncode}, {found.stderr!r}, without {words!r}"


def _start_applications(jvm: Members, address: str, folder: Path) -> None:
    classes = folder / "shop"
    classes.mkdir()
    subprocess.run(["javac", "--release", "17", "-d", str(classes), "-cp", jvm.class_path, str(_PROGRAM)], check=True)
    for member, group, work in (("a", _CLASSIC, 1), ("b", _CLASSIC, _SLOW_MS), ("s", _STREAMS, 1)):
        of_group = {"group.protocol": "streams"} if group == _STREAMS else {}
        own = {"bootstrap.servers": address, "application.id": group, "work.ms": str(work), **of_group}
        settings = {**_SETTINGS, **own, "state.dir": str(folder / f"state-{member}")}
        if group == _STREAMS:
            del settings["session.timeout.ms"], settings["heartbeat.interval.ms"]
        jvm.ask("start", member, classes, "Shop", *(f"{name}={value}" for name, value in settings.items()))


def _send(address: str, ended: Event) -> None:
    producer = Producer({"bootstrap.servers": address, "log_level": 0})
    number = 0
    while not ended.wait(1):
        for _ in range(_A_SECOND):
            producer.produce("orders", key=str(number), value=f"customer-{number % 50}")
            number += 1
        producer.poll(0)
    producer.flush(10)


def _consume(address: str, ended: Event) -> None:
    """Read as a consumer of the newer protocol; it goes on for a while, until all is read."""
    settings = {"bootstrap.servers": address, "group.id": _CONSUMER, "group.protocol": "consumer", "log_level": 0}
    consumer = Consumer({**settings, "auto.offset.reset": "earliest", "client.id": "audit-1"})
    consumer.subscribe(["orders"])
    until = None
    while until is None or time.monotonic() < until:
        consumer.poll(0.2)
        if until is None and ended.is_set():
            until = time.monotonic() + 20
    consumer.close()


def _differences(history: Path, broker: Broker, code: int, said: str) -> Iterator[str]:
    with history.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if code != 3 or said.count("a gap begins") != 1 or said.count("is over") != 1 or "was cut off" not in said:
        yield f"exit code {code}; a gap, its end and a look that was cut off are not all said"
    looks: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        looks.setdefault(row["timestamp"], []).append(row)
    # At first some partitions have no commit yet.
    if len({len(one) for one in list(looks.values())[len(looks) // 2 :]}) != 1:
        yield f"looks have other numbers of rows: {[len(one) for one in looks.values()]}"
    for group, last in ((one, [row for row in looks[max(looks)] if row["group"] == one]) for one in _GROUPS):
        topics = sorted({row["topic"] for row in last})
        unread = {topic: count for topic in topics if (count := _unread(broker, group, topic))}
        lags = {topic: sum(_lag(row) for row in last if row["topic"] == topic) for topic in topics}
        ours = {topic: lag for topic, lag in lags.items() if lag}
        if ours != unread:
            yield f"{group}: {ours} records of lag, and Kafka's client says {unread}"
        owners = {row["client_id"] for row in rows if row["group"] == group} - {""}
        expected = {_CLASSIC: 4, _STREAMS: 0, _CONSUMER: 1}[group]
        if len(owners) != expected:
            yield f"{group}: {expected} members are wanted, and {sorted(owners)} stand there"
    yield from _topics(history.with_suffix(".txt").read_text(encoding="utf-8"), broker, len(looks))
    if not any(_lag(row) > 100 for row in looks[max(looks)] if row["group"] == _CLASSIC):
        yield "the slow instance has no lag"


def _topics(text: str, broker: Broker, looks: int) -> Iterator[str]:
    """Give what is otherwise than it should be in what was written of topics: each is led by the only broker."""
    wanted = {"orders": _PARTITIONS}
    for group in (_CLASSIC, _STREAMS):
        wanted |= {name: count for name, count in broker.ask("topics", f"{group}-").items() if "-by-customer-" in name
                   or name.endswith("-changelog")}  # fmt: skip
    for topic, count in wanted.items():
        lines = [line for line in text.splitlines() if line.startswith(f"\tTopic: {topic}\t")]
        led = [line for line in lines if line.endswith("\tLeader: 1\tReplicas: 1\tIsr: 1")]
        if abs(len(lines) - looks * count) > 2 * count or len(led) < 0.9 * len(lines):
            yield f"{topic}: {len(lines)} lines and {len(led)} with a leader, in {looks} looks"


def _unread(broker: Broker, group: str, topic: str) -> int:
    return int(broker.ask("unread", group, topic).get(topic, 0))


def _lag(row: dict[str, str]) -> int:
    return int(row["log_end_offset"]) - int(row["committed_offset"] or 0)
