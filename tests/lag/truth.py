"""The truth table of lag reports: `python -m tests.lag.truth [SEEDS] [WORDS …]` prints it.

It makes histories with a known cause and healthy ones. Words choose the cases whose titles have one of them, and
`"60 s"` and its like how they are looked at.

Each group has two instances of two threads and eight partitions, is looked at every ten seconds and every minute,
and every minute by a collector that was away twice. A cause counts as named where a finding of its kind is there, and
its place as right where that finding speaks of the partitions it is about, of who it is, and of the time it was at.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from tests.lag.scenarios import MINUTE, Outcome, Scenario, _between, _bursts, _day, outcomes
from tests.lag.simulation import START, Group, partitions_of, process_of
from topoviz.lag.report.finding import Finding, FindingKind

HOUR: Final = 60 * MINUTE
LENGTH: Final = 150
PARTITIONS: Final = 8
ALL: Final = frozenset(range(PARTITIONS))
AT_MOST_LATE: Final = 8 * MINUTE
"""So much later or earlier may a time be that shows only once records have waited long."""

Span = tuple[float, float]


@dataclass(frozen=True)
class Case:
    """A group, what must be found of it first, and where.

    `at` are the partitions, `who` an instance and possibly one of its threads, `when` the seconds from and to. `may`
    are kinds of findings that say something true of it too.
    """

    title: str
    group: Group
    kind: FindingKind | None = None
    at: frozenset[int] = ALL
    who: tuple[int, int | None] | None = None
    when: Span | None = None
    may: frozenset[FindingKind] = frozenset()
    slack: float = 0.0
    words: str = ""


def _group(**changes: object) -> Group:
    usual: dict[str, object] = {"minutes": LENGTH, "partitions": PARTITIONS, "clients": 2, "threads": 2}
    return Group(**(usual | changes))  # type: ignore[arg-type]


def _every(seconds: float, minutes: float, until: float = LENGTH) -> tuple[Span, ...]:
    return tuple((at, at + seconds) for at in _times(minutes, until))


def _times(minutes: float, until: float = LENGTH) -> tuple[float, ...]:
    return tuple(200 + minutes * MINUTE * place for place in range(int((until - 5) / minutes)))


def _step(at: float, before: float, after: float) -> Callable[[float], float]:
    return lambda time: before if time < at else after


_LOST = FindingKind.POSSIBLY_LOST
_STALL = FindingKind.STALL
_PAUSES = FindingKind.PAUSES
_BEHIND = FindingKind.FALLING_BEHIND
_PEAK = FindingKind.PAST_PEAK
_BACKLOG = FindingKind.BACKLOG
_REBALANCES = FindingKind.REBALANCES
_RESTARTS = FindingKind.RESTARTS
_NOT_KNOWN = FindingKind.NOT_KNOWN

_AT = 70 * MINUTE
_FOUR = ((_AT, _AT + 4 * MINUTE),)
_TEN = ((_AT, _AT + 10 * MINUTE),)
_SLOWLY = _between(60 * MINUTE, 110 * MINUTE, 0.15)
_PACE = 3.0
_WHILE_SLOW = (60 * MINUTE, (110 + 50 * (1 - 0.15 * _PACE) / (_PACE - 1)) * MINUTE)
"""Records wait until what was left in fifty minutes is read, at three times of what comes, whatever comes."""

_ONE = partitions_of(_group(), 1)
_THREAD = partitions_of(_group(), 0, 1)


def may(*kinds: FindingKind) -> frozenset[FindingKind]:
    """Give kinds that may be found too."""
    return frozenset(kinds)


CAUSES: Final = (
    Case("a task stands still for 4 minutes", _group(down=_FOUR, only=5), _STALL, frozenset({5}), None, _FOUR[0]),
    Case("all tasks stand still for 4 minutes", _group(down=_FOUR), _STALL, ALL, None, _FOUR[0]),
    Case("a thread hangs for 10 minutes", _group(down=_TEN, only=_THREAD), _STALL, _THREAD, (0, 1), _TEN[0]),
    Case("an instance hangs for 10 minutes", _group(down=_TEN, only=_ONE), _STALL, _ONE, (1, None), _TEN[0]),
    Case("a task stands still until the end", _group(down=((120 * MINUTE, HOUR * 9),), only=7), _STALL,
         frozenset({7}), None, (120 * MINUTE, LENGTH * MINUTE)),
    Case("the group is down from some moment on", _group(down=((120 * MINUTE, HOUR * 9),)), _STALL, ALL, None,
         (120 * MINUTE, LENGTH * MINUTE)),
    Case("a transaction hangs, and all wait for it", _group(hanging=110 * MINUTE, only=4), _STALL, frozenset({4}), None,
         (110 * MINUTE, LENGTH * MINUTE), words="transaction"),
    Case("all pause for 200 s every 15 minutes", _group(down=_every(200, 15)), _PAUSES, may=may(_STALL)),
    Case("a task pauses for 200 s every 15 minutes", _group(down=_every(200, 15), only=3), _PAUSES, frozenset({3}),
         may=may(_STALL)),
    Case("owners change every 5 minutes without need", _group(moves=_times(5), down=_every(15, 5)), _REBALANCES),
    Case("rebalances hold all up for 100 s every 10 minutes", _group(moves=_times(10), down=_every(100, 10)),
         _REBALANCES),
    Case("all instances begin anew every 6 minutes", _group(restarts=_times(6), down=_every(40, 6)), _RESTARTS),
    Case("one instance begins anew every 6 minutes", _group(restarts_of={1: _times(6)}, down=_every(40, 6), only=_ONE),
         _RESTARTS, _ONE),
    Case("an instance is slow", _group(reads=2, slow={1: 0.3}), FindingKind.SLOW_INSTANCE, _ONE, (1, None)),
    Case("a partition gets ten times as much", _group(reads=2, weights={5: 10}), FindingKind.HOT_PARTITION,
         frozenset({5})),
    Case("two partitions get eight times as much", _group(reads=2, weights={0: 8, 3: 8}), FindingKind.HOT_PARTITION,
         frozenset({0, 3})),
    Case("retention passes all, which read on at the start", _group(share=0.5, retention=HOUR, minutes=240), _LOST,
         when=(2 * HOUR, 240 * MINUTE), may=may(_BEHIND), slack=12 * MINUTE),
    Case("retention passes a partition, which goes on at the end",
         _group(capacity=_between(0, 100 * MINUTE, 0.1), retention=HOUR, reset_to="latest", only=2), _LOST,
         frozenset({2}), may=may(_PEAK)),
    Case("somebody sets the offsets to the end",
         _group(reads=0.4, set_to_end_at=90 * MINUTE, capacity=_between(90 * MINUTE, HOUR * 9, 8)), _LOST,
         when=(90 * MINUTE, 90 * MINUTE), may=may(_PEAK)),
    Case("somebody rewinds the group by an hour", _group(rewinds={60 * MINUTE: 1_000_000}, reads=20),
         FindingKind.WENT_BACK, when=(60 * MINUTE, 60 * MINUTE), may=may(_PEAK)),
    Case("the topic is made anew", _group(made_anew=60 * MINUTE), FindingKind.MADE_ANEW,
         when=(60 * MINUTE, 60 * MINUTE)),
    Case("a broker loses the last records", _group(cut_at=(60 * MINUTE, 60_000)), FindingKind.MADE_ANEW,
         when=(60 * MINUTE, 60 * MINUTE), may=may(FindingKind.WENT_BACK)),
    Case("all were too slow for 50 minutes", _group(share=_PACE, capacity=_SLOWLY), _PEAK, when=_WHILE_SLOW),
    Case("a task was too slow for 50 minutes", _group(share=_PACE, capacity=_SLOWLY, only=6), _PEAK, frozenset({6}),
         when=_WHILE_SLOW),
    Case("an instance was too slow for 50 minutes", _group(share=_PACE, capacity=_SLOWLY, only=_ONE), _PEAK,
         _ONE, (1, None), _WHILE_SLOW),
    Case("all read 80 % of what comes", _group(share=0.8), _BEHIND),
    Case("all are too slow from some moment on", _group(capacity=_step(80 * MINUTE, 1, 0.2)), _BEHIND,
         when=(80 * MINUTE, LENGTH * MINUTE)),
    Case("twice as much comes from some moment on", _group(reads=1.4, load=_step(80 * MINUTE, 1, 2.5)), _BEHIND,
         when=(80 * MINUTE, LENGTH * MINUTE)),
    Case("a thread is slow", _group(reads=2, capacity=lambda time: 0.3, only=_THREAD), FindingKind.SLOW_INSTANCE,
         _THREAD, (0, 1)),
    Case("a burst at the end is being worked off", _group(load=_between(110 * MINUTE, 130 * MINUTE, 12.0), reads=3.0),
         _BACKLOG, when=(110 * MINUTE, LENGTH * MINUTE)),
    Case("an old backlog stays as it is", _group(backlog=900_000, share=1.0), _BACKLOG),
    Case("a record ends its instance every 5 minutes", _group(restarts_of={1: tuple(range(3600, 9000, 300))},
         down=((3600, HOUR * 9),), only=3), _RESTARTS, _ONE, words="Partition 3 of `orders` alone"),
    Case("partitions of one broker are read slowly", _group(only=(0, 3, 5),
         capacity=_step(80 * MINUTE, 1, 0.2)), _BEHIND,
         frozenset({0, 3, 5}), when=(80 * MINUTE, LENGTH * MINUTE), words="broker"),
    Case("one of two instances leaves, and the other is too weak", _group(reads=1.4, leaves={1: 70 * MINUTE},
         capacity=_step(70 * MINUTE, 1, 0.5)), _BEHIND, when=(70 * MINUTE, LENGTH * MINUTE), words="left, and"),
    Case("a transaction holds back all", _group(hanging=110 * MINUTE), _STALL, ALL, None,
         (110 * MINUTE, LENGTH * MINUTE), words="transaction"),
    Case("nothing is committed for 20 minutes", _group(uncommitted=((60 * MINUTE, 80 * MINUTE),)), _NOT_KNOWN),
    Case("the clock of the samples goes back by 5 minutes", _group(clock_back=(60 * MINUTE, 300)), _NOT_KNOWN),
    Case("offsets lie beyond the end", _group(beyond=100_000), _NOT_KNOWN),
)  # fmt: skip

_QUICK = tuple((start, start + 40) for start in (11 * MINUTE, 47 * MINUTE, 49 * MINUTE, 93 * MINUTE))
_IDLE = dict.fromkeys(range(0, PARTITIONS, 2), 0.0)

HEALTHY: Final = (
    Case("even load", _group()),
    Case("uneven load", _group(noise=1.0)),
    Case("the wave of a day", _group(load=lambda time: _day(time * 8))),
    Case("bursts of six times the load", _group(load=_bursts)),
    Case("a batch each half hour", _group(load=lambda time: 20.0 if time % (30 * MINUTE) < MINUTE else 0.0, reads=30)),
    Case("a burst that is read within ten minutes", _group(load=_between(80 * MINUTE, 84 * MINUTE, 5.0))),
    Case("a commit in 5 minutes", _group(commit_every=300)),
    Case("a commit in a minute", _group(commit_every=60)),
    Case("a commit at each look", _group(commit_every=5)),
    Case("a few records wait for ever", _group(marks=True, rate=0.05, noise=0, reads=1000)),
    Case("transactions", _group(marks=True, commit_every=5)),
    Case("a record in four minutes", _group(rate=0.004, noise=0, reads=1000)),
    Case("a record in twenty seconds", _group(rate=0.05, noise=0, reads=1000)),
    Case("half of the partitions are empty", _group(weights=_IDLE)),
    Case("three partitions get four times as much and keep up", _group(reads=9, weights={0: 4, 3: 4, 6: 4})),
    Case("a partition gets ten times as much and keeps up", _group(reads=15, weights={5: 10})),
    Case("an instance is slower and keeps up", _group(reads=4, slow={1: 0.4})),
    Case("four restarts of 40 s", _group(down=_QUICK)),
    Case("a restart of two minutes", _group(down=((50 * MINUTE, 52 * MINUTE),), reads=30)),
    Case("instances are restarted in turn", _group(restarts_of={0: (50 * MINUTE,), 1: (52 * MINUTE,)},
         moves=(50 * MINUTE, 52 * MINUTE), down=((50 * MINUTE, 50 * MINUTE + 30),))),
    Case("a deployment each hour", _group(restarts=(45 * MINUTE, 105 * MINUTE), down=((45 * MINUTE, 45 * MINUTE + 45),
         (105 * MINUTE, 105 * MINUTE + 45)))),
    Case("an instance comes back under its own name", _group(down=((50 * MINUTE, 50 * MINUTE + 40),), only=_ONE)),
    Case("partitions are shared out anew once", _group(moves=(50 * MINUTE,))),
    Case("partitions go away and home again", _group(moves=(50 * MINUTE, 60 * MINUTE))),
    Case("load doubles slowly", _group(load=lambda time: 1 + time / (LENGTH * MINUTE))),
    Case("less comes, and less", _group(load=lambda time: 1 - 0.9 * time / (LENGTH * MINUTE))),
    Case("nothing comes for half an hour", _group(load=_between(60 * MINUTE, 90 * MINUTE, 0.0))),
    Case("nothing comes at the end", _group(load=_step(120 * MINUTE, 1, 0))),
    Case("all comes in the last half hour", _group(load=_step(120 * MINUTE, 0, 1))),
    Case("a new group reads up what was there", _group(backlog=2_000_000, reads=30)),
    Case("offsets a second beyond the end", _group(beyond=300, commit_every=5)),
    Case("a minute without a committed offset", _group(uncommitted=((0, 60),))),
    Case("a minute without samples", _group(unseen=((HOUR, HOUR + 90),))),
    Case("much comes to one thread", _group(partitions=3, clients=1, threads=3, rate=20_000)),
    Case("many small instances", _group(clients=8, threads=1)),
)  # fmt: skip


@dataclass(frozen=True)
class Sampling:
    """How a history is looked at: the seconds between samples, and whether the collector was away at times."""

    title: str
    every: int
    has_gaps: bool


SAMPLINGS: Final = (Sampling("10 s", 10, False), Sampling("60 s", 60, False), Sampling("60 s, gaps", 60, True))


@dataclass(frozen=True)
class Judged:
    """What became of one history: was the cause named, first of all, at its place, and what was said beside it."""

    is_named: bool
    is_first: bool
    is_placed: bool
    false_ones: tuple[str, ...]
    because: str
    outcome: Outcome


def judge(case: Case, outcome: Outcome, name: str, every: int) -> Judged:
    """Hold what is said of a history against what was done to it."""
    found = [one for one in outcome.findings if one.kind is not FindingKind.FINE]
    if case.kind is None:
        return Judged(not found, not found, not found, tuple(one.kind.value for one in found), "", outcome)
    own = [one for one in found if one.kind is case.kind]
    wrong = tuple(one.kind.value for one in found if one.kind is not case.kind and one.kind not in case.may)
    lacks = ", ".join(_lacking(case, own, name, every)) if own else ""
    return Judged(bool(own), bool(own) and found[0].kind is case.kind, bool(own) and not lacks, wrong, lacks, outcome)


def _lacking(case: Case, own: Sequence[Finding], name: str, every: int) -> Iterable[str]:
    said = {ref.partition for one in own for ref in one.partitions}
    if said != case.at:
        yield f"partitions {sorted(said)} for {sorted(case.at)}"
    if case.who is not None:
        instance, thread = case.who
        process = process_of(name, instance)
        words = " ".join(one.sentence for one in own)
        if process not in words or (thread is not None and f"thread {thread} " not in words.casefold()):
            yield f"nobody of {process[-8:]} {thread}"
    if case.when is not None:
        starts, ends = [one.start for one in own if one.start], [one.until for one in own if one.until]
        slack = case.slack or (AT_MOST_LATE + every if own[0].kind in (_PEAK, _BEHIND, _BACKLOG) else 2 * every + 90)
        start, until = (START + at for at in case.when)
        if not starts or not ends or abs(min(starts) - start) > slack or abs(max(ends) - until) > slack:
            first, last = (round(all_of[0] - START) // 60 if all_of else None for all_of in (starts, ends))
            yield f"from {first} to {last} min for {round(case.when[0] / 60)} to {round(case.when[1] / 60)}"
    if case.words and not any(case.words in f"{one.sentence} {one.advice}" for one in own):
        yield f"no word of {case.words}"


def looked_at(group: Group, sampling: Sampling, seed: int) -> Group:
    """Give the group as it is looked at; a collector with gaps is away for some minutes twice, not at an event."""
    if not sampling.has_gaps:
        return replace(group, every=sampling.every)
    chance = random.Random(seed)  # noqa: S311
    gaps = [(at, at + chance.uniform(3, 6) * MINUTE) for at in (chance.uniform(15, 35) * MINUTE, 99 * MINUTE)]
    return replace(group, every=sampling.every, unseen=(*group.unseen, *gaps))


def judged(spark, seeds: Iterable[int], folder: Path, sampling: Sampling, cases: Sequence[Case]) -> Mapping[
    tuple[int, int], Judged
]:  # fmt: skip
    """Measure all cases in one run, and hold each against the truth, by case and seed."""
    scenarios = [Scenario(case.title, looked_at(case.group, sampling, number), ()) for number, case in enumerate(cases)]
    found = outcomes(spark, list(seeds), folder, scenarios)
    return {
        key: judge(cases[key[0]], outcome, f"group-{key[0]}-{key[1]}", sampling.every) for key, outcome in found.items()
    }


@dataclass
class _Tally:
    named: list[str] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    false_ones: list[str] = field(default_factory=list)


def main(seeds: int, words: Sequence[str]) -> None:
    """Print how many seeds of each case are right, by sampling; what is not stands on standard error."""
    from topoviz.lag.session import SessionSettings, spark_session, stop_session

    titles = [sampling.title for sampling in SAMPLINGS]
    samplings = [one for one in SAMPLINGS if one.title in words] or list(SAMPLINGS)
    wanted = [text for text in words if text not in titles]
    causes, healthy = (
        [case for case in cases if not wanted or any(text in case.title for text in wanted)]
        for cases in (CAUSES, HEALTHY)
    )
    cases = (*causes, *healthy)
    spark = spark_session(SessionSettings(shuffle_partitions=2))
    tallies = {case.title: _Tally() for case in cases}
    for sampling in samplings:
        found: dict[tuple[int, int], Judged] = {}
        for seed in range(seeds):
            # One by one: at ten seconds, the histories of a seed have 50 MB.
            with tempfile.TemporaryDirectory() as folder:
                found |= judged(spark, [seed], Path(folder), sampling, cases)
        for number, case in enumerate(cases):
            own = [found[number, seed] for seed in range(seeds)]
            tally = tallies[case.title]
            tally.named.append(str(sum(one.is_first for one in own)))
            tally.placed.append(str(sum(one.is_placed for one in own)))
            tally.false_ones.append(str(sum(len(one.false_ones) for one in own)))
            _tell_wrong(case, sampling, own)
    stop_session()
    print(f"Of {seeds} seeds each; {', '.join(one.title for one in samplings)}:\n")
    print("| Cause | Named first | Place right | False ones |\n|---|---|---|---|")
    for case in causes:
        tally = tallies[case.title]
        cells = (", ".join(one) for one in (tally.named, tally.placed, tally.false_ones))
        print(f"| {case.title} | {' | '.join(cells)} |")
    print("\n| Healthy | Called fine |\n|---|---|")
    for case in healthy:
        print(f"| {case.title} | {', '.join(tallies[case.title].named)} |")


def _tell_wrong(case: Case, sampling: Sampling, own: Sequence[Judged]) -> None:
    for seed, one in enumerate(own):
        if not one.is_first or not one.is_placed or one.false_ones or ("-v" in sys.argv and seed == 0):
            print(f"{sampling.title} / {case.title} / {seed}: {one.because} {one.false_ones}", file=sys.stderr)
            for said in one.outcome.findings:
                print(f"    {said.kind.value}: {said.sentence} | {said.advice[:120]}", file=sys.stderr)


if __name__ == "__main__":
    count = next((text for text in sys.argv[1:] if text.isdigit()), "5")
    main(int(count), [text for text in sys.argv[1:] if not text.isdigit() and text != "-v"])
