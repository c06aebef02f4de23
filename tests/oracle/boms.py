"""The verb `boms`: write down which version of Kafka Streams each release of a platform brings.

Maven brings the lists of releases and the POMs. Read are the POMs themselves: what they manage, and what they import.
"""

import re
import subprocess
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from tests.oracle.class_path import cache_directory
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.build_files.boms import FILE, TITLES, number_of
from topoviz.engine.syntax.build_files.maven import Dependency, Pom, read_pom, references, with_reference

TABLE = Path(__file__).parents[2] / "topoviz" / "engine" / "syntax" / "build_files" / FILE
KAFKA = ("kafka-streams", "kafka-streams-scala_2.13")
OLDEST = {"org.springframework.boot:spring-boot-dependencies": (2, 1), "org.springframework.kafka:spring-kafka": (2, 2)}

_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>topoviz</groupId><artifactId>platforms</artifactId><version>1</version>{packaging}
  {body}
</project>
"""
_NO_RELEASE = """\
<dependencies><dependency>
    <groupId>{0}</groupId><artifactId>{1}</artifactId><version>(,0.0.0.1)</version><type>pom</type>
  </dependency></dependencies>"""
_COPY = """\
<build><plugins><plugin><artifactId>maven-dependency-plugin</artifactId><configuration>
    <outputDirectory>.</outputDirectory>
    <artifactItems>{0}</artifactItems>
  </configuration></plugin></plugins></build>"""
_ITEM = """\
      <artifactItem>
        <groupId>{0}</groupId><artifactId>{1}</artifactId><version>{2}</version><type>pom</type>
      </artifactItem>"""


def record_boms() -> dict[str, int]:
    """Write the table; the result is how many releases of each platform it knows. Raises what Maven raises."""
    lines = ["# what releases of platforms bring, by the POMs in Maven Central: the first, the last, kafka-streams"]
    counts = {}
    for name in TITLES:
        group, artifact = name.split(":")
        releases = sorted(_releases(group, artifact), key=number_of)
        poms = _bring(group, artifact, [one for one in releases if number_of(one) >= OLDEST.get(name, ())])
        brought = [(release, _brought(pom)) for release, pom in poms.items()]
        known = [(release, kafka) for release, kafka in brought if kafka is not None]
        lines += [name, *table_lines(known)]
        counts[name] = len(known)
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return counts


def table_lines(known: Sequence[tuple[str, str]]) -> list[str]:
    """Give a line for each row of releases of one minor version that bring the same."""

    def key(one: tuple[str, str]) -> tuple[tuple[int, ...], str]:
        return number_of(one[0])[:2], one[1]

    rows = [list(row) for _, row in groupby(known, key=key)]
    return [f"  {row[0][0]} {row[-1][0]} {row[0][1]}" for row in rows]


def _releases(group: str, artifact: str) -> list[str]:
    """Give the finished releases. Maven looks them up for a range in which none lies, and keeps the list."""
    folder = cache_directory() / "platforms" / artifact
    folder.mkdir(parents=True, exist_ok=True)
    body = _NO_RELEASE.format(group, artifact)
    (folder / "range.xml").write_text(_POM.format(packaging="<packaging>pom</packaging>", body=body), encoding="utf-8")
    # It always fails: there is no such release.
    subprocess.run(["mvn", "-q", "-B", "-f", "range.xml", "dependency:resolve"], cwd=folder, stdout=subprocess.DEVNULL)
    kept = Path.home() / ".m2" / "repository" / Path(*group.split(".")) / artifact / "maven-metadata-central.xml"
    found = re.findall(r"<version>([^<]+)</version>", kept.read_text(encoding="utf-8"))
    return [one for one in found if number_of(one)]


def _bring(group: str, artifact: str, releases: Sequence[str]) -> dict[str, Pom]:
    """Copy the POMs of releases into the cache, and read them."""
    folder = cache_directory() / "platforms" / group
    folder.mkdir(parents=True, exist_ok=True)
    missing = [one for one in releases if not (folder / f"{artifact}-{one}.pom").exists()]
    if missing:
        body = _COPY.format("".join(_ITEM.format(group, artifact, one) for one in missing))
        (folder / "pom.xml").write_text(_POM.format(packaging="", body=body), encoding="utf-8")
        subprocess.run(["mvn", "-q", "-B", "dependency:copy"], cwd=folder, check=True)
    texts = {one: (folder / f"{artifact}-{one}.pom").read_text(encoding="utf-8") for one in releases}
    return {one: read_pom(SourceFile(f"{artifact}.pom", text), 0) for one, text in texts.items()}


def _brought(pom: Pom) -> str | None:
    """Give the version of Kafka Streams that a POM manages, imports or depends on."""
    for one in (*pom.managed, *pom.dependencies):
        if one.group == "org.apache.kafka" and one.artifact in KAFKA and one.version:
            return _resolved(one.version, pom)
    for one in pom.managed:
        if one.is_import and f"{one.group}:{one.artifact}" == "io.micronaut.kafka:micronaut-kafka-bom":
            return _of(one, pom)
    # The library itself says it, where a platform manages only that.
    library = next(
        (one for one in pom.managed if one.artifact == "micronaut-kafka-streams" and not one.is_import), None
    )
    return _of(library, pom) if library is not None else None


def _of(dependency: Dependency, pom: Pom) -> str | None:
    version = _resolved(dependency.version, pom)
    if version is None or not number_of(version):
        return None
    brought = _bring(dependency.group, dependency.artifact, [version])
    return _brought(brought[version])


def _resolved(text: str, pom: Pom) -> str | None:
    own = {name: value for name, (value, _) in pom.properties.items()} | {"project.version": pom.version}
    for _ in range(10):
        names = references(text)
        if not names:
            return text
        if names[0] not in own:
            return None
        text = with_reference(text, names[0], own[names[0]])
    return None
