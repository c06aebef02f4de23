"""The verbs `assign make`, `assign record` and `assign check`: clusters as files with the real classes' answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from tests.oracle.assignment.answers import Answer, Refused
from tests.oracle.assignment.assignors import LEADER, assignors_at, leaders_at, walks_identity_hashes
from tests.oracle.assignment.clusters import Cluster, to_text
from tests.oracle.assignment.generator import Wishes, make_cluster, next_cluster
from tests.oracle.assignment.library import ASSIGNMENT_VERSIONS, Library, Question
from tests.oracle.assignment.recording import (
    RECORDINGS,
    Asked,
    Recording,
    find_recordings,
    read_recording,
    write_recording,
)
from tests.oracle.assignment.verdict import IDENTICAL, NOT_DETERMINED, Verdict, judge
from tests.oracle.check import Answers, answers_alike, noting_answers
from topoviz.engine.versions import Behaviours, parse_version

_SERIES: Final = 4
_MOST_BYTES: Final = 5_000
"""A cluster whose own text is longer is not kept as a file, but for a few."""


def make_clusters(count: int, seed: int, version: str = "4.3.1") -> list[Path]:
    """Make up clusters as files without answers, a fifth of them series of rebalances; existing files stay."""
    random = Random(f"files {seed}")  # noqa: S311 - nothing secret
    made: list[Path] = []
    with Library(version) as library:
        while len(made) < count:
            cluster = make_cluster(random, "", Wishes(max_tasks=500 if random.random() < 0.1 else 60))
            if len(to_text(cluster)) > _MOST_BYTES and random.random() < 0.9:
                continue
            steps = [cluster]
            if random.random() < 0.06:
                steps.extend(_series(random, cluster, library))
            for number, step in enumerate(steps):
                made.append(_path(step, seed, len(made), number if len(steps) > 1 else None))
                write_recording(made[-1], replace(step, title=_title(step)), {})
    return made


def record(versions: Sequence[str], only: str = "") -> int:
    """Ask the real classes about all files; gives how many. Answers of other versions stay."""
    recordings = {path: read_recording(path) for path in find_recordings(only)}
    answers = {path: dict(one.answers) for path, one in recordings.items()}
    for version in versions:
        with Library(version) as library:
            for asked in (*assignors_at(version), *leaders_at(version)):
                questions = [Question(asked, to_text(one.cluster)) for one in recordings.values()]
                for path, answer in zip(recordings, library.ask(questions), strict=True):
                    answers[path][Asked(asked, version)] = answer
    for path, one in recordings.items():
        write_recording(path, one.cluster, _sorted(answers[path]))
    return len(recordings)


def differences(recording: Recording, asked: Sequence[str] = ()) -> dict[Asked, Verdict]:
    """Compare the engine with a recording, where something other was asked leave it out; gives what differs.

    Where the engine asked nothing of a version that another answers otherwise, it would say the same there, and is not
    asked again when the real class said the same too.
    """
    known: dict[tuple[str, bool], list[tuple[Answer | Refused, Answers, Verdict]]] = defaultdict(list)
    found = {}
    for one, answer in recording.answers.items():
        if asked and one.asked not in asked:
            continue
        behaviours = Behaviours(parse_version(one.version))
        alike = known[one.asked, walks_identity_hashes(one.asked, one.version)]
        verdict = next((it for said, noted, it in alike if said == answer and answers_alike(behaviours, noted)), None)
        if verdict is None:
            with noting_answers() as noted:
                verdict = judge(one.version, one.asked, recording.cluster, answer)
            alike.append((answer, noted, verdict))
        if verdict.kind not in (IDENTICAL, NOT_DETERMINED):
            found[one] = verdict
    return found


def _series(random: Random, cluster: Cluster, library: Library) -> Iterator[Cluster]:
    for _ in range(_SERIES):
        answer = library.ask([Question("high-availability", to_text(cluster))])[0]
        if isinstance(answer, Refused):
            return
        cluster = next_cluster(random, cluster, answer, "")
        yield cluster


def _path(cluster: Cluster, seed: int, number: int, step: int | None) -> Path:
    place = "series" if step is not None else _kind(cluster)
    name = f"{seed}-{number - (step or 0):03}" + (f"-{step + 1}" if step is not None else "")
    return RECORDINGS / place / f"{name}.txt"


def _kind(cluster: Cluster) -> str:
    if cluster.settings.rack_aware_assignment_tags:
        return "tags"
    if any(client.rack for client in cluster.clients):
        return "racks"
    return "large" if len(cluster.tasks) * len(cluster.clients) > 400 else "small"


def _title(cluster: Cluster) -> str:
    return f"{len(cluster.clients)} clients, {len(cluster.tasks)} tasks"


def _sorted(answers: dict[Asked, Answer | Refused]) -> dict[Asked, Answer | Refused]:
    order = {name: place for place, name in enumerate(assignors_at(ASSIGNMENT_VERSIONS[-1]))}

    def key(asked: Asked) -> tuple[bool, int, int]:
        name = asked.asked.removeprefix(f"{LEADER} ")
        return asked.asked != name, order.get(name, len(order)), ASSIGNMENT_VERSIONS.index(asked.version)

    return {asked: answers[asked] for asked in sorted(answers, key=key)}
