"""`topoviz lag capture`: write a history of lag from a live cluster, until a time is over or Ctrl-C."""

from __future__ import annotations

import argparse
import importlib.util
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Final

from topoviz.cli.failure import Failure, failing
from topoviz.cli.messages import printable
from topoviz.engine.scenarios.durations import duration_text, parse_duration
from topoviz.lag.capture.bad_capture import BadCapture, NoGroup, NoLook, NotAllowed
from topoviz.lag.capture.command_config import ClientSettings, read_command_config
from topoviz.lag.capture.history_file import HistoryFile, csv_header, csv_text
from topoviz.lag.capture.look import Look, Row
from topoviz.lag.capture.taking import Beat, summary, take_looks
from topoviz.lag.capture.topics_file import TopicsFile, topics_text

if TYPE_CHECKING:
    from topoviz.lag.capture.cluster import Cluster

_INSTALL: Final = "Taking a history from a cluster needs a Kafka client. Install it with: pip install 'topoviz[kafka]'"
_LEAST_EVERY: Final = 1_000
_MOST_GROUPS_SHOWN: Final = 10
_PARTS_MISSING: Final = 3


def add_capture(command: ArgumentParser) -> None:
    """Add what `topoviz lag capture` takes."""
    command.add_argument(
        "--bootstrap-server", metavar="HOST:PORT[,…]", help="the cluster, unless the file of --command-config names it"
    )
    command.add_argument(
        "--group", required=True, action="append", dest="groups", metavar="NAME",
        help="the consumer group, which for Kafka Streams is the application id; may be given several times",
    )  # fmt: skip
    command.add_argument(
        "--every", type=_span(_LEAST_EVERY), default=30_000, metavar="TIME",
        help="from one look to the next, such as 10s (default: 30s)",
    )  # fmt: skip
    command.add_argument(
        "--for", type=_span(0), dest="lasting", metavar="TIME", help="for how long, such as 1h (default: until Ctrl-C)"
    )
    command.add_argument(
        "--output", "-o", type=Path, metavar="FILE",
        help=".csv, or .jsonl for JSON lines; one that is there already is gone on with (default: standard output)",
    )  # fmt: skip
    command.add_argument(
        "--topics", type=Path, metavar="FILE",
        help="where to write what brokers say of the groups' topics too: leaders, replicas, copies in sync; as text",
    )  # fmt: skip
    command.add_argument(
        "--command-config", type=Path, metavar="FILE",
        help="the .properties file with security.protocol and the login that Kafka's own commands take",
    )  # fmt: skip


def run(options: Namespace) -> int:
    """Take looks until the end; gives 3 where some are missing. Raises Failure where the first look fails."""
    if importlib.util.find_spec("confluent_kafka") is None:
        raise Failure(_INSTALL)
    from topoviz.lag.capture.cluster import Cluster

    groups = list(dict.fromkeys(options.groups))
    with ExitStack() as stack:
        stack.enter_context(failing(BadCapture))
        settings = _settings(options.command_config)
        address = options.bootstrap_server or settings.settings.get("bootstrap.servers")
        if not address:
            raise Failure("Say which cluster: --bootstrap-server HOST:PORT.")
        cluster = Cluster(address, settings)
        ended = stack.enter_context(_ended_by_signals())
        look = _looking(cluster, groups)
        if options.topics is not None:
            look = _with_topics(look, cluster, groups, stack.enter_context(TopicsFile(options.topics)))
        first = _first(look, cluster)
        keep = _kept_to(options.output, stack)
        looks = iter([first])
        beat = Beat(options.every / 1000, None if options.lasting is None else options.lasting / 1000)
        _tell(_begun(groups, options))
        taken = take_looks(lambda: next(looks, None) or look(), keep, beat, _tell, ended.wait)
    _tell(summary(taken, groups))
    return 0 if taken.is_whole else _PARTS_MISSING


def _settings(path: Path | None) -> ClientSettings:
    if path is None:
        return ClientSettings()
    try:
        settings = read_command_config(path)
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}.") from error
    if settings.not_used:
        _tell(f"note: not used of {path}: {', '.join(settings.not_used)}.")
    return settings


