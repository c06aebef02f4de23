"""A JVM that stays warm: it compiles and runs batches of programs, and its answers become recordings."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.oracle.harness_jvm import ServingJvm, jvm_command
from tests.oracle.record import to_record
from tests.oracle.recording import Record, Recording
from tests.oracle.versions import optimization_settings


class Oracle(ServingJvm):
    """The real library of one version, asked about batches of programs in one JVM."""

    def __init__(self, version: str, harness: str, folder: Path, options: Sequence[str] = ()) -> None:
        self._folder = folder
        self._batches = 0
        shutil.rmtree(folder, ignore_errors=True)
        super().__init__(version, jvm_command("topoviz.oracle.Serve", harness, options))

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
        asked = ",".join(settings or optimization_settings(self.version))
        self._write(("\t".join((str(sources), str(classes), str(answers), str(repeats), asked)), "\n"))
        self._read_line()
        return self._recordings(answers)

    def _recordings(self, answers: Path) -> tuple[dict[str, Recording], dict[str, str]]:
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
            name: Recording(self.version, "", name, {setting: tuple(records) for setting, records in results.items()})
            for name, results in seen.items()
            if name not in failures
        }
        return recordings, failures
