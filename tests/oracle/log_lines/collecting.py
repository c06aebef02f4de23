"""Which lines each release has, from the sources of all, and the table of them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.oracle.log_lines.messages import Message, messages_of
from tests.oracle.sources import bring_sources
from tests.oracle.versions import version_triple
from topoviz.engine.log_lines.table import LEVELS, Line, Releases
from topoviz.engine.log_lines.template import Hole, Piece

ARTIFACTS: Final = ("kafka-streams", "kafka-clients")
_ROOT: Final = "org/apache/kafka/"
_ALWAYS: Final = re.compile(
    r"streams/("
    r"KafkaStreams"
    r"|errors/\w+"
    r"|processor/\w+"
    r"|processor/internals/(?!InternalTopologyBuilder|TopologyMetadata|AbstractRead)\w+"
    r"|processor/internals/assignment/\w+"
    r"|kstream/internals/(suppress/|foreignkeyjoin/)?\w*(Aggregate|Reduce|Join|Suppress|Source|Supplier)\w*"
    r"|state/internals/(?!RocksDBGeneric)\w+"
    r")\.java"
    r"|clients/("
    r"NetworkClient|Metadata|FetchSessionHandler"
    r"|consumer/(KafkaConsumer|CommitFailedException)"
    r"|consumer/internals/("
    r"(Classic|Legacy)KafkaConsumer|(Abstract|Consumer)Coordinator|SubscriptionState|Fetcher|AbstractFetch|Completed"
    r"Fetch|FetchCollector|Offset\w+|ConsumerMetadata|ConsumerNetworkClient|ConsumerRebalanceListenerInvoker|ConsumerUtils|Heartbeat)"
    r"|producer/KafkaProducer"
    r"|producer/internals/\w+"
    r")\.java"
)
"""Where a stream thread, its tasks, stores and clients log; of the DSL, what drops records."""

_ON_BROKERS: Final = re.compile(
    r"clients/consumer/internals/(Async\w+|Streams\w+|CommitRequestManager|CoordinatorRequestManager|"
    r"Abstract(Membership|HeartbeatRequest)Manager|ConsumerNetworkThread|OffsetsRequestManager)\.java"
)
"""The consumer of group.protocol=streams, which Kafka Streams has from 4.1 on."""

_FIRST_ON_BROKERS: Final = (4, 1, 0)

_THROWS: Final = re.compile(
    r"streams/(KafkaStreams|errors/\w+|processor/\w*Timestamp\w*|processor/internals/\w+|state/internals/\w+)\.java"
    r"|clients/(consumer/\w+|consumer/internals/\w+|producer/KafkaProducer|producer/internals/\w+)\.java"
)
_NOT_THROWN: Final = re.compile(
    r"Illegal(Argument|State)Exception|NullPointerException|Unsupported\w+|RuntimeException|InterruptException"
    r"|ConcurrentModificationException|TopologyException|(Invalid)?Config\w*Exception|SchemaException"
)
"""What somebody who writes a program or Kafka itself has done wrong, whose words say it all."""


def collect_lines(releases: Sequence[str]) -> list[Line]:
    """Give every line of these releases, the oldest first, with the releases that have it, in the order of the table.

    A release without sources on Maven Central is taken for known nowhere: it has no line of its own.
    """
    folder = bring_sources(releases, lambda _: ARTIFACTS)
    found: dict[tuple[str, str, str, tuple[str, ...]], tuple[tuple[Piece, ...], list[str]]] = {}
    known = [release for release in releases if all((folder / jar_name(one, release)).exists() for one in ARTIFACTS)]
    for release in known:
        for file, message in _of_release(folder, release):
            key = (file, message.method, message.level, _without_names(message.pieces))
            _, having = found.get(key, ((), []))
            if not having or having[-1] != release:
                having.append(release)
            found[key] = message.pieces, having
    lines = (
        Line(file, method, level, pieces, Releases.of(having, known))
        for (file, method, level, _), (pieces, having) in found.items()
    )
    return sorted(lines, key=lambda one: (one.of, one.method, one.level, version_triple(one.releases.first), one.text))


def jar_name(artifact: str, release: str) -> str:
    """Name the sources of a release."""
    return f"{artifact}-{release}-sources.jar"


def _of_release(folder: Path, release: str) -> Iterator[tuple[str, Message]]:
    is_on_brokers = version_triple(release) >= _FIRST_ON_BROKERS
    for artifact in ARTIFACTS:
        with zipfile.ZipFile(folder / jar_name(artifact, release)) as sources:
            for path in sources.namelist():
                below = path.removeprefix(_ROOT)
                if _ALWAYS.fullmatch(below) or (is_on_brokers and _ON_BROKERS.fullmatch(below)):
                    for message in _messages(sources.read(path)):
                        if message.level in LEVELS or _is_told(below, message):
                            yield class_name(path), message


@cache
def _messages(source: bytes) -> tuple[Message, ...]:
    # Patches leave most files as they are.
    return tuple(messages_of(source))


def _is_told(path: str, message: Message) -> bool:
    return _THROWS.fullmatch(path) is not None and not _NOT_THROWN.fullmatch(message.level)


def class_name(path: str) -> str:
    """Give the class of a file, as loggers are named."""
    return path.removesuffix(".java").replace("/", ".")


def _without_names(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Give what is compared between releases: the names of variables may change, what is printed does not."""
    return tuple("\0" if isinstance(one, Hole) else one for one in pieces)
