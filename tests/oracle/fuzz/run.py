"""The verb `fuzz`: make random programs, ask the library and the engine about each, and keep what differs."""

from __future__ import annotations

import multiprocessing
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.class_path import cache_directory, class_path
from tests.oracle.fuzz.called import note_calls
from tests.oracle.fuzz.generator import programs
from tests.oracle.fuzz.keeping import keep
from tests.oracle.fuzz.modelled import is_modelled
from tests.oracle.fuzz.production import Production, all_productions
from tests.oracle.fuzz.program import Program
from tests.oracle.fuzz.serving import Oracle
from tests.oracle.fuzz.shrink import shrink
from tests.oracle.fuzz.write import to_java
from tests.oracle.harness_jvm import build_harness
from tests.oracle.recording import Record, Recording
from tests.oracle.verdict import GOOD, Outcome, Verdict, judge
from tests.oracle.versions import DEFAULT_VERSIONS

_BATCH: Final = 50
_REPEATS: Final = 2  # what hangs on identity hashes shows between two runs, as a rule
_IDENTITY_HASHES: Final = ("5", "0", "3")
"""How each fresh JVM makes identity hashes, -XX:hashCode: its usual way gives every JVM the same ones in turn."""

_REPEATS_OF_A_SUSPECT: Final = 4
_SHRUNK_OF_A_KIND: Final = 1


@dataclass(frozen=True, slots=True)
class Order:
    """What to do: how many programs, of which version and seed, and of which productions."""

    version: str
    count: int
    seed: int
    folder: Path
    only_modelled: bool = False
    without: str = ""

    @property
    def is_part(self) -> bool:
        """Whether something of the table is left out."""
        return self.only_modelled or bool(self.without)

    def productions(self) -> tuple[Production, ...]:
        """Choose from the table."""
        chosen = [one for one in all_productions() if not self.only_modelled or is_modelled(one)]
        return tuple(one for one in chosen if not self.without or not re.search(self.without, one.line))


