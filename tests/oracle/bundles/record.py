"""The verb `bundles`: start each program of several files as its framework does, and write down what was built."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.oracle.bundles.modules import describe_modules, jars_of
from tests.oracle.class_path import cache_directory, resolved_class_path
from tests.oracle.languages import Failure
from tests.oracle.programs import FIXTURES

BUNDLES: Final = FIXTURES / "bundles"
DESCRIBED: Final = "described.txt"
"""The recording beside a program's files: `== NAME APPLICATION-ID OPTIMIZATION`, and the description below."""

MODULES: Final = "modules"
"""The folder of programs in modules, which are started by their own main methods."""

_HARNESS: Final = Path(__file__).parent
_SECONDS: Final = 120
_QUIET: Final = ("org.slf4j", "slf4j-nop", "2.0.17")


@dataclass(frozen=True, slots=True)
class Runtime:
    """What starts the programs of a folder of `fixtures/bundles`: a class of ours, and the jars that it needs.

    Its annotations are processed by javac where the framework wants that, by what the jars bring.
    """

    name: str
    main: str
    dependencies: tuple[tuple[str, str, str], ...]
    processes: bool = False


_KAFKA: Final = (("org.apache.kafka", "kafka-streams", "3.9.2"), ("org.apache.kafka", "kafka-clients", "3.9.2"))
_BOOT: Final = (
    ("org.springframework.boot", "spring-boot-starter", "3.4.4"),
    ("org.springframework.kafka", "spring-kafka", "3.3.4"),
    *_KAFKA,
    ("org.slf4j", "slf4j-api", "2.0.17"),
    ("com.fasterxml.jackson.core", "jackson-databind", "2.18.3"),
)
_SPRING: Final = (*_BOOT, ("org.springframework.cloud", "spring-cloud-stream-binder-kafka-streams", "4.2.1"))
RUNTIMES: Final = (
    Runtime("plain", "Plain", (*_KAFKA, _QUIET)),
    Runtime("spring", "Spring", _SPRING),
    Runtime("functions", "Spring", _SPRING),
    # Quarkus takes the topology from CDI and its settings from MicroProfile Config; this is both, without Quarkus.
    Runtime(
        "cdi",
        "Cdi",
        (
            *_KAFKA,
            ("org.jboss.weld.se", "weld-se-core", "5.1.6.Final"),
            ("io.smallrye.config", "smallrye-config", "3.12.4"),
            _QUIET,
        ),
    ),
    Runtime(
        "micronaut",
        "Micronaut",
        (
            ("io.micronaut.kafka", "micronaut-kafka-streams", "5.7.0"),
            ("io.micronaut", "micronaut-inject-java", "4.7.10"),
            ("io.micronaut", "micronaut-jackson-databind", "4.7.10"),
            ("org.yaml", "snakeyaml", "2.3"),
            *_KAFKA,
            _QUIET,
        ),
        processes=True,
    ),
)


def record_bundles(only: str) -> tuple[Failure, ...]:
    """Record every bundle whose `runtime/name` contains a text; the result is the bundles without an answer."""
    modules = [folder for folder in bundle_folders(MODULES) if only in bundle_name(folder)]
    failures = list(_record_modules(modules) if modules else ())
    for runtime in RUNTIMES:
        folders = [folder for folder in bundle_folders(runtime.name) if only in bundle_name(folder)]
        failures.extend(_record_all(runtime, folders) if folders else ())
    return tuple(failures)


def bundle_folders(runtime: str = "*") -> list[Path]:
    """Give the folders of the programs, of one runtime or of all."""
    return sorted(folder for folder in BUNDLES.glob(f"{runtime}/*") if folder.is_dir())


def bundle_name(folder: Path) -> str:
    """Name a program: `runtime/name`."""
    return f"{folder.parent.name}/{folder.name}"


def bundle_files(folder: Path) -> list[Path]:
    """Give the files of a program, without the recording."""
    return sorted(path for path in folder.glob("**/*") if path.is_file() and path.name != DESCRIBED)


def _record_modules(folders: Iterable[Path]) -> Iterable[Failure]:
    jars = jars_of((*_KAFKA, _QUIET), _BOOT, _SPRING)
    classes = cache_directory() / "bundles"
    yield from _written(folders, lambda folder: describe_modules(folder, classes / bundle_name(folder), jars, _run))


def _record_all(runtime: Runtime, folders: Iterable[Path]) -> Iterable[Failure]:
    jars = resolved_class_path(cache_directory() / f"bundles-{runtime.main.lower()}", *runtime.dependencies)
    yield from _written(folders, lambda folder: _described(runtime, folder, jars))


def _written(folders: Iterable[Path], describe: Callable[[Path], str]) -> Iterable[Failure]:
    for folder in folders:
        try:
            (folder / DESCRIBED).write_text(describe(folder), encoding="utf-8")
        except subprocess.CalledProcessError as error:
            yield Failure(bundle_name(folder), f"{error.stdout}{error.stderr}")
        except subprocess.TimeoutExpired:
            yield Failure(bundle_name(folder), f"no answer within {_SECONDS} s")


def _described(runtime: Runtime, folder: Path, jars: str) -> str:
    classes = cache_directory() / "bundles" / bundle_name(folder)
    shutil.rmtree(classes, ignore_errors=True)
    (classes / "META-INF").mkdir(parents=True)
    (classes / "META-INF" / "beans.xml").write_text('<beans bean-discovery-mode="all"/>', encoding="utf-8")
    sources = [path for path in bundle_files(folder) if path.suffix == ".java"]
    for path in bundle_files(folder):
        if path.suffix != ".java":
            shutil.copy(path, classes)
    processing = [] if runtime.processes else ["-proc:none"]
    compiler = ["javac", "-nowarn", *processing, "-parameters", "-d", str(classes), "-cp", jars]
    _run([*compiler, str(_HARNESS / f"{runtime.main}.java"), *map(str, sources)], folder)
    return _run(["java", "-cp", os.pathsep.join((str(classes), jars)), runtime.main, runtime.name], folder)


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=_SECONDS)
    return done.stdout
