"""Carries a deployment out against a broker, and looks at what becomes of it."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from tests.oracle.deployments.deployments import Deployed, Sent, Version
from tests.oracle.deployments.running import Broker, Failed, Members, waited
from tests.oracle.deployments.seen import RUNNING, THROWN, Look, Member, Topic
from tests.oracle.languages import CompiledProgram
from tests.oracle.versions import version_triple

_PARTITIONS: Final = 2
_TO_START: Final = 40.0
_TO_READ: Final = 40.0
_SESSION: Final = 4
_MANY: Final = 3
_ENDED: Final = ("ERROR", "NOT_RUNNING", THROWN)
_EMPTY: Final = ("none", "Empty", "Dead")
_SETTINGS: Final = {
    "commit.interval.ms": "100",
    "num.stream.threads": "1",
    "replication.factor": "1",
    "cache.max.bytes.buffering": "0",
    "statestore.cache.max.bytes": "0",
    "metadata.max.age.ms": "1000",
}
_OF_CLASSIC: Final = {"session.timeout.ms": f"{_SESSION}000", "heartbeat.interval.ms": "500"}
_FIRST_WITH_STREAMS_GROUPS: Final = (4, 1)
_NUMBERS: Final = count(1001)


@dataclass(frozen=True, slots=True)
class Place:
    """What all ways need: the broker, a JVM for each version, the compiled programs, and a folder for state."""

    broker: Broker
    jvm_of: Callable[[str], Members]
    compiled: Mapping[str, CompiledProgram]
    folder: Path


@dataclass(slots=True)
class Application:
    """An application of its own: its topics are made anew, and its members are called by names."""

    place: Place
    deployed: Deployed
    id: str = field(default_factory=lambda: f"app{next(_NUMBERS)}")
    _running: dict[str, Version] = field(default_factory=dict)
    _stores: dict[str, list[str]] = field(default_factory=dict)
    _thrown: dict[str, Member] = field(default_factory=dict)
    _written: dict[str, list[str]] = field(default_factory=dict)
    _read_logs: dict[Path, int] = field(default_factory=dict)

    def make_topics(self) -> None:
        """Make the topics that it reads and writes, without what others left in them."""
        broker = self.place.broker
        names = [topic.partition("/")[0] for topic in self.deployed.topics]
        old = [name for name in broker.ask("topics", "") if name in names or name.startswith("app")]
        if old:
            broker.ask("delete", *old)
        for topic in self.deployed.topics:
            name, _, is_compacted = topic.partition("/")
            broker.ask("create", name, _PARTITIONS, *(["cleanup.policy=compact"] if is_compacted else []))

    def start(self, member: str, version: Version, *, directory: int = 1, seconds: float = _TO_START) -> None:
        """Start a member and wait until all run that have not ended, or it has taken too long."""
        jvm = self.place.jvm_of(version.version)
        self._read_logs.setdefault(jvm.log, jvm.log.stat().st_size if jvm.log.exists() else 0)
        compiled = self.place.compiled[version.key]
        settings = {
            **_SETTINGS,
            **_settings_of_group(version),
            "bootstrap.servers": self.place.broker.address,
            "application.id": self.id,
            "client.id": member,
            "state.dir": str(self._directory(directory)),
            "processing.guarantee": version.guarantee,
            "topology.optimization": version.optimize,
        }
        self._running[member] = version
        try:
            words = (f"{name}={value}" for name, value in settings.items())
            self._stores[member] = jvm.ask("start", member, compiled.classes, compiled.entry, *words)
        except Failed as failed:
            self._thrown[member] = Member(THROWN, (), tuple(failed.causes))
        waited(self._is_calm, seconds)

    def _is_calm(self) -> bool:
        """Tell whether those members that have not ended run, and have done so for a second."""
        before = self._alive()
        time.sleep(1 if before else 0)
        return all(state == RUNNING for state in (*before, *self._alive()))

    def _alive(self) -> list[str]:
        states = (self._member(name)[0].state for name in self._running)
        return [state for state in states if state not in _ENDED]

    def stop(self, *members: str) -> None:
        """Stop members, and wait until the group has lost them; without names, all of them."""
        for member in members or tuple(self._running):
            self.place.jvm_of(self._running.pop(member).version).ask("stop", member)
            self._stores.pop(member, None)
            self._thrown.pop(member, None)
        if self._running:
            time.sleep(_SESSION + 1)
            waited(self._is_calm, _TO_START)
        else:
            waited(lambda: self.place.broker.ask("group", self.id) in _EMPTY, 30)

    def wipe(self, directory: int = 1) -> None:
        """Delete what a stopped member keeps on its disk."""
        shutil.rmtree(self._directory(directory), ignore_errors=True)

    def send(self, sent: Sent, *, seconds: float = _TO_READ) -> None:
        """Send records, and wait until they are read, all members have ended, or it has taken too long."""
        for topic, records in sent:
            self.place.broker.ask("send", self.named(topic), *records)
        self.wait_until_read(seconds)

    def wait_until_read(self, seconds: float = _TO_READ) -> None:
        """Wait until all records are read, all members have ended, or it has taken too long."""
        waited(lambda: not self._alive() or not (self._unread() or self._unread()), seconds)
        waited(self._is_calm, seconds)

    def put(self, sent: Sent) -> None:
        """Put records into internal topics, while nobody runs."""
        for topic, records in sent:
            self.place.broker.ask("send", self.named(topic), *records)

    def copy_changelogs(self, goes_on: Mapping[str, str]) -> None:
        """Copy the changelogs of stores that are called otherwise to topics of their new names."""
        for old, new in goes_on.items():
            source, target = (f"{self.id}-{store}-changelog" for store in (old, new))
            self.place.broker.ask("create", target, _PARTITIONS, "cleanup.policy=compact")
            self.place.broker.ask("copy", source, target)

    def named(self, topic: str) -> str:
        """Give the name that a topic has with this application's id."""
        return re.sub(r"^app-", f"{self.id}-", topic)

    def look(self, *, is_rolling: bool = False) -> Look:
        """Look at members, stores and topics."""
        look = Look()
        for name in self._running:
            member, restored = self._member(name)
            look.members[name] = member
            for store, number in restored.items():
                look.restored[store] = look.restored.get(store, 0) + number
        look.restored = {store: number for store, number in look.restored.items() if number}
        self._look_at_stores(look)
        look.unread = self._unread()
        for topic in self._outputs():
            records = list(map(str, self.place.broker.ask("records", topic)))
            fresh = sorted(records)
            for one in self._written.get(topic, ()):
                fresh.remove(one)
            self._written[topic] = records
            if fresh:
                look.wrote[topic] = tuple(map(self._masked, fresh))
        for topic, partitions in self.place.broker.ask("topics", f"{self.id}-").items():
            look.topics[self._masked(topic)] = Topic(partitions, self.place.broker.ask("live", topic))
        if is_rolling:
            self._read_log(look)
        return look

    def _look_at_stores(self, look: Look) -> None:
        rows: dict[str, list[str]] = {}
        for name, version in self._running.items():
            for store in self._stores.get(name, ()):
                try:
                    found = self.place.jvm_of(version.version).ask("rows", name, store)
                    rows.setdefault(store, []).extend(map(_printable, found))
                except Failed as failed:
                    look.unreadable.setdefault(store, self._masked(failed.causes[-1].partition(": ")[0]))
        look.stores = {store: tuple(sorted(found)) for store, found in sorted(rows.items())}
        look.unreadable = {store: text for store, text in look.unreadable.items() if store not in rows}

    def _read_log(self, look: Look) -> None:
        """Read in the logs who assigned tasks last, and who was given what it does not read."""
        text = ""
        for path, begin in self._read_logs.items():
            with path.open(encoding="utf-8", errors="replace") as log:
                log.seek(begin)
                text += log.read()
        leaders = re.findall(rf"clientId=(\w+)-.*groupId={self.id}\] Finished assignment for group", text)
        look.leads = leaders[-1] if leaders else None
        for name in look.members:
            pattern = rf"clientId={name}-.*groupId={self.id}\].*does not match the current subscription"
            if len(re.findall(pattern, text)) > _MANY:
                look.rejoined.append(name)

    def _member(self, name: str) -> tuple[Member, Mapping[str, int]]:
        if name in self._thrown:
            thrown = self._thrown[name]
            return Member(thrown.state, (), self._causes(thrown.died)), {}
        told = self.place.jvm_of(self._running[name].version).ask("status", name)
        return Member(told["state"], tuple(told["tasks"]), self._causes(told["died"])), told["restored"]

    def _causes(self, causes: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._masked(cause) for cause in causes)

    def _masked(self, text: str) -> str:
        """Leave out what is another thing each time: the application's id, folders, ports, and long messages' ends."""
        text = text.replace(self.id, "app").replace(str(self.place.folder), "").replace(self.place.broker.address, "…")
        text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "…", text)
        return re.sub(r"@[0-9a-f]{6,8}\b", "@…", text)[:400].rstrip()

    def _outputs(self) -> list[str]:
        read = {topic for topic, _ in (*self.deployed.sends, *self.deployed.then)}
        return [name for name in (topic.partition("/")[0] for topic in self.deployed.topics) if name not in read]

    def _unread(self) -> dict[str, int]:
        broker = self.place.broker
        internal = [name for name in broker.ask("topics", f"{self.id}-") if not name.endswith("-changelog")]
        read = dict.fromkeys(topic for topic, _ in (*self.deployed.sends, *self.deployed.then))
        found: Mapping[str, int] = broker.ask("unread", self.id, *read, *internal)
        return {self._masked(topic): number for topic, number in found.items()}

    def _directory(self, number: int) -> Path:
        return self.place.folder / self.id / str(number)


def _settings_of_group(version: Version) -> Mapping[str, str]:
    """Give the settings of the group; in a streams group, the broker's hold in place of the members'."""
    if version.protocol != "streams":
        return _OF_CLASSIC
    is_known = version_triple(version.version) >= _FIRST_WITH_STREAMS_GROUPS
    return {"group.protocol": "streams", **({} if is_known else _OF_CLASSIC)}


def _printable(text: str) -> str:
    """Spell out what does not print, such as bytes of a time that are read as part of a key."""
    return "".join(one if one.isprintable() and not one.isspace() else f"\\u{ord(one):04x}" for one in text)
