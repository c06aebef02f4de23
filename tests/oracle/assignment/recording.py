"""The files of `tests/fixtures/assignments`: a cluster, and what the real classes answered about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.oracle.assignment.answers import Answer, Refused, answer_lines, read_answer
from tests.oracle.assignment.clusters import Cluster, read_cluster, to_text

RECORDINGS: Final = Path(__file__).parents[2] / "fixtures" / "assignments"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked at which version, such as `sticky` or `leader sticky`."""

    asked: str
    version: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A cluster and the answers about it; `lines` are the cluster's own, without comments."""

    name: str
    cluster: Cluster
    answers: Mapping[Asked, Answer | Refused]


def find_recordings(only: str = "") -> list[Path]:
    """List the files whose folder and name contain a text."""
    paths = sorted(RECORDINGS.glob("*/*.txt"))
    return [path for path in paths if only in f"{path.parent.name}/{path.stem}"]


def read_recording(path: Path) -> Recording:
    """Read a file; without answers it is a cluster that nobody was asked about yet."""
    head, *blocks = path.read_text(encoding="utf-8").split("\n\n")
    answers: dict[Asked, Answer | Refused] = {}
    for block in blocks:
        lines = block.splitlines()
        titles = [line.split() for line in lines if line.startswith("= ")]
        answer = read_answer(lines[len(titles) :])
        for _, *words in titles:
            versions = [word for word in words if word[0].isdigit()]
            asked = " ".join(word for word in words if not word[0].isdigit())
            answers.update({Asked(asked, version): answer for version in versions})
    return Recording(f"{path.parent.name}/{path.stem}", read_cluster(head), answers)


def write_recording(path: Path, cluster: Cluster, answers: Mapping[Asked, Answer | Refused]) -> None:
    """Write a file: the cluster, then a block for every distinct answer, headed by what was asked at which versions."""
    text = to_text(cluster) + "".join(f"\n{line}\n" for line in _blocks(answers))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _blocks(answers: Mapping[Asked, Answer | Refused]) -> Iterator[str]:
    """Write each distinct answer once."""
    by_text: dict[str, dict[str, list[str]]] = {}
    for asked, answer in answers.items():
        text = "\n".join(answer_lines(answer))
        by_text.setdefault(text, {}).setdefault(asked.asked, []).append(asked.version)
    for text, headings in by_text.items():
        titles = "\n".join(f"= {asked} {' '.join(versions)}" for asked, versions in headings.items())
        yield f"{titles}\n{text}"