@dataclass(slots=True)
class Result:
    """What came out: a verdict for each program, and the compiler's words for those that it refuses."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    not_compiled: dict[str, str] = field(default_factory=dict)
    kept: dict[str, Path] = field(default_factory=dict)

    @property
    def suspects(self) -> list[str]:
        """Name the programs with which something is wrong."""
        return [name for name, verdict in self.verdicts.items() if verdict.outcome not in GOOD]


def fuzz(order: Order) -> Result:
    """Carry an order out; tells how far it is on the way."""
    folder = cache_directory() / order.version
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="fuzz-", dir=folder) as own:  # two runs at a time must not meet
        return _carry_out(order, Path(own))


def _carry_out(order: Order, folder: Path) -> Result:
    harness = build_harness(class_path(order.version), folder)
    made = {one.name: one for one in islice(programs(order.seed, order.version, order.productions()), order.count)}
    processes = ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    with processes as engines, Oracle(order.version, harness, folder / "first") as oracle:
        result = _ask_all(made, oracle, engines)
        _look_again(made, result, order, harness, folder, engines)
        _keep_all(made, result, order, oracle, engines)
        if order.version in DEFAULT_VERSIONS and not (result.suspects or result.not_compiled or order.is_part):
            note_calls(order.version, order.seed, oracle.classes, harness, folder)
    return result


def _ask_all(made: Mapping[str, Program], oracle: Oracle, engines: Executor) -> Result:
    result = Result()
    for texts, recordings, failures in _asked(list(made.values()), oracle):
        result.not_compiled.update(failures)
        result.verdicts.update(_judged(texts, recordings, engines))
        print(f"{len(result.verdicts)} of {len(made)} programs, {len(result.suspects)} to look at", flush=True)
    return result


def _asked(
    chosen: Sequence[Program], oracle: Oracle
) -> Iterator[tuple[dict[str, str], dict[str, Recording], dict[str, str]]]:
    """Ask the library about one batch while the engine works on the one before."""
    batches = [{one.name: to_java(one) for one in chosen[at : at + _BATCH]} for at in range(0, len(chosen), _BATCH)]
    with ThreadPoolExecutor(1) as asking:
        answers = [asking.submit(oracle.ask, texts, _REPEATS) for texts in batches]
        for texts, answer in zip(batches, answers, strict=True):
            yield texts, *answer.result()


def _judged(texts: Mapping[str, str], recordings: Mapping[str, Recording], engines: Executor) -> dict[str, Verdict]:
    names = list(recordings)
    verdicts = engines.map(judge, names, [texts[name] for name in names], recordings.values(), chunksize=4)
    return dict(zip(names, verdicts, strict=True))


def _look_again(
    made: Mapping[str, Program], result: Result, order: Order, harness: str, folder: Path, engines: Executor
) -> None:
    """Ask fresh JVMs about the suspects: only what they too differ in is not determined by the program."""
    texts = {name: to_java(made[name]) for name in result.suspects}
    if not texts:
        return
    found: list[dict[str, Recording]] = []
    for kind in _IDENTITY_HASHES:
        options = ("-XX:+UnlockExperimentalVMOptions", f"-XX:hashCode={kind}")
        with Oracle(order.version, harness, folder / f"again-{kind}", options) as oracle:
            found.append(oracle.ask(texts, _REPEATS_OF_A_SUSPECT)[0])
    together = {name: _together([one[name] for one in found]) for name in texts if all(name in one for one in found)}
    result.verdicts.update(_judged(texts, together, engines))


def _together(recordings: Sequence[Recording]) -> Recording:
    """Put into one recording what several runs gave."""
    results: dict[str, tuple[Record, ...]] = {}
    for setting in recordings[0].results:
        seen = dict.fromkeys(record for one in recordings for record in one.results[setting])
        results[setting] = tuple(seen)
    return replace(recordings[0], results=results)


def _keep_all(made: Mapping[str, Program], result: Result, order: Order, oracle: Oracle, engines: Executor) -> None:
    folder = order.folder / order.version
    for kind, names in _by_kind(result).items():
        print(f"{len(names)} x {kind}: {names[0]}", flush=True)
    kinds: dict[str, int] = defaultdict(int)
    for name in result.suspects:
        verdict = result.verdicts[name]
        kinds[verdict.kind] += 1
        shrunk = None
        if kinds[verdict.kind] <= _SHRUNK_OF_A_KIND:
            print(f"shrinking {name}: {verdict.outcome}", flush=True)
            shrunk = shrink(made[name], _Watcher(verdict, oracle, engines))
            verdict = _last_verdict(shrunk, oracle, engines) or verdict
        result.kept[name] = keep(folder, f"{order.seed}-{name}", made[name], shrunk, verdict)


def _last_verdict(program: Program, oracle: Oracle, engines: Executor) -> Verdict | None:
    texts = {program.name: to_java(program)}
    return _judged(texts, oracle.ask(texts, _REPEATS)[0], engines).get(program.name)


class _Watcher:
    """Tells of smaller programs whether the same is wrong with them."""

    def __init__(self, verdict: Verdict, oracle: Oracle, engines: Executor) -> None:
        self._verdict = verdict
        self._settings = [one.setting for one in verdict.differences[:1]]  # one is enough to see it
        self._oracle = oracle
        self._engines = engines

    def __call__(self, chosen: Sequence[Program]) -> list[bool]:
        """Ask about all of them at once."""
        named = [replace(one, name=f"{one.name}x{index}") for index, one in enumerate(chosen)]
        texts = {one.name: to_java(one) for one in named}
        repeats = _REPEATS_OF_A_SUSPECT if self._verdict.outcome is Outcome.SILENT else 1
        verdicts = _judged(texts, self._oracle.ask(texts, repeats, self._settings)[0], self._engines)
        return [one.name in verdicts and self._is_alike(verdicts[one.name]) for one in named]

    def _is_alike(self, verdict: Verdict) -> bool:
        if verdict.outcome is not self._verdict.outcome:
            return False
        return not self._verdict.parts or bool(self._verdict.parts & verdict.parts)


def summary(order: Order, result: Result) -> str:
    """Say in the end how many programs are identical, and what is wrong with the others."""
    outcomes = Counter(verdict.outcome for verdict in result.verdicts.values())
    good = sum(outcomes[outcome] for outcome in GOOD)
    lines = [f"{order.version}, seed {order.seed}: {len(result.verdicts)} programs, {good} identical"]
    lines.extend(f"  {count} {outcome}" for outcome, count in outcomes.items() if outcome is not Outcome.IDENTICAL)
    if result.not_compiled:
        lines.append(
            f"  {len(result.not_compiled)} did not compile, the first:\n{next(iter(result.not_compiled.values()))}"
        )
    for kind, names in _by_kind(result).items():
        lines.append(f"  {len(names)} x {kind}\n      {result.kept[names[0]]}")
    return "\n".join(lines)


def _by_kind(result: Result) -> dict[str, list[str]]:
    """Put together the suspects that may have one cause; the most frequent kind comes first."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for name in result.suspects:
        kinds[f"{result.verdicts[name].outcome}: {result.verdicts[name].kind[:300]}"].append(name)
    return dict(sorted(kinds.items(), key=lambda item: -len(item[1])))
