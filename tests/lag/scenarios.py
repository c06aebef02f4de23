"""What a lag report has to find, to tell, and to leave alone: `python -m tests.lag.scenarios [SEEDS]` prints the table.

Each scenario is a group of one history; `found` are the kinds of findings that it must have, and no others.
`told` are words that a finding or the part about the samples must have. Where nothing is found, all is well.
"""

from __future__ import annotations

import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.lag.histories import write_csv
from tests.lag.simulation import HOUR, Group, simulate
from topoviz.lag.findings.findings import find
from topoviz.lag.findings.sight import sight_of
from topoviz.lag.findings.verdict import judged_partitions, verdict_of
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.lag_report import LagReport, Sight
from topoviz.lag.report.partitions import PartitionLag

MINUTE = 60


@dataclass(frozen=True)
class Scenario:
    """A group, the kinds of findings it must have, and words that must be told of it."""

    title: str
    group: Group
    found: tuple[str, ...]
    told: str = ""
    may_be_found: tuple[str, ...] = ()


def _between(start: float, end: float, inside: float, outside: float = 1.0):
    return lambda time: inside if start <= time < end else outside


def _day(time: float) -> float:
    return 1 + 0.85 * math.sin(2 * math.pi * time / (24 * HOUR))


def _bursts(time: float) -> float:
    return 6.0 if time % (20 * MINUTE) < 90 else 0.7


def _hourly_batch(time: float) -> float:
    return 40.0 if time % HOUR < MINUTE else 0.0


def _each_ten_minutes(seconds: float, minutes: int) -> tuple[tuple[float, float], ...]:
    return tuple((start, start + seconds) for start in range(200, minutes * 60, 600))


_HOURS_GONE = (20 * MINUTE, 80 * MINUTE)
_FOUR_MINUTES = ((41 * MINUTE + 17, 45 * MINUTE + 17),)
_FIFTY = _between(60 * MINUTE, 110 * MINUTE, 0.15)
_SEVERE = _between(60 * MINUTE, 110 * MINUTE, 0.03)
_ONE_IN_THREE = tuple((start, start + 80) for start in range(30, 180 * MINUTE, 240))
_RESTARTS = tuple((start, start + 40) for start in (11 * MINUTE, 47 * MINUTE, 49 * MINUTE, 93 * MINUTE))

_EVERY_FIVE = tuple(range(200, 180 * MINUTE, 300))
_EVERY_TEN = tuple(range(200, 180 * MINUTE, 600))
_EVERY_SIX = tuple(range(200, 120 * MINUTE, 360))
_SHORTLY = tuple((start, start + 15) for start in _EVERY_FIVE)
_WITH_RESTARTS = tuple((start, start + 40) for start in _EVERY_SIX)

