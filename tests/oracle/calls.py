"""The verb `calls`: write down which public methods of the DSL's classes the fixture programs call.

They are read from the bytecode, so each stands as the very overload that the compiler chose. Constructions such as a
builder that the oracle itself adds to a program count as well: the library runs them.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.oracle.api import API, DSL_CLASSES, PACKAGE
from tests.oracle.harness_jvm import answers_of, write_table
from tests.oracle.languages import CompiledProgram

_SEPARATOR = " · "


def calls_of(compiled: Sequence[CompiledProgram], class_path: str, folder: Path) -> dict[str, tuple[str, ...]]:
    """Give for each compiled program, by its path, the methods that it calls, such as `KStream.to(String)`."""
    table = folder / "calls.tsv"
    write_table(table, ((one.program.path, one.classes, one.entry) for one in compiled))
    names = [f"{PACKAGE}.{name}" for name in DSL_CLASSES]
    answers = answers_of("topoviz.oracle.Calls", class_path, table, folder / "calls.jsonl", *names)
    return {answer["program"]: tuple(answer["calls"]) for answer in answers}


def write_called(version: str, calls: Mapping[str, Iterable[str]], *, is_all: bool) -> None:
    """Write the methods that programs call at a version, each with the first program that does.

    Unless these are all programs, what others are listed for stays.
    """
    called = {} if is_all else {method: path for method, path in called_at(version).items() if path not in calls}
    for path, methods in calls.items():
        for method in methods:
            called[method] = min(path, called.get(method, path))
    lines = (f"{method}{_SEPARATOR}{path}\n" for method, path in sorted(called.items()))
    _path(version).write_text(f"# kafka-streams {version}\n{''.join(lines)}", encoding="utf-8")


def called_at(version: str) -> dict[str, str]:
    """Give the methods that recorded programs call at a version, each with the first program that does."""
    return read_called(_path(version))


def read_called(path: Path) -> dict[str, str]:
    """Read a list of methods with something said about each; a list that does not exist is empty."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = (line.partition(_SEPARATOR) for line in lines if not line.startswith("#"))
    return {method: said for method, _, said in pairs}


def _path(version: str) -> Path:
    return API / f"{version}.called.txt"
