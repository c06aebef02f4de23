"""Read a version catalog of Gradle, `libs.versions.toml`: libraries, bundles and plugins by their accessors."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any, Final

from topoviz.engine.source import SourceFile, Span

_SEPARATORS: Final = re.compile(r"[-_.]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A library or plugin, such as `org.apache.kafka:kafka-streams` or `org.springframework.boot`, and its version."""

    module: str
    version: str
    span: Span


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a catalog calls things; the names are written as accessors are, with dots."""

    libraries: dict[str, Entry]
    bundles: dict[str, tuple[str, ...]]
    plugins: dict[str, Entry]
    versions: dict[str, tuple[str, Span]]


def read_catalog(file: SourceFile, file_id: int) -> Catalog:
    """Read a catalog; raises ValueError for what is no TOML."""
    try:
        table = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"it is not TOML: {error}") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    places = _Places(file, file_id)
    versions = {
        accessor(name): (_plain(value), places.of("versions", name))
        for name, value in _table(table, "versions").items()
    }
    return Catalog(
        {accessor(name): _library(value, versions, places.of("libraries", name))
         for name, value in _table(table, "libraries").items()},
        {accessor(name): tuple(accessor(str(one)) for one in value)
         for name, value in _table(table, "bundles").items() if isinstance(value, list)},
        {accessor(name): _plugin(value, versions, places.of("plugins", name))
         for name, value in _table(table, "plugins").items()},
        versions,
    )  # fmt: skip


def accessor(name: str) -> str:
    """Write an alias as build scripts do: `kafka-streams` is `kafka.streams`."""
    return _SEPARATORS.sub(".", name)


def _table(table: dict[str, Any], name: str) -> dict[str, Any]:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _library(value: Any, versions: dict[str, tuple[str, Span]], span: Span) -> Entry:
    if isinstance(value, str):
        group, _, rest = value.partition(":")
        artifact, _, version = rest.partition(":")
        return Entry(f"{group}:{artifact}", version, span)
    if not isinstance(value, dict):
        return Entry("", "", span)
    module = str(value.get("module") or f"{value.get('group', '')}:{value.get('name', '')}")
    return Entry(module, *_version(value.get("version"), versions, span))


def _plugin(value: Any, versions: dict[str, tuple[str, Span]], span: Span) -> Entry:
    if isinstance(value, str):
        name, _, version = value.partition(":")
        return Entry(name, version, span)
    if not isinstance(value, dict):
        return Entry("", "", span)
    return Entry(str(value.get("id", "")), *_version(value.get("version"), versions, span))


def _version(value: Any, versions: dict[str, tuple[str, Span]], span: Span) -> tuple[str, Span]:
    if isinstance(value, dict) and "ref" in value:
        return versions.get(accessor(str(value["ref"])), ("", span))
    return _plain(value), span


def _plain(value: Any) -> str:
    """Give the one version that is meant; a range is none."""
    if isinstance(value, dict):
        value = value.get("strictly") or value.get("require") or value.get("prefer")
    return value if isinstance(value, str) else ""


class _Places:
    """Where the keys of a catalog stand, found by their lines: tomllib tells no places."""

    def __init__(self, file: SourceFile, file_id: int) -> None:
        self._found: dict[tuple[str, str], Span] = {}
        self._whole = Span(file_id, 0, 0)
        table, offset = "", 0
        for line in file.data.split(b"\n"):
            heading = re.match(rb"\s*\[([\w.-]+)\]", line)
            key = re.match(rb"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
            if heading is not None:
                table = heading[1].decode()
            elif key is not None:
                self._found.setdefault((table, key[1].decode()), Span(file_id, offset, offset + len(line.rstrip())))
            offset += len(line) + 1

    def of(self, table: str, name: str) -> Span:
        return self._found.get((table, name), self._whole)
