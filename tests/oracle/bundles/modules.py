"""Programs of one or several modules, as people build them: compiled, and the main method of each application started.

What a module needs is read from its build file, by two patterns: other modules of the program, and the framework.
Kotlin's plugin for Spring opens classes. `KafkaStreams` is our own, which tells what it is given and runs nothing.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.oracle.class_path import KOTLIN_VERSION, cache_directory, kotlin_class_path, resolved_class_path

_HARNESS: Final = Path(__file__).parent / "started"
_BUILD_FILES: Final = ("pom.xml", "build.gradle", "build.gradle.kts")
_KOTLIN: Final = tuple(("org.jetbrains.kotlin", name, KOTLIN_VERSION) for name in ("kotlin-stdlib", "kotlin-reflect"))
_OPENED: Final = ("org.jetbrains.kotlin", "kotlin-allopen-compiler-plugin-embeddable", KOTLIN_VERSION)

_NEEDED: Final = re.compile(r'<artifactId>([\w.-]+)</artifactId>|project\(\s*(?:path\s*[:=]\s*)?["\']([\w:.-]+)["\']')
_PACKAGE: Final = re.compile(r"^package ([\w.]+)", re.MULTILINE)
_MAIN: Final = {".java": re.compile(r"static void main\("), ".kt": re.compile(r"^fun main\(", re.MULTILINE)}

_SWITCHES: Final = (
    "-Dspring.main.banner-mode=off",
    "-Dlogging.level.root=error",
    "-Dspring.cloud.stream.kafka.binder.brokers=localhost:1",
    "-Dspring.cloud.stream.kafka.streams.binder.autoCreateTopics=false",
)

Run = Callable[[list[str], Path], str]
"""Run a command in a folder, and give what it printed."""


@dataclass(frozen=True, slots=True)
class Jars:
    """The class paths of programs by themselves, of Spring Boot, and of Spring Cloud Stream."""

    plain: str
    boot: str
    cloud: str

    def of(self, build: str) -> str:
        """Give the class path that a build file asks for."""
        if "spring-cloud-stream" in build:
            return self.cloud
        return self.boot if "spring-kafka" in build else self.plain


@dataclass(frozen=True)
class _Module:
    folder: Path
    build: str
    needs: tuple[str, ...]

    def sources(self) -> list[Path]:
        return sorted(path for path in self.folder.glob("src/main/*/**/*") if path.suffix in _MAIN)


def jars_of(
    plain: tuple[tuple[str, str, str], ...],
    boot: tuple[tuple[str, str, str], ...],
    cloud: tuple[tuple[str, str, str], ...],
) -> Jars:
    """Ask Maven for the class paths, each with Kotlin's library."""
    cache = cache_directory()
    return Jars(
        resolved_class_path(cache / "modules-plain", *plain, *_KOTLIN),
        resolved_class_path(cache / "modules-boot", *boot, *_KOTLIN),
        resolved_class_path(cache / "modules-cloud", *cloud, *_KOTLIN),
    )


def describe_modules(folder: Path, classes: Path, jars: Jars, run: Run) -> str:
    """Compile a program's modules into a folder, start its applications in turn, and give what they tell."""
    modules = _modules(folder)
    shutil.rmtree(classes, ignore_errors=True)
    harness = classes / "harness"
    run(["javac", "-nowarn", "-d", str(harness), "-cp", jars.plain, *map(str, _HARNESS.glob("*.java"))], folder)
    for name in _in_order(modules):
        _compile(modules, name, classes, jars.of(modules[name].build), run)
    told: list[str] = []
    for name, module in modules.items():
        path = os.pathsep.join((str(harness), *_parts(modules, name, classes), jars.of(module.build)))
        told.extend(run(["java", *_SWITCHES, "-cp", path, "Started", main], folder) for main in _mains(module))
    return "".join(told)


def _modules(folder: Path) -> dict[str, _Module]:
    """Find the modules by their build files, by the names of their folders; the program's own folder has none."""
    builds = sorted(path for path in folder.glob("**/*") if path.name in _BUILD_FILES)
    names = {path.parent.name for path in builds}
    found = {}
    for path in builds:
        text = path.read_text(encoding="utf-8")
        needed = (one[0] or one[1].rpartition(":")[2] for one in _NEEDED.findall(text))
        module = _Module(path.parent, text, tuple(one for one in needed if one in names - {path.parent.name}))
        if module.sources():
            found[path.parent.name] = module
    return found


def _in_order(modules: Mapping[str, _Module]) -> Iterator[str]:
    done: list[str] = []

    def visit(name: str) -> None:
        for needed in modules[name].needs:
            visit(needed)
        if name not in done:
            done.append(name)

    for name in modules:
        visit(name)
    return iter(done)


def _parts(modules: Mapping[str, _Module], name: str, classes: Path) -> list[str]:
    """Give the folders of a module's classes and of all that it needs."""
    needed = [part for one in modules[name].needs for part in _parts(modules, one, classes)]
    return [str(classes / name), *needed]


def _compile(modules: Mapping[str, _Module], name: str, classes: Path, jars: str, run: Run) -> None:
    module, target = modules[name], classes / name
    resources = module.folder / "src/main/resources"
    if resources.is_dir():
        shutil.copytree(resources, target)
    target.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join((*_parts(modules, name, classes), jars))
    sources = [str(source) for source in module.sources()]
    if any(source.endswith(".kt") for source in sources):
        opened = resolved_class_path(cache_directory() / "kotlin-opened", _OPENED).split(os.pathsep)
        plugin = next(jar for jar in opened if "allopen" in jar)
        compiler = ["java", "-cp", kotlin_class_path(), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
        options = ["-d", str(target), "-cp", path, "-jvm-target", "17", "-no-stdlib", "-no-reflect", "-nowarn"]
        opening = [f"-Xplugin={plugin}", "-P", "plugin:org.jetbrains.kotlin.allopen:preset=spring"]
        run([*compiler, *options, *opening, "-java-parameters", *sources], module.folder)
    java = [source for source in sources if source.endswith(".java")]
    if java:
        run(["javac", "-nowarn", "-proc:none", "-parameters", "-d", str(target), "-cp", path, *java], module.folder)


def _mains(module: _Module) -> Iterator[str]:
    for source in module.sources():
        text = source.read_text(encoding="utf-8")
        if _MAIN[source.suffix].search(text):
            package = _PACKAGE.search(text)
            name = source.stem if source.suffix == ".java" else f"{source.stem}Kt"
            yield f"{package[1]}.{name}" if package else name
