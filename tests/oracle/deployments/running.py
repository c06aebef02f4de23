"""Starts a broker, and JVMs with members of groups: one for each version of Kafka Streams, kept as long as needed."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.oracle.class_path import SLF4J_VERSION, cache_directory, resolved_class_path
from tests.oracle.harness_jvm import HARNESS, ServingJvm

BROKER_VERSION: Final = "4.3.1"

_JAVA: Final = Path(__file__).parent / "java"
_POLITE: Final = ("nice", "-n", "10", "java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
_PROPERTIES: Final = """\
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:{controller}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs={folder}
auto.create.topics.enable=false
num.network.threads=2
num.io.threads=2
log.cleaner.threads=1
log.cleaner.backoff.ms=86400000
log.initial.task.delay.ms=86400000
log.cleaner.dedupe.buffer.size=16777216
offsets.topic.replication.factor=1
offsets.topic.num.partitions=2
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=2
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
group.streams.session.timeout.ms=4000
group.streams.min.session.timeout.ms=1000
group.streams.heartbeat.interval.ms=500
group.streams.min.heartbeat.interval.ms=500
group.streams.initial.rebalance.delay.ms=0
"""


class Failed(RuntimeError):
    """A member or the broker threw an exception; `causes` are it and its causes."""

    def __init__(self, causes: Sequence[str]) -> None:
        super().__init__(" / ".join(causes))
        self.causes = tuple(causes)


class Broker(ServingJvm):
    """A broker that is also the controller, and what is asked of it."""

    def __init__(self, folder: Path) -> None:
        self.address = f"127.0.0.1:{(port := _free_port())}"
        properties = folder / "server.properties"
        text = _PROPERTIES.format(port=port, controller=_free_port(), folder=folder / "logs")
        properties.write_text(text, encoding="utf-8")
        jars = resolved_class_path(
            cache_directory() / f"broker-{BROKER_VERSION}",
            ("org.apache.kafka", "kafka_2.13", BROKER_VERSION),
            ("org.slf4j", "slf4j-simple", SLF4J_VERSION),
        )
        cluster = urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=").replace("-", "a")
        storage = ["kafka.tools.StorageTool", "format", "--standalone", "-t", cluster, "-c", str(properties)]
        logging = _logging(folder / "storage.log", "warn")
        subprocess.run([*_POLITE, *logging, "-cp", jars, *storage], check=True, stdout=subprocess.DEVNULL)
        classes = _compiled("Broker", jars, folder)
        options = ("-Xmx512m", *_logging(folder / "broker.log", "warn"))
        main = "topoviz.oracle.deployments.Broker"
        path = f"{classes}{os.pathsep}{jars}"
        self._command = [*_POLITE, *options, "-cp", path, main, str(properties), self.address]
        super().__init__(BROKER_VERSION, self._command)
        self.ask("topics", "-")

    def restart(self, away: float) -> None:
        """Kill the broker, and start it again on its data after so many seconds."""
        self.__exit__(None, None, None)
        time.sleep(away)
        super().__init__(BROKER_VERSION, self._command)
        self.ask("topics", "-")

    def ask(self, *words: object) -> Any:
        """Give a command, such as `create orders 2`; gives its answer. Raises Failed."""
        self._write(("\t".join(map(str, words)) + "\n",))
        answer = json.loads(self._read_line())
        if isinstance(answer, dict) and "failed" in answer:
            raise Failed([answer["failed"]])
        return answer


class Members(ServingJvm):
    """A JVM with a version of Kafka Streams, in which members are started and stopped by their names."""

    def __init__(self, version: str, folder: Path, levels: Sequence[tuple[str, str]] = ()) -> None:
        """Start it; loggers may have levels of their own."""
        self.class_path = member_class_path(version)
        self.log = folder / f"{version}.log"
        classes = _compiled("Members", self.class_path, folder / version)
        path = f"{classes}{os.pathsep}{self.class_path}"
        own = (f"-Dorg.slf4j.simpleLogger.log.{logger}={level}" for logger, level in levels)
        options = ("-Xmx512m", *_logging(self.log, "info"), *own)
        super().__init__(version, [*_POLITE, *options, "-cp", path, "topoviz.oracle.deployments.Members"])

    def ask(self, *words: object) -> Any:
        """Give a command, such as `status old`; gives its answer. Raises Failed with the exception and its causes."""
        self._write(("\t".join(map(str, words)) + "\n",))
        answer: Mapping[str, Any] = json.loads(self._read_line())
        if "thrown" in answer:
            raise Failed(answer["thrown"])
        return answer["answer"]


def member_class_path(version: str) -> str:
    """The jars of a version, with a logger that writes."""
    return resolved_class_path(
        cache_directory() / version / "member-jars",
        ("org.apache.kafka", "kafka-streams", version),
        ("org.slf4j", "slf4j-simple", SLF4J_VERSION),
    )


def waited(is_so: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; tells whether it was within this time."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def _compiled(name: str, jars: str, folder: Path) -> Path:
    classes = folder / f"{name}-classes"
    classes.mkdir(parents=True)
    sources = [str(_JAVA / f"{name}.java"), str(HARNESS / "Json.java")]
    subprocess.run(["javac", "--release", "17", "-nowarn", "-d", str(classes), "-cp", jars, *sources], check=True)
    return classes


def _logging(path: Path, level: str) -> tuple[str, ...]:
    simple = "-Dorg.slf4j.simpleLogger"
    return f"{simple}.logFile={path}", f"{simple}.defaultLogLevel={level}"


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
