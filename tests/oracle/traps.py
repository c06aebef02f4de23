"""The verb `traps`: ask the real library about many small programs at once, those that are easily misread.

Each is a title behind `# `, declarations as they stand, the statements of `topology()` behind `> `, and behind `= `
what `Topology.describe()` printed, or behind `! ` what was thrown. A line `--- Other.kt` begins another file; one that
begins with `--- !` is compiled for the library and not in the text that the engine is given, as what an application has
in other places.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.oracle.class_path import class_path

VERSION: Final = "3.9.2"

_RUNS: Final = 2
_OUTSIDE: Final = "!"
_ERROR: Final = re.compile(r"/t(\d+)/\w+\.\w+:[\d:]+ error: (.*)")
_MARK: Final = "\x01"


@dataclass(frozen=True, slots=True)
class Trap:
    """A line or a few of a program, and what the library says of it: lines of `describe()`, or what is thrown."""

    title: str
    declarations: tuple[str, ...]
    statements: tuple[str, ...]
    described: tuple[str, ...] = ()
    thrown: str = ""

    @property
    def answer(self) -> str:
        """What the library says, in one text."""
        return f"! {self.thrown}" if self.thrown else "\n".join(self.described)


@dataclass(frozen=True, slots=True)
class Language:
    """How traps become programs: their fixtures, what stands around them, and who compiles them.

    `frame` gives the lines of the main file out of its declarations and its statements, `file` the text of any file
    out of its package and its lines. `main_class` has `topology()` as a public static method. `compile` is given the
    class path of the library, the folder of the sources and that of the classes, and gives what the compiler complains
    of, or nothing. `runtime` are the jars that programs of the language need.
    """

    fixtures: tuple[Path, ...]
    main_file: str
    main_class: str
    frame: Callable[[Sequence[str], Sequence[str]], Sequence[str]]
    file: Callable[[str, Sequence[str]], str]
    compile: Callable[[str, Path, Path], str]
    runtime: Callable[[], str] = str

    def traps(self) -> list[Trap]:
        """All traps of the language, with what the library said."""
        return [trap for path in self.fixtures for trap in read_traps(path.read_text(encoding="utf-8"))]

    def files_of(self, trap: Trap, package: str = "", *, outside: bool = False) -> Mapping[str, str]:
        """The files of a trap by their names, with those that the engine is not given or without them."""
        found: dict[str, list[str]] = {self.main_file: []}
        name = self.main_file
        for line in trap.declarations:
            if line.startswith("--- "):
                name = line.removeprefix("--- ")
                found[name] = []
            else:
                found[name].append(line)
        found[self.main_file] = list(self.frame(found[self.main_file], trap.statements))
        return {
            name.removeprefix(_OUTSIDE): self.file(package, lines)
            for name, lines in found.items()
            if outside or not name.startswith(_OUTSIDE)
        }


def read_traps(text: str) -> tuple[Trap, ...]:
    """Read a fixture."""
    return tuple(_trap(block.splitlines()) for block in re.split(r"\n{2,}", text.strip()))


def _trap(lines: Sequence[str]) -> Trap:
    def behind(sign: str) -> Iterator[str]:
        return (line.removeprefix(sign) for line in lines if line.startswith(sign))

    signs = ("# ", "> ", "= ", "! ")
    plain = tuple(line for line in lines if not line.startswith(signs))
    return Trap(next(behind("# ")), plain, tuple(behind("> ")), tuple(behind("= ")), next(behind("! "), ""))


def write_traps(traps: Sequence[Trap]) -> str:
    """Write a fixture."""
    return "\n".join(_text_of(trap) for trap in traps)


def _text_of(trap: Trap) -> str:
    answer = [f"! {trap.thrown}"] if trap.thrown else [f"= {line}" for line in trap.described]
    return "\n".join((f"# {trap.title}", *trap.declarations, *(f"> {one}" for one in trap.statements), *answer, ""))


def record_traps(language: Language) -> tuple[int, list[str]]:
    """Ask the library about all traps and write its answers down; give how many there are, and what went wrong."""
    by_file = [read_traps(path.read_text(encoding="utf-8")) for path in language.fixtures]
    traps = [trap for found in by_file for trap in found]
    with TemporaryDirectory(prefix="traps-") as folder:
        answers, failures = _ask(language, traps, Path(folder))
    recorded = iter([_answered(trap, answers.get(number, "")) for number, trap in enumerate(traps)])
    for path, found in zip(language.fixtures, by_file, strict=True):
        path.write_text(write_traps([next(recorded) for _ in found]), encoding="utf-8")
    return len(traps), [f"{traps[number].title}: {words}" for number, words in sorted(failures.items())]


def _answered(trap: Trap, answer: str) -> Trap:
    if answer.startswith("! "):
        return replace(trap, described=(), thrown=answer.removeprefix("! ").strip())
    return replace(trap, described=tuple(answer.splitlines()[1:]), thrown="")


def _ask(language: Language, traps: Sequence[Trap], folder: Path) -> tuple[dict[int, str], dict[int, str]]:
    failures: dict[int, str] = {}
    library = class_path(VERSION)
    while True:
        chosen = {number: trap for number, trap in enumerate(traps) if number not in failures}
        sources, classes = folder / f"sources-{len(failures)}", folder / f"classes-{len(failures)}"
        _write_sources(language, chosen, sources)
        words = language.compile(library, sources, classes)
        if not words:
            break
        refused = {int(number): reason for number, reason in reversed(_ERROR.findall(words))}
        if not refused:
            raise RuntimeError(words)
        failures |= refused
    path = os.pathsep.join((str(classes), language.runtime(), library))
    _compile_main(language, chosen, path, folder / "main")
    runs = [_run(os.pathsep.join((str(folder / "main"), path))) for _ in range(_RUNS)]
    for number in chosen:
        if len({run.get(number) for run in runs}) > 1:
            failures[number] = "the answer differs from run to run"
    return runs[0], failures


def _write_sources(language: Language, traps: Mapping[int, Trap], folder: Path) -> None:
    for number, trap in traps.items():
        (folder / f"t{number}").mkdir(parents=True)
        for name, text in language.files_of(trap, f"t{number}", outside=True).items():
            (folder / f"t{number}" / name).write_text(text, encoding="utf-8")


def _compile_main(language: Language, numbers: Iterable[int], path: str, folder: Path) -> None:
    folder.mkdir()
    asked = "\n".join(f"        answer({number}, t{number}.{language.main_class}::topology);" for number in numbers)
    source = folder / "Main.java"
    source.write_text(_MAIN.replace("// asked", asked), encoding="utf-8")
    subprocess.run(["javac", "-nowarn", "-proc:none", "-cp", path, "-d", str(folder), str(source)], check=True)


_MAIN: Final = """\
import java.util.Properties;
import org.apache.kafka.streams.Topology;

public class Main {
    interface Maker { Topology make(Properties config) throws Exception; }

    static void answer(int number, Maker maker) {
        Properties config = new Properties();
        config.put("application.id", "app");
        config.put("topology.optimization", "none");
        String words;
        try {
            words = maker.make(config).describe().toString();
        } catch (Throwable thrown) {
            Throwable cause = thrown instanceof ExceptionInInitializerError ? thrown.getCause() : thrown;
            String message = cause.getMessage() == null ? null : cause.getMessage().replace("t" + number + ".", "");
            String rest = message == null ? "" : ": " + message.replace("\\n", " ");
            words = "! " + cause.getClass().getSimpleName() + rest;
        }
        System.out.print("\\u0001" + number + "\\u0001" + words + "\\u0001");
    }

    public static void main(String[] arguments) {
// asked
        System.exit(0);
    }
}
"""


def _run(runtime: str) -> dict[int, str]:
    output = subprocess.run(["java", "-cp", runtime, "Main"], check=True, capture_output=True, text=True).stdout
    parts = output.split(_MARK)[1:]
    # Behind each answer stands what the next trap itself prints.
    return {int(number): words.rstrip("\n") for number, words in zip(parts[::3], parts[1::3], strict=True)}
