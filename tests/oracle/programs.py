"""The fixture programs: where they lie, what their heading comments say, where their recordings go."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.oracle.versions import DEFAULT_VERSIONS, RECORDED_VERSIONS, is_within

FIXTURES = Path(__file__).parent.parent / "fixtures"
PROGRAMS = FIXTURES / "programs"
RECORDINGS = FIXTURES / "recordings"
SUFFIXES = {"java": ".java", "kotlin": ".kt"}

_HEADER = re.compile(r"//\s*(?P<key>title|topology|since|until|versions):\s*(?P<value>.*\S)\s*")


@dataclass(frozen=True, slots=True)
class Program:
    """A fixture program. `topology` is the expression that gives the topology, None for the default entry."""

    language: str
    group: str
    name: str
    text: str
    title: str
    topology: str | None = None
    since: str | None = None
    until: str | None = None
    versions: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of its recordings: `group/name`, behind its language if that is not Java."""
        return f"{self.group}/{self.name}" if self.language == "java" else f"{self.language}/{self.group}/{self.name}"

    @property
    def path(self) -> str:
        """The path below `programs/`, with forward slashes."""
        return f"{self.language}/{self.group}/{self.name}{SUFFIXES[self.language]}"

    @property
    def recorded_versions(self) -> tuple[str, ...]:
        """The versions at which it is recorded."""
        versions = RECORDED_VERSIONS if self.language == "java" else DEFAULT_VERSIONS
        return tuple(version for version in versions if self.exists_at(version))

    def exists_at(self, version: str) -> bool:
        """Whether the program is meant to compile at a version."""
        if self.versions and version not in self.versions:
            return False
        return is_within(version, self.since, self.until)


def find_programs(only: str = "") -> tuple[Program, ...]:
    """All fixture programs whose `group/name` contains a text, sorted. Raises ValueError for a bad heading."""
    return tuple(program for program in map(_read_fixture, _program_files()) if only in program.key)


def by_group(programs: Iterable[Program]) -> dict[str, list[Program]]:
    """The programs of each group, by its name, as a test goes through them: a test for each would be thousands."""
    found: dict[str, list[Program]] = {}
    for program in programs:
        found.setdefault(f"{program.language}/{program.group}", []).append(program)
    return found


def recording_path(program: Program) -> Path:
    """Where the recordings of a program lie."""
    return RECORDINGS / f"{program.key}.txt"


def _program_files() -> list[Path]:
    return sorted(path for path in PROGRAMS.glob("*/*/*") if path.suffix == SUFFIXES.get(path.parts[-3]))


def read_program(path: Path, language: str, group: str) -> Program:
    """Read any file as a program; its title is its name where no heading comment gives one."""
    text = path.read_text(encoding="utf-8")
    headers = dict(_headers(text))
    return Program(
        language=language,
        group=group,
        name=path.stem,
        text=text,
        title=headers.get("title", path.stem),
        topology=headers.get("topology"),
        since=headers.get("since"),
        until=headers.get("until"),
        versions=tuple(headers.get("versions", "").split()),
    )


def _read_fixture(path: Path) -> Program:
    program = read_program(path, path.parts[-3], path.parts[-2])
    if not program.text.startswith("// title: "):
        raise ValueError(f"{path} does not begin with '// title: …'")
    return program


def _headers(text: str) -> Iterator[tuple[str, str]]:
    """The `// key: value` pairs at the head of a file."""
    for line in text.splitlines():
        if not line.startswith("//"):
            return
        if match := _HEADER.fullmatch(line):
            yield match["key"], match["value"]
