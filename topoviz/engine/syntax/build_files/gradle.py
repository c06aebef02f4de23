"""Work out which version of Kafka Streams the Gradle scripts of a bundle bring.

Gradle takes the highest of the versions that a dependency and the platforms ask for, unless a platform is enforced.
Spring's plugin for dependency management goes by Maven's order: the version at the dependency, then the managed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.build_files.boms import brought_by, is_platform, number_of
from topoviz.engine.syntax.build_files.findings import BRINGING, Found, Named, NotSaid, is_kafka_streams
from topoviz.engine.syntax.build_files.gradle_text import Statement, Token, statements_of
from topoviz.engine.syntax.build_files.gradle_values import Value, Variables, path_of

LONGEST: Final = 500
"""Tokens of a statement; nobody writes a dependency with more."""

_COORDINATES: Final = re.compile(r"(?P<group>[^:\s]+):(?P<artifact>[^:\s]+)(?::(?P<version>[^:@\s]+))?(?:[:@].*)?")
_BOOT: Final = "org.springframework.boot"
_BOOT_BOM: Final = (_BOOT, "spring-boot-dependencies")
_MANAGEMENT: Final = "io.spring.dependency-management"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A dependency: its coordinates, and its version with the place that sets it, if it has one."""

    group: str
    artifact: str
    version: Value | None
    span: Span
    words: frozenset[str] = frozenset()
    """The words before it, such as `implementation`, `enforcedPlatform`, `mavenBom`."""


@dataclass(slots=True)
class Scripts:
    """What all scripts of a bundle say together."""

    variables: Variables
    wanted: list[_Wanted] = field(default_factory=list)
    managed: list[_Wanted] = field(default_factory=list)
    plugins: dict[str, tuple[Value | None, Span]] = field(default_factory=dict)

    def version(self) -> Found | None:
        """Give the version of Kafka Streams; None where no script has to do with it."""
        kafka = [one for one in self.wanted if is_kafka_streams(one.group, one.artifact)]
        bringing = [one for one in self.wanted if one.artifact in BRINGING]
        if not kafka and not bringing:
            return None
        at = (kafka or bringing)[0].span
        own = [self._named(one.version) for one in kafka if one.version is not None]
        if self._has_management and (own or (managed := self._by_management()) is not None):
            return own[0] if own else managed
        enforced = [one for one in self.wanted if "enforcedPlatform" in one.words]
        for platform in enforced:
            found = self._brought(platform)
            if found is not None:
                return found
        asked = [*own, *(one for one in map(self._brought, self._platforms()) if one is not None)]
        if asked:
            return _highest(asked)
        libraries = [one for one in (self._library(one) for one in bringing) if one is not None]
        return libraries[0] if libraries else NotSaid("no version stands in the files", at)

    @property
    def _has_management(self) -> bool:
        return _MANAGEMENT in self.plugins or any("mavenBom" in one.words for one in self.managed)

    def _by_management(self) -> Found | None:
        explicit = [one for one in self.managed if is_kafka_streams(one.group, one.artifact)]
        if explicit and explicit[-1].version is not None:
            return self._named(explicit[-1].version)
        boms = [one for one in self.managed if "mavenBom" in one.words and is_platform(one.group, one.artifact)]
        if boms and (boms[-1].group, boms[-1].artifact) != _BOOT_BOM:
            return self._brought(boms[-1])
        if not boms and _BOOT not in self.plugins:
            return None
        own = self.variables.named("kafka.version", Span(0, 0, 0))
        if own.text is not None or "kafka.version" in self.variables.set_to:
            return self._named(own)
        return self._brought(boms[-1]) if boms else self._boot_plugin()

    def _boot_plugin(self) -> Found | None:
        version, span = self.plugins[_BOOT]
        return self._brought(_Wanted(*_BOOT_BOM, version, span))

    def _platforms(self) -> Iterator[_Wanted]:
        yield from (one for one in self.wanted if "platform" in one.words and is_platform(one.group, one.artifact))
        micronaut = next((name for name in self.plugins if name.startswith("io.micronaut.")), None)
        if micronaut is not None:
            version = self.variables.named("micronautVersion", self.plugins[micronaut][1])
            for name in ("io.micronaut.platform:micronaut-platform", "io.micronaut:micronaut-bom"):
                group, _, artifact = name.partition(":")
                if version.text is not None and brought_by(group, artifact, version.text) is not None:
                    yield _Wanted(group, artifact, version, version.span)

    def _brought(self, platform: _Wanted) -> Found | None:
        """Give what a platform brings; None for one that is not known to have to do with Kafka Streams."""
        if not is_platform(platform.group, platform.artifact):
            return None
        version = platform.version
        if version is None or version.text is None:
            why = version.why if version is not None else f"the version of {platform.artifact} is not in the files"
            return NotSaid(why, platform.span)
        brought = brought_by(platform.group, platform.artifact, version.text)
        if brought is None:
            return NotSaid(f"it is not known what {platform.artifact} {version.text} brings", version.span)
        return Named(brought.kafka, version.span, brought.title, brought.is_about)

    def _library(self, library: _Wanted) -> Found | None:
        return self._brought(library) if library.version is not None else None

    def _named(self, version: Value) -> Found:
        return NotSaid(version.why, version.span) if version.text is None else Named(version.text, version.span)


