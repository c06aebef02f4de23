"""Read a `pom.xml` as what decides about versions: its parent, properties, dependencies and managed dependencies.

Maven: the POM reference. Expat reads the text; a document type, and with it every entity of the file's own, is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from topoviz.engine.source import SourceFile, Span

DEEPEST: Final = 100
_REFERENCE: Final = re.compile(r"\$\{([^${}]+)\}")


class NotXml(Exception):
    """The file cannot be read; the message is a clause, `offset` says where."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.offset = offset


@dataclass(slots=True)
class Element:
    """An element without its attributes; the offsets are bytes."""

    name: str
    start: int
    text: str = ""
    end: int = 0
    children: list[Element] = field(default_factory=list)

    def child(self, *names: str) -> Element | None:
        """Give the element that a path of names leads to."""
        current: Element | None = self
        for name in names:
            current = next((one for one in current.children if one.name == name), None) if current else None
        return current

    def word(self, name: str) -> str:
        """Give the text of a child, empty when there is none."""
        found = self.child(name)
        return found.text.strip() if found is not None else ""


@dataclass(frozen=True, slots=True)
class Dependency:
    """A dependency as it is written; the version is empty where none stands."""

    group: str
    artifact: str
    version: str
    span: Span
    scope: str = ""

    @property
    def is_import(self) -> bool:
        """Tell whether it stands for all that another POM manages."""
        return self.scope == "import"


@dataclass(frozen=True, slots=True)
class Pom:
    """One POM; what stands in profiles is kept apart, because nothing here says which are active."""

    file_id: int
    path: str
    group: str
    artifact: str
    version: str
    span: Span
    parent: Dependency | None
    parent_path: str
    properties: dict[str, tuple[str, Span]]
    dependencies: tuple[Dependency, ...]
    managed: tuple[Dependency, ...]
    in_profiles: tuple[Dependency, ...] = ()


def read_pom(file: SourceFile, file_id: int) -> Pom:
    """Read a POM; raises NotXml."""
    root = read_xml(file.data)
    parent = root.child("parent")
    above = _dependency(parent, file_id) if parent is not None else None
    path = parent.child("relativePath") if parent is not None else None
    properties = root.child("properties")
    profiles = root.child("profiles")
    return Pom(
        file_id,
        file.name.replace("\\", "/"),
        root.word("groupId") or (above.group if above else ""),
        root.word("artifactId"),
        root.word("version") or (above.version if above else ""),
        Span(file_id, root.start, root.start),
        above,
        "../pom.xml" if path is None else path.text.strip(),
        {
            one.name: (one.text.strip(), Span(file_id, one.start, one.end))
            for one in (properties.children if properties is not None else ())
        },
        _dependencies(root.child("dependencies"), file_id),
        _dependencies(root.child("dependencyManagement", "dependencies"), file_id),
        tuple(
            one
            for profile in (profiles.children if profiles is not None else ())
            for one in _dependencies(profile.child("dependencies"), file_id)
        ),
    )


def _dependencies(parent: Element | None, file_id: int) -> tuple[Dependency, ...]:
    return tuple(_dependency(one, file_id) for one in (parent.children if parent is not None else ()))


def _dependency(element: Element, file_id: int) -> Dependency:
    version = element.child("version")
    place = version or element
    return Dependency(
        element.word("groupId"),
        element.word("artifactId"),
        element.word("version"),
        Span(file_id, place.start, place.end),
        element.word("scope"),
    )


def references(text: str) -> list[str]:
    """Give the names that a text refers to with `${…}`."""
    return _REFERENCE.findall(text)


def with_reference(text: str, name: str, value: str) -> str:
    """Put a value in the place of a reference."""
    return text.replace(f"${{{name}}}", value)


def read_xml(data: bytes) -> Element:
    """Read XML as a tree of elements; raises NotXml, also for a document type and for what is nested too deeply."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = Element("", 0)
    open_elements = [top]

    def begin(name: str, _: dict[str, str]) -> None:
        if len(open_elements) > DEEPEST:
            raise NotXml(f"it is nested more than {DEEPEST} levels deep", parser.CurrentByteIndex)
        element = Element(name.rpartition(":")[2], parser.CurrentByteIndex)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        closed = open_elements.pop()
        closed.end = max(parser.CurrentByteIndex, closed.start)

    def write(text: str) -> None:
        open_elements[-1].text += text

    def refuse(*_: object) -> None:
        raise NotXml("it has a document type, which a POM has not", parser.CurrentByteIndex)

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = write, refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise NotXml(f"it is not XML: {expat.ErrorString(error.code)}", max(parser.ErrorByteIndex, 0)) from error
    return top.children[0]