def _looking(cluster: Cluster, groups: Sequence[str]) -> Callable[[], Look]:
    """Give what looks once, and says once what cannot be seen."""
    said: set[str] = set()

    def look() -> Look:
        found = cluster.look(groups)
        for group in sorted(found.hidden - said):
            _tell(
                f"note: the members of {group} cannot be seen: it is a streams group (KIP-1071), or has only offsets "
                "and no members. Client ids and hosts stay empty; offsets are complete."
            )
        if found.without_end and "" not in said:
            said.add("")
            _tell(f"note: {found.without_end} partitions have no leader or no topic any more, and so no rows.")
        said.update(found.hidden)
        return found

    return look


def _with_topics(
    look: Callable[[], Look], cluster: Cluster, groups: Sequence[str], file: TopicsFile
) -> Callable[[], Look]:
    """Give what looks once, and keeps what brokers say of the topics then."""

    def both() -> Look:
        found = look()
        file.append_text(topics_text(datetime.now(UTC), cluster.topics(groups, found)))
        return found

    return both


def _first(look: Callable[[], Look], cluster: Cluster) -> Look:
    """Look for the first time; raises Failure with what to do where that fails."""
    try:
        return look()
    except NoGroup as reason:
        there = cluster.groups()
        more = f" and {len(there) - _MOST_GROUPS_SHOWN} more" if len(there) > _MOST_GROUPS_SHOWN else ""
        shown = f"It has {', '.join(there[:_MOST_GROUPS_SHOWN])}{more}." if there else "None is there for this user."
        advice = f"{shown} For Kafka Streams, the group is the application.id."
        raise Failure(printable(f"{_sentence(reason)} {advice}")) from reason
    except NotAllowed as reason:
        advice = "Give it with: kafka-acls.sh --add --allow-principal User:… --operation Describe --group … --topic …"
        raise Failure(printable(f"{_sentence(reason)} {advice}")) from reason
    except NoLook as reason:
        advice = (
            "Look whether the address is right and reached from here; a cluster with TLS or a login needs "
            "--command-config."
        )
        raise Failure(printable(f"{_sentence(reason)} {advice}")) from reason


def _sentence(reason: Exception) -> str:
    text = str(reason)
    return f"{text[:1].upper()}{text[1:]}."


def _kept_to(path: Path | None, stack: ExitStack) -> Callable[[Iterable[Row]], None]:
    """Give what keeps the rows of a look, in a file or on standard output."""
    if path is None:
        sys.stdout.write(csv_header())
        return _print
    file = stack.enter_context(HistoryFile(path))
    if file.taken_away:
        _tell(f"note: the last look in {path} was cut off, and is taken away.")
    return file.append


def _print(rows: Iterable[Row]) -> None:
    sys.stdout.write(csv_text(rows))
    sys.stdout.flush()


def _begun(groups: Sequence[str], options: Namespace) -> str:
    lasting = "until Ctrl-C" if options.lasting is None else f"for {duration_text(options.lasting)}"
    where = f" into {options.output}" if options.output else ""
    return f"A look at {', '.join(groups)} every {duration_text(options.every)}{where}, {lasting}."


def _tell(sentence: str) -> None:
    print(printable(sentence), file=sys.stderr, flush=True)


@contextmanager
def _ended_by_signals() -> Iterator[Event]:
    """Give what is set by Ctrl-C or by whoever ends the process; the look that goes on is kept first."""
    ended = Event()

    def end(number: int, frame: FrameType | None) -> None:
        # The second time it is meant at once.
        signal.signal(number, signal.SIG_DFL)
        ended.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _span(least: int) -> Callable[[str], int]:
    """Give what reads a span of time in milliseconds."""

    def read(text: str) -> int:
        try:
            span = parse_duration(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
        if span < least:
            raise argparse.ArgumentTypeError(f"{text} is shorter than {duration_text(least)}.")
        return span

    return read