def read_scripts(scripts: Iterable[tuple[int, SourceFile]], variables: Variables) -> Scripts:
    """Read all scripts of a bundle: first what they set, then what they want."""
    found = Scripts(variables)
    statements = [
        (statement, _place(file, file_id, statement))
        for file_id, file in scripts
        for statement in statements_of(file.text)
        if 0 < len(statement.tokens) <= LONGEST
    ]
    for statement, span in statements:
        variables.note(statement, span)
    for statement, span in statements:
        _read_plugins(statement, span, found)
        if statement.is_in("dependencies") or statement.is_in("imports") or statement.is_in("constraints"):
            _read_dependencies(statement, span, found)
    return found


def _place(file: SourceFile, file_id: int, statement: Statement) -> Span:
    if not statement.tokens:
        return Span(file_id, 0, 0)
    start, end = statement.tokens[0].start, statement.tokens[-1].end
    if file.text.isascii():
        return Span(file_id, start, end)
    before = len(file.text[:start].encode("utf-8", errors="replace"))
    return Span(file_id, before, before + len(file.text[start:end].encode("utf-8", errors="replace")))


def _read_plugins(statement: Statement, span: Span, found: Scripts) -> None:
    """Read `id "x" version "1"`, `alias(libs.plugins.x)`, `apply plugin: "x"`."""
    tokens = statement.tokens
    words = [token.text for token in tokens]
    if statement.is_in("plugins") and words[:1] in (["id"], ["alias"]):
        at = words.index("version") if "version" in words[1:] else len(words)
        strings = [token for token in tokens[:at] if token.kind == "string"]
        version = found.variables.value_of(_bare(tokens[at + 1 :]), span) if at < len(words) else None
        if strings:
            _keep_plugin(found, strings[0].text, version, span)
        path = path_of(_bare(tokens[1:at]))
        catalog = found.variables.catalog
        entry = catalog.plugins.get(path.removeprefix("libs.plugins.")) if catalog is not None else None
        if not strings and entry is not None:
            own = Value(entry.version or None, entry.span, "the catalog has no version of it")
            _keep_plugin(found, entry.module, version or own, span)
    elif words[:1] == ["apply"] and "plugin" in words:
        for token in tokens:
            if token.kind == "string":
                _keep_plugin(found, token.text, None, span)


def _keep_plugin(found: Scripts, name: str, version: Value | None, span: Span) -> None:
    if version is not None or name not in found.plugins:
        found.plugins[name] = (version, span)


