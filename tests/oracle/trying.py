"""The verb `try`: hold the engine against the library by any files, without keeping a recording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.oracle.class_path import cache_directory
from tests.oracle.languages import Failure
from tests.oracle.programs import SUFFIXES, Program, read_program
from tests.oracle.record import recordings_of
from tests.oracle.verdict import GOOD, Verdict, judge_program

_LANGUAGES = {suffix: language for language, suffix in SUFFIXES.items()}


@dataclass(frozen=True, slots=True)
class Trial:
    """A verdict for each program, and the programs that the library gave no answer about."""

    verdicts: Mapping[str, Verdict]
    failures: tuple[Failure, ...]

    @property
    def is_good(self) -> bool:
        """Whether the engine said of every program what the library says."""
        return all(verdict.outcome in GOOD for verdict in self.verdicts.values())


def find_files(paths: Sequence[Path]) -> tuple[Program, ...]:
    """Read programs from files and from folders with all below; a heading like that of a fixture may say more.

    Raises ValueError for a file in no language that the oracle compiles, OSError for one that cannot be read.
    """
    return tuple(_read(file) for path in paths for file in _files(path))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in _LANGUAGES)


def _read(file: Path) -> Program:
    if file.suffix not in _LANGUAGES:
        raise ValueError(f"{file} is no program: its name ends in none of {', '.join(_LANGUAGES)}")
    return read_program(file, _LANGUAGES[file.suffix], file.parent.name)


def try_programs(version: str, programs: Sequence[Program]) -> Trial:
    """Ask the library and the engine about programs that exist at a version."""
    cache = cache_directory() / version
    cache.mkdir(parents=True, exist_ok=True)
    chosen = [program for program in programs if program.exists_at(version)]
    with TemporaryDirectory(prefix="try-", dir=cache) as folder:  # two runs at a time must not meet
        recordings, failures = recordings_of(version, chosen, Path(folder))
    verdicts = {one.key: judge_program(one, recordings[one.key]) for one in chosen if one.key in recordings}
    return Trial(verdicts, failures)


def report(version: str, trial: Trial) -> str:
    """Tell what differs, program by program, and how many there are of each outcome."""
    lines: list[str] = []
    for key, verdict in trial.verdicts.items():
        if verdict.outcome in GOOD:
            continue
        lines.append(f"{version} {key}: {verdict.outcome} {verdict.words}".rstrip())
        seen: set[tuple[str, tuple[str, ...]]] = set()
        for one in verdict.differences:
            if (one.part, one.lines) not in seen:  # most settings of the optimizer differ in the same
                lines.extend((f"  optimize {one.setting}, {one.part}:", *(f"    {line}" for line in one.lines)))
            seen.add((one.part, one.lines))
    lines.extend(f"{version} {failure.program}: no answer: {failure.reason.rstrip()}" for failure in trial.failures)
    counts = Counter(verdict.outcome for verdict in trial.verdicts.values())
    told = ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())
    lines.append(f"{version}: {len(trial.verdicts)} programs, {told or 'no verdict'}; {len(trial.failures)} no answer")
    return "\n".join(lines)
