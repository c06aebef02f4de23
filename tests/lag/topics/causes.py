"""What a report says of topics with known causes: `python -m tests.lag.topics.causes [SEEDS]` prints the table.

All stand in one history, each on brokers of its own; `found` are the kinds of findings that it must have, no others.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from tests.lag.topics.clusters import HOUR, Cluster, Topic, looks, renamed, write_csv
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.report.finding import Finding
from topoviz.lag.topics.findings.findings import with_topics
from topoviz.lag.topics.model import TopicHistory


@dataclass(frozen=True)
class Cause:
    """A cluster, the kinds of findings it must have, and words that one of them must have."""

    title: str
    cluster: Cluster
    found: tuple[str, ...]
    said: str = ""


_LONE = Topic("lone", copies=1, min_in_sync=1, partitions=3)
CAUSES: tuple[Cause, ...] = (
    Cause("nothing happens", Cluster(), ("fine",), "No leader moved".lower()),
    Cause("a look in 10 seconds", Cluster(interval=10, seconds=0.5 * HOUR), ("fine",), "within 10 seconds"),
    Cause("half of the looks are missing", Cluster(is_missing=lambda time: time % 120 >= 60), ("fine",)),
    Cause("age deletes each hour", Cluster((Topic("in", deletes_each=HOUR),)), ("fine",)),
    Cause("one restart of four minutes", Cluster(away=((1, 1800, 2040),)), ("broker-away",), "A restart looks so"),
    Cause(
        "all brokers are restarted, one after the other",
        Cluster(away=((0, 1800, 1980), (1, 2700, 2880), (2, 3600, 3780))),
        ("broker-away",),
        "fell out of sync 3 times",
    ),
    Cause("a broker is away for 50 minutes", Cluster(away=((2, 1800, 4800),)), ("out-of-sync",), "50 minutes"),
    Cause("a broker goes and does not come back", Cluster(away=((0, 1800, 9e9),)), ("out-of-sync",), "since 10:30"),
    Cause(
        "two of three copies are away for ten minutes",
        Cluster(away=((0, 1800, 2400), (1, 1800, 2400))),
        ("out-of-sync",),
        "could not write there",
    ),
    Cause(
        "a topic of one copy is away for five minutes",
        Cluster((_LONE,), away=((1, 1800, 2100),)),
        ("offline",),
        "5 minutes in all",
    ),
    Cause(
        "a topic of one copy is away until the end",
        Cluster((_LONE,), away=((0, 3600, 9e9),)),
        ("offline",),
        "has no leader since 11:00",
    ),
    Cause("leaders are chosen anew twice", Cluster(elections=(3000, 7200)), ("leader-moves",), "at 2 looks"),
    Cause(
        "a topic gets two more partitions",
        Cluster((Topic("in", partitions=4, grows_to=(5400, 6)),)),
        ("count-changed", "fine"),
        "67 % of the keys",
    ),
    Cause("a topic is made anew", Cluster((Topic("in", made_anew_at=5400),)), ("made-anew", "fine"), "11:30"),
    Cause(
        "one partition is eight times as large",
        Cluster((Topic("in", heavy=2),)),
        ("size-skew", "fine"),
        "8.0 times the median",
    ),
    Cause("a small topic is as uneven", Cluster((Topic("in", heavy=2, mib=1),)), ("fine",)),
    Cause("sizes alone", Cluster(), ("not-known",), "were not looked at"),
)


def history_of(seed: int, folder: Path) -> Path:
    """Write one history of all causes."""
    rows = []
    for place, cause in enumerate(CAUSES):
        own = looks(renamed(cause.cluster, f"c{place}-", 10 * place + 1), 1000 * seed + place)
        rows += [row for row in own if cause.title != "sizes alone" or "size_bytes" in row]
    rows.sort(key=lambda row: row["timestamp"])
    return write_csv(rows, folder / f"causes-{seed}.csv")


def findings_of(history: TopicHistory, place: int) -> tuple[Finding, ...]:
    """Find in the part of a history that one cause is."""
    prefix, brokers = f"c{place}-", range(10 * place + 1, 10 * place + 4)
    part = replace(
        history,
        interval_seconds=CAUSES[place].cluster.interval,
        topics=tuple(one for one in history.topics if one.topic.startswith(prefix)),
        partitions=tuple(one for one in history.partitions if one.topic.startswith(prefix)),
        absences=tuple(one for one in history.absences if one.broker in brokers),
        leader_moves=tuple(one for one in history.leader_moves if one.before in brokers),
        count_changes=tuple(one for one in history.count_changes if one.topic.startswith(prefix)),
    )
    return with_topics((), (), part)


def is_right(cause: Cause, findings: tuple[Finding, ...]) -> bool:
    """Tell whether exactly what must be found was found, with its words, and nothing elsewhere."""
    kinds = tuple(one.kind.value for one in findings)
    return kinds == cause.found and cause.said in " ".join(f"{one.sentence} {one.advice}" for one in findings)


def main(seeds: int) -> None:
    """Print the table."""
    from topoviz.lag.session import spark_session, stop_session

    right = dict.fromkeys(range(len(CAUSES)), 0)
    with tempfile.TemporaryDirectory() as folder:
        spark = spark_session()
        for seed in range(seeds):
            history = analyze_history(spark, [history_of(seed, Path(folder))]).topic_history
            for place, cause in enumerate(CAUSES):
                findings = findings_of(history, place)
                right[place] += is_right(cause, findings)
                if not is_right(cause, findings):
                    print(f"{cause.title}, seed {seed}:", file=sys.stderr)
                    for one in findings:
                        print(f"  {one.kind.value}: {one.sentence} {one.advice}", file=sys.stderr)
        stop_session()
    print("| What happens | Found | Right |\n|---|---|---|")
    for place, cause in enumerate(CAUSES):
        print(f"| {cause.title} | {', '.join(cause.found)} | {right[place]} of {seeds} |")


if __name__ == "__main__":
    main(int(next((text for text in sys.argv[1:] if text.isdigit()), "5")))