def _bare(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out brackets and what stands behind the value, such as `apply false`."""
    kept: list[Token] = []
    for token in tokens:
        if token.kind == "name" and token.text == "apply":
            break
        if token.text not in "()":
            kept.append(token)
    return tuple(kept)


def _read_dependencies(statement: Statement, span: Span, found: Scripts) -> None:
    for one in _dependencies(statement, span, found.variables):
        if statement.is_in("buildscript"):
            if one.artifact == "spring-boot-gradle-plugin":
                found.plugins[_BOOT] = (one.version, one.span)
        elif statement.is_in("dependencyManagement") or statement.is_in("imports"):
            found.managed.append(one)
        elif one.artifact == "BOM_COORDINATES":
            version, at = found.plugins.get(_BOOT, (None, span))
            found.wanted.append(_Wanted(*_BOOT_BOM, version, at, one.words))
        else:
            found.wanted.append(one)


def _dependencies(statement: Statement, span: Span, variables: Variables) -> Iterator[_Wanted]:
    tokens = statement.tokens
    words = frozenset(token.text for token in tokens if token.kind == "name")
    named = _arguments(tokens, ("group", "name", "version"))
    if "group" in named and "name" in named:
        group, artifact = (variables.value_of(named[key], span).text or "" for key in ("group", "name"))
        version = variables.value_of(named["version"], span) if "version" in named else None
        yield _Wanted(group, artifact, version, span, words)
        return
    if "BOM_COORDINATES" in words:
        yield _Wanted("", "BOM_COORDINATES", None, span, words)
        return
    apart = _apart(tokens)
    if apart is not None:
        group, artifact, rest = apart
        yield _Wanted(group, artifact, variables.value_of(rest, span) if rest else None, span, words)
        return
    for index, token in enumerate(tokens):
        if token.kind == "string":
            yield from _written(token, _joined(tokens[index + 1 :]), span, variables, words)
        elif token.kind == "name" and token.text == "libs" and variables.catalog is not None:
            yield from _from_catalog(tokens[index:], span, variables, words)


def _apart(tokens: Sequence[Token]) -> tuple[str, str, tuple[Token, ...]] | None:
    """Read `("group", "artifact", version)`, as Kotlin writes it."""
    for index in range(len(tokens) - 4):
        first, second = tokens[index + 1], tokens[index + 3]
        if tokens[index].text == "(" and first.kind == second.kind == "string" and tokens[index + 2].text == ",":
            rest = tokens[index + 5 :] if tokens[index + 4].text == "," else ()
            end = next((at for at, one in enumerate(rest) if one.text in (")", ",")), len(rest))
            return (first.text, second.text, tuple(rest[:end])) if ":" not in first.text else None
    return None


def _joined(tokens: Sequence[Token]) -> Sequence[Token]:
    """Give what is added to a string with a plus."""
    if not tokens or tokens[0].text != "+":
        return ()
    end = next((index for index, one in enumerate(tokens) if one.text in (")", ",")), len(tokens))
    return tokens[1:end]


def _written(
    token: Token, more: Sequence[Token], span: Span, variables: Variables, words: frozenset[str]
) -> Iterator[_Wanted]:
    """Read `group:artifact:version`, in which variables may stand."""
    whole = variables.in_text(token, span)
    # What is not known of the version must not hide whose it is.
    text = whole.text if whole.text is not None else token.text
    if more:
        added = variables.value_of(more, span)
        whole = Value(None, span, added.why) if added.text is None else Value(text + added.text, added.span)
        text += "?" if added.text is None else added.text
    found = _COORDINATES.fullmatch(text)
    if found is None and whole.text is None:
        found = _COORDINATES.match(text)
    if found is None:
        return
    written = found["version"]
    version = None if written is None else Value(written if whole.text is not None else None, whole.span, whole.why)
    yield _Wanted(found["group"], found["artifact"], version, span, words)


def _from_catalog(
    tokens: Sequence[Token], span: Span, variables: Variables, words: frozenset[str]
) -> Iterator[_Wanted]:
    assert variables.catalog is not None
    names: list[str] = []
    for index, token in enumerate(tokens):
        if token.kind == "name" and (index == 0 or tokens[index - 1].text == "."):
            names.append(token.text)
        elif token.text != ".":
            break
    path = ".".join(names[1:]).removesuffix(".get")
    catalog = variables.catalog
    aliases = catalog.bundles.get(path.removeprefix("bundles."), ()) if path.startswith("bundles.") else (path,)
    for alias in aliases:
        entry = catalog.libraries.get(alias)
        if entry is not None:
            group, _, artifact = entry.module.partition(":")
            version = Value(entry.version, entry.span) if entry.version else None
            yield _Wanted(group, artifact, version, span, words)


def _arguments(tokens: Sequence[Token], names: Sequence[str]) -> dict[str, tuple[Token, ...]]:
    """Read `name: value` and `name = value` with commas between."""
    found: dict[str, tuple[Token, ...]] = {}
    for index, token in enumerate(tokens[:-2]):
        if token.kind == "name" and token.text in names and tokens[index + 1].text in (":", "="):
            rest = tokens[index + 2 :]
            end = next((at for at, one in enumerate(rest) if one.kind == "sign" and one.text in ",)"), len(rest))
            found[token.text] = tuple(rest[:end])
    return found


def _highest(asked: Sequence[Found]) -> Found:
    """Give the highest version that is asked for; one that is not known may be higher."""
    unknown = next((one for one in asked if not isinstance(one, Named)), None)
    if unknown is not None:
        return unknown
    named = [one for one in asked if isinstance(one, Named)]
    return max(named, key=lambda one: number_of(one.text.partition("-")[0]))
