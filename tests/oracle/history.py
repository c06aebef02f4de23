"""The verb `history`: write down which releases have each public method of the DSL's classes.

Every release is asked, so that a method which came or went with a patch stands at that patch.
"""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

from tests.oracle.api import api_lines, javap
from tests.oracle.class_path import cache_directory
from tests.oracle.versions import version_triple

TABLE = Path(__file__).parents[2] / "topoviz" / "engine" / "dsl" / "library" / "api.txt"
GONE = TABLE.with_name("gone.txt")

_NOT_KNOWN = "-"
_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>topoviz</groupId>
  <artifactId>releases</artifactId>
  <version>1</version>
  <build><plugins><plugin>
    <artifactId>maven-dependency-plugin</artifactId>
    <configuration>
      <outputDirectory>.</outputDirectory>
      <artifactItems>
{items}
      </artifactItems>
    </configuration>
  </plugin></plugins></build>
</project>
"""
_ITEM = """\
        <artifactItem>
          <groupId>org.apache.kafka</groupId><artifactId>{0}</artifactId><version>{1}</version>
          <classifier>{2}</classifier>
        </artifactItem>"""


def record_history(releases: Sequence[str]) -> int:
    """Write the table of all methods of these releases, the oldest first; the result is how many there are."""
    folder = cache_directory() / "releases"
    _bring(releases, folder)
    lines = history_lines(
        {release: api_lines(javap(str(folder / f"kafka-streams-{release}.jar"))) for release in releases}
    )
    heading = f"# kafka-streams {releases[0]} to {releases[-1]}"
    TABLE.write_text("\n".join((heading, *lines)) + "\n", encoding="utf-8")
    record_gone(releases, folder)
    return len(lines)


def record_gone(releases: Sequence[str], folder: Path) -> None:
    """Write the table of classes that programs may import, and that the newest release no longer has."""
    having: dict[str, str] = {}
    for release in releases:
        with ZipFile(folder / f"kafka-streams-{release}.jar") as jar:
            having.update(dict.fromkeys(filter(None, map(_public_class, jar.namelist())), release))
    lines = [
        f"{releases[releases.index(last) + 1]} {name}" for name, last in sorted(having.items()) if last != releases[-1]
    ]
    heading = f"# kafka-streams {releases[0]} to {releases[-1]}: the release that no longer has a class"
    GONE.write_text("\n".join((heading, *lines)) + "\n", encoding="utf-8")


def _public_class(entry: str) -> str | None:
    """Give the name of a class that is meant for programs."""
    is_one = entry.startswith("org/apache/kafka/streams/") and entry.endswith(".class")
    return entry[:-6].replace("/", ".") if is_one and "$" not in entry and "/internals/" not in entry else None


def history_lines(methods: Mapping[str, Sequence[str]]) -> list[str]:
    """Give a line for each method: the release it came in, the one that no longer has it, and the method.

    A dash stands for what lies before the first release or after the last. Raises ValueError for a method that went
    and came back.
    """
    releases = sorted(methods, key=version_triple)
    found: dict[str, list[str]] = {}
    for release in releases:
        for line in methods[release]:
            found.setdefault(_method(line), []).append(release)
    results = {_method(line): line for release in releases for line in methods[release]}
    return [f"{_span(having, releases)} {results[method]}" for method, having in sorted(found.items())]


def _method(line: str) -> str:
    """A method without its result, which is no part of what a call says."""
    return line.partition(" -> ")[0]


def _span(having: Sequence[str], releases: Sequence[str]) -> str:
    first, last = releases.index(having[0]), releases.index(having[-1])
    if list(having) != list(releases[first : last + 1]):
        raise ValueError(f"a method is missing between {having[0]} and {having[-1]}: {having}")
    since = having[0] if first > 0 else _NOT_KNOWN
    return f"{since} {releases[last + 1] if last + 1 < len(releases) else _NOT_KNOWN}"


def copy_pom(items: Iterable[tuple[str, str, str]]) -> str:
    """Give the pom.xml by which Maven copies jars of Kafka into a folder: artifact, version and classifier of each."""
    return _POM.format(items="\n".join(_ITEM.format(*item) for item in items))


def _bring(releases: Sequence[str], folder: Path) -> None:
    """Copy the jars of releases into a folder. Raises CalledProcessError when Maven fails."""
    missing = [release for release in releases if not (folder / f"kafka-streams-{release}.jar").exists()]
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(copy_pom(("kafka-streams", one, "") for one in missing), encoding="utf-8")
        subprocess.run(["mvn", "-q", "-B", "dependency:copy"], cwd=folder, check=True)
