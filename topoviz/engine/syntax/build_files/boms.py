"""Which version of Kafka Streams the platforms bring: Spring Boot, Quarkus, Micronaut, and Spring for Kafka.

`boms.txt` has a line for each platform, by its coordinates, and below it one for each row of releases that bring the
same: the first, the last, and what they bring. `python -m tests.oracle boms` writes it from the POMs in Maven Central.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = "boms.txt"

TITLES: Final = {
    "org.springframework.boot:spring-boot-dependencies": "Spring Boot",
    "io.quarkus:quarkus-bom": "Quarkus",
    "io.quarkus:quarkus-universe-bom": "Quarkus",
    "io.quarkus.platform:quarkus-bom": "Quarkus",
    "io.micronaut:micronaut-bom": "Micronaut",
    "io.micronaut.platform:micronaut-platform": "Micronaut",
    "io.micronaut.kafka:micronaut-kafka-bom": "Micronaut Kafka",
    "org.springframework.kafka:spring-kafka": "Spring for Kafka",
}
_SAME: Final = {
    "org.springframework.boot:spring-boot-starter-parent": "org.springframework.boot:spring-boot-dependencies",
    "io.micronaut:micronaut-parent": "io.micronaut:micronaut-bom",
    "io.micronaut.platform:micronaut-parent": "io.micronaut.platform:micronaut-platform",
    "io.quarkus.platform:quarkus-universe-bom": "io.quarkus.platform:quarkus-bom",
}
"""Whose releases have the numbers of another, and bring what that brings."""

_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Row:
    """Releases of a platform, from the first to the last, and the version that they bring."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    kafka: str


@dataclass(frozen=True, slots=True)
class Brought:
    """What a platform brings. It is `about` so for a release that came after those that are known."""

    kafka: str
    title: str
    is_about: bool = False


def is_platform(group: str, artifact: str) -> bool:
    """Tell whether it is known what releases of this bring."""
    name = f"{group}:{artifact}"
    return _SAME.get(name, name) in TITLES


def brought_by(group: str, artifact: str, version: str) -> Brought | None:
    """Give what a release brings, or None where that is not known: a release is about like its line's last one."""
    name = f"{group}:{artifact}"
    name = _SAME.get(name, name)
    release = number_of(version)
    rows = _rows().get(name, ())
    if len(release) < 3:
        return None
    title = f"{TITLES[name]} {version}" if name in TITLES else name
    exact = next((row for row in rows if row.first <= release <= row.last), None)
    if exact is not None:
        return Brought(exact.kafka, title)
    line = [row for row in rows if row.last[:2] == release[:2] and row.last < release]
    return Brought(line[-1].kafka, title, is_about=True) if line else None


def number_of(version: str) -> tuple[int, ...]:
    """Give a release's number for comparing; what is no finished release has none."""
    if re.fullmatch(r"\d+(\.\d+)*(\.(RELEASE|Final|GA))?", version) is None:
        return ()
    return tuple(int(number) for number in _NUMBER.findall(version))


@cache
def _rows() -> Mapping[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = {}
    rows: list[Row] = []
    for line in Path(__file__).with_name(FILE).read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            first, last, kafka = line.split()
            rows.append(Row(number_of(first), number_of(last), kafka))
        elif not line.startswith("#"):
            rows = found[line] = []
    return {name: tuple(those) for name, those in found.items()}
