"""A JVM that stays warm: it compiles and runs batches of programs, and its answers become recordings."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.oracle.harness_jvm import jvm_command
from tests.oracle.record import to_record
from tests.oracle.recording import Record, Recording
from tests.oracle.versions import optimization_settings


class Oracle:
    """The real library of one version, asked about batches of programs in one JVM."""

    def __init__(self, version: str, harness: str, folder: Path, options: Sequence[str] = ()) -> None:
        self._version = version
        self._folder = folder
        self._batches = 0
        shutil.rmtree(folder, ignore_errors=True)
        command = jvm_command("topoviz.oracle.Serve", harness, options)
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def classes(self) -> list[Path]:
        """The folders of what it compiled."""
        return [self._folder / str(number) / "classes" for number in range(self._batches)]

    def ask(
        self, texts: Mapping[str, str], repeats: int = 1, settings: Sequence[str] = ()
    ) -> tuple[dict[str, Recording], dict[str, str]]:
        """Ask about programs, by class name; give the recordings, and why the others have none."""
        folder = self._folder / str(self._batches)
        self._batches += 1
        sources, classes, answers = folder / "sources", folder / "classes", folder / "answers.jsonl"
        sources.mkdir(parents=True)
        classes.mkdir()
        for name, text in texts.items():
            (sources / f"{name}.java").write_text(text, encoding="utf-8")
        asked = ",".join(settings or optimization_settings(self._version))
        self._request("\t".join((str(sources), str(classes), str(answers), str(repeats), asked)))
        return self._read(answers)

    def _request(self, line: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        if not self._process.stdout.readline():
            raise RuntimeError("The oracle's JVM ended.")

    def _read(self, answers: Path) -> tuple[dict[str, Recording], dict[str, str]]:
        seen: dict[str, dict[str, list[Record]]] = defaultdict(lambda: defaultdict(list))
        failures: dict[str, str] = {}
        for line in answers.read_text(encoding="utf-8").splitlines():
            answer = json.loads(line)
            name, setting = answer["program"], answer["setting"]
            if "failure" in answer:
                failures[name] = answer["failure"]
            else:
                record = to_record(answer["record"])
                if record not in seen[name][setting]:
                    seen[name][setting].append(record)
        recordings = {
            name: Recording(self._version, "", name, {setting: tuple(records) for setting, records in results.items()})
            for name, results in seen.items()
            if name not in failures
        }
        return recordings, failures
