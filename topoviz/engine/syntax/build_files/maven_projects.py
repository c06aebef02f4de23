"""Work out which version of Kafka Streams the POMs of a bundle bring, in Maven's order.

A version at the dependency comes first, then managed ones of the POM and those above it, then imported ones. A property
is that of the lowest POM that sets it. What is above the bundle is known for the parents of `boms.txt` alone.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from topoviz.engine.source import Span
from topoviz.engine.syntax.build_files.boms import brought_by, is_platform
from topoviz.engine.syntax.build_files.findings import BRINGING, Found, Named, NotSaid, first_known, is_kafka_streams
from topoviz.engine.syntax.build_files.maven import Dependency, Pom, references, with_reference

_STARTER = ("org.springframework.boot", "spring-boot-starter-parent")
_MOST_POMS = 20


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with its references worked out, and where the last of them was set."""

    text: str
    span: Span


class _Unset(Exception):
    """A reference leads nowhere; the message is its name."""


@dataclass(frozen=True)
class MavenProject:
    """A POM with those above it that are in the bundle, the lowest first, and the parent that is not."""

    chain: tuple[Pom, ...]
    poms: Sequence[Pom]

    @property
    def outer_parent(self) -> Dependency | None:
        """The parent that is not in the bundle."""
        return self.chain[-1].parent

    def version(self) -> Found | None:
        """Give the version of Kafka Streams; None for a POM that has nothing to do with it."""
        wanted = [one for pom in self.chain for one in pom.dependencies if is_kafka_streams(one.group, one.artifact)]
        if wanted:
            return first_known([self._of_dependency(one) for one in wanted])
        bringing = [one for pom in self.chain for one in pom.dependencies if one.artifact in BRINGING]
        if bringing:
            return self.managed() or first_known([self._of_library(one) for one in bringing])
        # A POM of many modules, of which none is in the bundle.
        is_explicit = any(is_kafka_streams(one.group, one.artifact) for pom in self.chain for one in pom.managed)
        return self.managed() if is_explicit else None

    def _of_dependency(self, dependency: Dependency) -> Found:
        if dependency.version:
            return self._named(dependency.version, dependency.span)
        return self.managed() or NotSaid(self._unmanaged(), dependency.span)

    def _of_library(self, library: Dependency) -> Found:
        try:
            version = self._resolved(library.version, library.span)
        except _Unset as unset:
            return NotSaid(f"{unset} is set nowhere in the files", library.span)
        brought = brought_by(library.group, library.artifact, version.text)
        if brought is None:
            return NotSaid(self._unmanaged(), library.span)
        return Named(brought.kafka, version.span, brought.title, brought.is_about)

    def managed(self, depth: int = 0) -> Found | None:
        """Give what is managed: by the POMs themselves, by a known parent outside, by an imported platform."""
        for pom in self.chain:
            for one in pom.managed:
                if is_kafka_streams(one.group, one.artifact) and one.version:
                    return self._named(one.version, one.span)
        parent = self.outer_parent
        if parent is not None and is_platform(parent.group, parent.artifact):
            found = self._of_platform(parent)
            if found is not None:
                return found
        for pom in self.chain:
            for one in pom.managed:
                found = self._imported(one, depth) if one.is_import else None
                if found is not None and parent is not None and not is_platform(parent.group, parent.artifact):
                    return replace(found, unless=parent.artifact) if isinstance(found, Named) else found
                if found is not None:
                    return found
        return None

    def _imported(self, bom: Dependency, depth: int) -> Found | None:
        here = next((pom for pom in self.poms if (pom.group, pom.artifact) == (bom.group, bom.artifact)), None)
        if here is not None:
            return project_of(here, self.poms).managed(depth + 1) if depth < _MOST_POMS else None
        try:
            group, artifact = self._resolved(bom.group, bom.span).text, self._resolved(bom.artifact, bom.span).text
        except _Unset:
            return None
        return self._of_platform(replace(bom, group=group, artifact=artifact)) if is_platform(group, artifact) else None

    def _of_platform(self, platform: Dependency) -> Found | None:
        if (platform.group, platform.artifact) == _STARTER:
            own = self._property("kafka.version")
            if own is not None:
                return self._named(*own)
        try:
            version = self._resolved(platform.version, platform.span)
        except _Unset as unset:
            return NotSaid(f"{unset} is set nowhere in the files", platform.span)
        brought = brought_by(platform.group, platform.artifact, version.text)
        if brought is None:
            return NotSaid(f"it is not known what {platform.artifact} {version.text} brings", version.span)
        return Named(brought.kafka, version.span, brought.title, brought.is_about)

    def _unmanaged(self) -> str:
        parent = self.outer_parent
        if parent is not None:
            return f"no version stands in the files, and what {parent.artifact} says is not known"
        return "no version stands in the files"

    def _named(self, text: str, span: Span) -> Found:
        try:
            found = self._resolved(text, span)
        except _Unset as unset:
            return NotSaid(f"{unset} is set nowhere in the files", span)
        return Named(found.text, found.span)

    def _resolved(self, text: str, span: Span) -> _Text:
        """Work references out, a few deep; raises _Unset."""
        for _ in range(_MOST_POMS):
            names = references(text)
            if not names:
                return _Text(text.strip(), span)
            own = self._property(names[0])
            if own is None:
                raise _Unset(f"${{{names[0]}}}")
            text, span = with_reference(text, names[0], own[0]), own[1]
        raise _Unset(text)

    def _property(self, name: str) -> tuple[str, Span] | None:
        for pom in self.chain:
            if name in pom.properties:
                return pom.properties[name]
        lowest = self.chain[0]
        own = {
            **dict.fromkeys(("project.version", "pom.version", "version"), lowest.version),
            **dict.fromkeys(("project.groupId", "pom.groupId"), lowest.group),
            "project.parent.version": lowest.parent.version if lowest.parent is not None else "",
        }
        return (own[name], lowest.span) if own.get(name) else None


def project_of(pom: Pom, poms: Sequence[Pom]) -> MavenProject:
    """Put a POM together with those above it that are in the bundle."""
    return MavenProject(tuple(_upwards(pom, poms)), poms)


def _upwards(pom: Pom, poms: Sequence[Pom]) -> Iterator[Pom]:
    seen: list[Pom] = []
    current: Pom | None = pom
    while current is not None and current not in seen and len(seen) < _MOST_POMS:
        seen.append(current)
        yield current
        current = _parent_of(current, poms)


def _parent_of(pom: Pom, poms: Sequence[Pom]) -> Pom | None:
    parent = pom.parent
    if parent is None:
        return None
    same = [one for one in poms if one.artifact == parent.artifact and one.group == parent.group and one is not pom]
    place = posixpath.normpath(posixpath.join(posixpath.dirname(pom.path), pom.parent_path or "."))
    at_place = [one for one in same if posixpath.normpath(one.path) in (place, posixpath.join(place, "pom.xml"))]
    return next(iter(at_place or same), None)
