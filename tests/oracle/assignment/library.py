"""The real classes of one version in a JVM that stays, asked about clusters one after another."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.assignment.answers import Answer, Refused, in_common, to_answer
from tests.oracle.assignment.assignors import walks_identity_hashes
from tests.oracle.class_path import SLF4J_VERSION, cache_directory, resolved_class_path
from tests.oracle.harness_jvm import HARNESS, ServingJvm
from tests.oracle.versions import version_triple

ASSIGNMENT_VERSIONS: Final = ("2.3.1", "2.5.1", "2.8.2", "3.1.2", "3.9.2", "4.0.2", "4.1.2", "4.3.1")
"""The versions at which clusters are recorded and made up, one or more of every era."""

_MORE_TIMES: Final = 4
"""How often what may be chance is asked once more."""

_JAVA: Final = Path(__file__).parent / "java"
FIRST_WITH_STREAMS_GROUPS: Final = (4, 1)
_OPTIONS: Final = ("-XX:+UseSerialGC", "-Xshare:auto", "-Xss64m")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, such as `sticky` or `leader high-availability`, and the cluster's text."""

    asked: str
    cluster: str


class Library(ServingJvm):
    """The real classes of one version."""

    def __init__(self, version: str, options: Sequence[str] = ()) -> None:
        self._asking = threading.Lock()
        super().__init__(
            version, ["java", *_OPTIONS, *options, "-cp", _built(version), "topoviz.oracle.assignment.Serve"]
        )

    def ask(self, questions: Sequence[Question]) -> list[Answer | Refused]:
        """Ask about clusters; what may be chance is asked several times, and what the answers have in common given.

        Raises RuntimeError when the JVM ends, as it does where the harness does not fit.
        """
        answers = self._ask(questions)
        open_ones = [at for at, one in enumerate(questions) if walks_identity_hashes(one.asked, self.version)]
        if open_ones:
            again = [self._ask([questions[at] for at in open_ones]) for _ in range(_MORE_TIMES)]
            for at, *others in zip(open_ones, *again, strict=True):
                answers[at] = in_common([answers[at], *others])
        return answers

    def _ask(self, questions: Sequence[Question]) -> list[Answer | Refused]:
        # Both pipes are bounded: whoever only writes blocks as soon as the answers fill theirs.
        texts = (f"{question.asked}\n{question.cluster}.\n" for question in questions)
        writing = threading.Thread(target=self._write, args=(texts,), daemon=True)
        with self._asking:
            writing.start()
            answers = [to_answer(json.loads(self._read_line())) for _ in questions]
            writing.join()
        return answers


def _sources(version: str) -> list[Path]:
    """The Java files for a version: of those with one name, the latest that is old enough."""
    found: dict[str, Path] = {path.name: path for path in (HARNESS / "Json.java", *(_JAVA / "common").glob("*.java"))}
    eras = [
        (version_triple(folder.name[len("since_") :].replace("_", ".")), folder) for folder in _JAVA.glob("since_*")
    ]
    chosen = [(era, folder) for era, folder in sorted(eras) if era <= version_triple(version)]
    for _, folder in chosen:
        found.update({path.name: path for path in folder.glob("*.java")})
    return sorted(found.values())


def _built(version: str) -> str:
    """Compile the harness against a version, where it is not yet; gives the class path."""
    jars = _class_path(version)
    sources = _sources(version)
    made_from = "".join(f"{path.name}\n{path.read_text(encoding='utf-8')}\n" for path in sources)
    # Work trees with other sources share the cache, and may build at the same time.
    folder = cache_directory() / version / f"assignment-{sha256(made_from.encode()).hexdigest()[:16]}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix="assignment-", dir=folder.parent) as own:
            command = ["javac", "--release", "17", "-nowarn", "-Xlint:none", "-d", own, "-cp", jars]
            subprocess.run([*command, *map(str, sources)], check=True)
            shutil.copytree(own, f"{own}-done")
            try:
                Path(f"{own}-done").rename(folder)
            except OSError:  # another has just built the same
                shutil.rmtree(f"{own}-done")
    return os.pathsep.join((str(folder), jars))


def _class_path(version: str) -> str:
    wanted = [("org.apache.kafka", "kafka-streams", version), ("org.slf4j", "slf4j-api", SLF4J_VERSION)]
    if version_triple(version) >= FIRST_WITH_STREAMS_GROUPS:
        wanted.append(("org.apache.kafka", "kafka-group-coordinator", version))
    return resolved_class_path(cache_directory() / version / "assignment-jars", *wanted)