SCENARIOS = (
    # Lost records.
    Scenario("retention passes a group that reads too slowly", Group(minutes=240, reads=0.5, retention=HOUR),
             ("possibly-lost", "falling-behind"), "--reset-offsets"),
    Scenario("retention passes it, and it goes on at the end",
             Group(minutes=150, capacity=_between(0, 100 * MINUTE, 0.1), retention=HOUR, reset_to="latest"),
             ("possibly-lost",), "retention"),
    Scenario("a group is down for an hour, and goes on at the end",
             Group(minutes=120, down=(_HOURS_GONE,), retention=1800, reset_to="latest"), ("possibly-lost", "stall")),
    Scenario("offsets are set to the end by hand",
             Group(minutes=120, reads=0.4, set_to_end_at=90 * MINUTE, capacity=_between(90 * MINUTE, 120 * MINUTE, 8)),
             ("possibly-lost",), "somebody set its offsets"),
    Scenario("one partition of four is passed by retention",
             Group(minutes=150, capacity=_between(0, 100 * MINUTE, 0.1), retention=HOUR, reset_to="latest", only=2),
             ("possibly-lost",)),
    # Stalls and pauses.
    Scenario("one task stalls for 4 minutes, a sample a minute", Group(down=_FOUR_MINUTES, only=1), ("stall",),
             "stood still for at least"),
    Scenario("all tasks stall for 4 minutes, a sample a minute", Group(down=_FOUR_MINUTES), ("stall",), "All 4"),
    Scenario("a task stalls until the end", Group(down=((110 * MINUTE, 120 * MINUTE),), only=1), ("stall",),
             "is standing still since"),
    Scenario("pauses of 100 s every 10 minutes, a sample in 15 s",
             Group(every=15, down=_each_ten_minutes(100, 120)), ("pauses",), "about every 10 minutes"),
    Scenario("one task pauses 100 s every 10 minutes, a sample in 15 s",
             Group(every=15, down=_each_ten_minutes(100, 120), only=3), ("pauses",), "about every 10 minutes"),
    Scenario("pauses of 100 s every 10 minutes, a sample a minute", Group(down=_each_ten_minutes(100, 120)), (),
             "minutes may not show", ("pauses",)),
    # What is over.
    Scenario("a problem of 50 minutes, over at the end", Group(minutes=180, capacity=_FIFTY), ("past-peak",),
             "were behind for"),
    Scenario("one task has a problem of 50 minutes", Group(minutes=180, capacity=_FIFTY, only=0), ("past-peak",),
             "was behind for"),
    Scenario("a problem of 50 minutes within a day", Group(minutes=1440, capacity=_FIFTY), ("past-peak",)),
    # Not known.
    Scenario("five samples", Group(minutes=5), ("not-known",), "looked at for"),
    Scenario("samples are missing for half of the time", Group(unseen=((30 * MINUTE, 95 * MINUTE),)), ("not-known",),
             "samples are missing"),
    Scenario("nothing comes and nothing is read", Group(rate=0.0), ("not-known",), "Nothing was written"),
    # Healthy.
    Scenario("even load", Group(), (), "may not show"),
    Scenario("noisy load", Group(noise=1.0), ()),
    Scenario("noisy load, a sample in 10 s", Group(noise=1.0, every=10, minutes=60), ()),
    Scenario("the curve of a day", Group(minutes=1440, load=_day), ()),
    Scenario("bursts of six times the load", Group(load=_bursts), ()),
    Scenario("four restarts of 40 s", Group(down=_RESTARTS), ()),
    Scenario("four restarts of 40 s, a sample in 15 s", Group(down=_RESTARTS, every=15), ()),
    Scenario("an hour down, then read up at four times the load", Group(minutes=180, down=(_HOURS_GONE,), reads=4),
             ("stall",)),
    Scenario("a problem of 50 minutes, read up at ten times the load", Group(minutes=180, reads=10, capacity=_SEVERE),
             ("past-peak",)),
    Scenario("a sample a minute, one in three missing", Group(minutes=180, unseen=_ONE_IN_THREE), ("not-known",)),
    Scenario("a restart of 2 minutes, read up at once", Group(down=((50 * MINUTE, 52 * MINUTE),), reads=30), ()),
    Scenario("a commit in 5 minutes, a sample a minute", Group(commit_every=300), (), "Commits come every"),
    Scenario("a commit in 100 ms, a sample in 15 s", Group(commit_every=5, every=15), ()),
    Scenario("few records in transactions", Group(rate=0.004, marks=True, noise=0, reads=1000), ()),
    Scenario("a batch every hour", Group(minutes=360, load=_hourly_batch, rate=100, reads=30), ()),
    Scenario("a sample in 5 minutes", Group(minutes=600, every=300), (), "stood still for 18 minutes"),
    Scenario("a minute without samples", Group(every=15, unseen=((HOUR, HOUR + 90),)), (),
             "without samples, is not known"),
    # Too slow, in a short history.
    Scenario("12 minutes at 80 % of what comes", Group(minutes=12, share=0.8), ("falling-behind",), "records a second"),
    Scenario("10 minutes at 85 %, a sample in 15 s", Group(minutes=11, every=15, share=0.85), ("falling-behind",)),
    Scenario("15 minutes at 90 %", Group(minutes=15, share=0.9), ("falling-behind",)),
    # Offsets that say nothing.
    Scenario("no committed offset for 20 minutes", Group(uncommitted=((40 * MINUTE, 60 * MINUTE),)), ("not-known",),
             "no committed offset for"),
    Scenario("no committed offset in the last 20 minutes", Group(uncommitted=((100 * MINUTE, 120 * MINUTE),)),
             ("not-known",), "offsets.retention.minutes"),
    Scenario("committed offsets beyond the end throughout", Group(beyond=100_000), ("not-known",), "made anew"),
    # Lost, and not to be seen.
    Scenario("retention takes a little every 5 minutes", Group(minutes=240, share=0.9, retention=900, segment=300),
             ("falling-behind",), "deleted unread", ("possibly-lost",)),
    Scenario("retention passes a group that is down for hours, a sample an hour",
             Group(minutes=900, every=3600, down=((240 * MINUTE, 540 * MINUTE),), retention=HOUR), ("stall",),
             "deleted unread", ("possibly-lost",)),
    # Who reads.
    Scenario("owners change every 5 minutes, and nobody comes or goes",
             Group(minutes=180, clients=3, partitions=6, moves=_EVERY_FIVE, down=_SHORTLY), ("rebalances",),
             "about every 5 minutes"),
    Scenario("each rebalance holds all up for 100 s, every ten minutes",
             Group(minutes=180, clients=3, partitions=6, moves=_EVERY_TEN, down=_each_ten_minutes(100, 180)),
             ("rebalances",), "about every 10 minutes"),
    Scenario("all instances begin anew every 6 minutes", Group(minutes=120, restarts=_EVERY_SIX, down=_WITH_RESTARTS),
             ("restarts",), "began anew"),
    Scenario("one instance of three with four threads is slow",
             Group(partitions=24, clients=3, threads=4, reads=2, slow={1: 0.3}), ("slow-instance",), "4 threads"),
    Scenario("one instance of two with two threads is slow, a sample in 10 s",
             Group(partitions=8, clients=2, threads=2, every=10, minutes=60, reads=2, slow={0: 0.4}),
             ("slow-instance",), "2 threads"),
    # Where it comes.
    Scenario("one partition of eight gets ten times as much", Group(partitions=8, reads=2, weights={5: 10}),
             ("hot-partition",)),
    Scenario("two partitions of four get eight times as much", Group(partitions=4, reads=2, weights={0: 8, 3: 8}),
             ("hot-partition",)),
    # Offsets that go back.
    Scenario("somebody rewinds the group by an hour", Group(rewinds={60 * MINUTE: 1_000_000}, reads=20),
             ("went-back",), "read again", ("past-peak",)),
    Scenario("the topic is made anew", Group(made_anew=60 * MINUTE), ("made-anew",), "made anew"),
    Scenario("the clock of the samples steps back by 5 minutes", Group(clock_back=(60 * MINUTE, 300), every=20),
             ("not-known",), "clock"),
    # What is being worked off.
    Scenario("a burst at the end, being worked off",
             Group(minutes=120, load=_between(80 * MINUTE, 100 * MINUTE, 12.0), reads=3.0), ("backlog",),
             "will be read"),
    # Healthy, and nearly one of these.
    Scenario("instances are restarted once, one after the other",
             Group(clients=3, partitions=6, restarts=(50 * MINUTE,), moves=(49 * MINUTE, 51 * MINUTE),
                   down=((50 * MINUTE, 50 * MINUTE + 30),)), ()),
    Scenario("two instances with four threads", Group(partitions=16, clients=2, threads=4), ()),
    Scenario("a burst that is read within ten minutes", Group(load=_between(80 * MINUTE, 84 * MINUTE, 5.0)), ()),
    Scenario("even load for 12 minutes", Group(minutes=12), (), "% too little"),
    Scenario("noisy load for 15 minutes, a sample in 15 s", Group(minutes=15, every=15, noise=1.0), ()),
    Scenario("offsets a second beyond the end", Group(beyond=300, commit_every=5), ()),
    Scenario("a minute without a committed offset", Group(uncommitted=((0, 60),)), ()),
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What the report says of one group."""

    verdict: str
    findings: tuple[Finding, ...]
    sight: Sight
    partitions: tuple[PartitionLag, ...]
    lost: dict[int, int]

    def kinds(self) -> tuple[str, ...]:
        """Give the kinds of findings, without that of all being well."""
        return tuple(sorted({one.kind.value for one in self.findings if one.kind is not FindingKind.FINE}))

    def words(self) -> str:
        """Give everything that is told."""
        return " ".join([f"{one.sentence} {one.advice}" for one in self.findings] + list(self.sight.cannot_show))


def outcomes(spark, seeds, folder: Path, scenarios=SCENARIOS) -> dict[tuple[int, int], Outcome]:
    """Measure all scenarios in one run, each as a group of its own, and give what is said by scenario and seed."""
    rows, lost = [], {}
    for number, scenario in enumerate(scenarios):
        for seed in seeds:
            made, lost[number, seed] = simulate(seed, f"group-{number}-{seed}", scenario.group)
            rows.extend(made)
    report = analyze_history(spark, [write_csv(rows, folder / "scenarios.csv")])
    by_group: dict[str, list[PartitionLag]] = {}
    for one in report.partitions:
        by_group.setdefault(one.group, []).append(one)
    return {key: _outcome(report, tuple(by_group[f"group-{key[0]}-{key[1]}"]), lost[key]) for key in lost}


def _outcome(report: LagReport, partitions: tuple[PartitionLag, ...], lost: dict[int, int]) -> Outcome:
    group = partitions[0].group
    instances, rebalances = (
        [one for one in all_of if one.group == group] for all_of in (report.instances, report.rebalances)
    )
    findings = find(partitions, (), instances, rebalances)
    start, end = min(one.first_seen for one in partitions), max(one.last_seen for one in partitions)
    sight = sight_of(partitions, start, end, partitions[0].interval_seconds)
    return Outcome(verdict_of(findings).value, findings, sight, judged_partitions(partitions, findings), lost)


def is_right(scenario: Scenario, outcome: Outcome) -> bool:
    """Tell whether everything was found and told, and nothing else found."""
    kinds = set(outcome.kinds())
    return kinds - set(scenario.may_be_found) == set(scenario.found) and scenario.told in outcome.words()


def main(seeds: int) -> None:
    """Print how many seeds of each scenario are right."""
    from topoviz.lag.session import SessionSettings, spark_session, stop_session

    spark = spark_session(SessionSettings(shuffle_partitions=2))
    with tempfile.TemporaryDirectory() as folder:
        found = outcomes(spark, range(seeds), Path(folder))
    stop_session()
    print("| Scenario | Must be found | Told | Right |")
    print("|---|---|---|---|")
    for number, scenario in enumerate(SCENARIOS):
        own = [found[number, seed] for seed in range(seeds)]
        right = sum(is_right(scenario, one) for one in own)
        print(f"| {scenario.title} | {', '.join(scenario.found) or 'nothing'} | {scenario.told} | {right} of {seeds} |")
        for seed, one in enumerate(own):
            if not is_right(scenario, one) or ("-v" in sys.argv and seed == 0):
                print(f"    {seed} {one.verdict} {one.kinds()}: {one.words()[:900]}", file=sys.stderr)
                print(
                    f"    lost {one.lost}, said {[(p.jumps, p.jump_records) for p in one.partitions]}", file=sys.stderr
                )


if __name__ == "__main__":
    main(int(next((text for text in sys.argv[1:] if text.isdigit()), "5")))
