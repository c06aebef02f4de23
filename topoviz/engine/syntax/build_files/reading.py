"""Find which versions of Kafka Streams the build files of a bundle name."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.source import Bundle, SourceFile, Span
from topoviz.engine.syntax.build_files.catalog import Catalog, read_catalog
from topoviz.engine.syntax.build_files.files import MOST_BYTES, BuildFile, build_file_of
from topoviz.engine.syntax.build_files.findings import Built, Found, Named, NotSaid, is_kafka_streams
from topoviz.engine.syntax.build_files.gradle import read_scripts
from topoviz.engine.syntax.build_files.gradle_values import Variables
from topoviz.engine.syntax.build_files.maven import NotXml, Pom, read_pom
from topoviz.engine.syntax.build_files.maven_projects import project_of
from topoviz.engine.syntax.configuration.properties_text import read_properties

_SETTINGS: Final = re.compile(r"(^|[/\\])settings\.gradle(\.kts)?\Z")


def find_versions(bundle: Bundle) -> tuple[Built, ...]:
    """Give what each build says, in the order of the files; nothing where none has to do with Kafka Streams."""
    found: list[Built] = []
    poms: list[Pom] = []
    builds: dict[str, _GradleBuild] = {}
    roots = _roots(bundle)
    for file_id, file in enumerate(bundle.files):
        kind = build_file_of(file)
        if kind is None:
            continue
        if len(file.data) > MOST_BYTES:
            reason = f"the file has more than {MOST_BYTES:,} bytes"
            found.append(Built(file.name, NotSaid(reason, Span(file_id, 0, 0))))
            continue
        try:
            if kind is BuildFile.MAVEN:
                poms.append(read_pom(file, file_id))
            else:
                path = file.name.replace("\\", "/")
                root = max((one for one in roots if path.startswith(one)), key=len, default="")
                builds.setdefault(root, _GradleBuild()).add(kind, file, file_id)
        except NotXml as error:
            found.append(Built(file.name, NotSaid(str(error), Span(file_id, error.offset, error.offset))))
        except ValueError as error:
            found.append(Built(file.name, NotSaid(str(error), Span(file_id, 0, 0))))
    for pom in poms:
        version = project_of(pom, poms).version()
        found.extend([] if version is None else [Built(pom.path, version)])
    for root, build in builds.items():
        found.extend(Built(root, version) for version in build.versions())
    return tuple(found)


def _roots(bundle: Bundle) -> list[str]:
    """List the folders of builds of Gradle that stand beside each other, with a slash; none for a build alone."""
    folders = {posixpath.dirname(file.name.replace("\\", "/")) for file in bundle.files if _SETTINGS.search(file.name)}
    roots = {f"{folder}/" if folder else "" for folder in folders}
    outer = [one for one in roots if not any(one != other and one.startswith(other) for other in roots)]
    return sorted(outer) if len(outer) > 1 else []


@dataclass(slots=True)
class _GradleBuild:
    """The files of one build, whose scripts set things for each other."""

    catalogs: list[Catalog] = field(default_factory=list)
    scripts: list[tuple[int, SourceFile]] = field(default_factory=list)
    variables: Variables = field(default_factory=Variables)

    def add(self, kind: BuildFile, file: SourceFile, file_id: int) -> None:
        """Read a file; raises ValueError for what is no catalog."""
        if kind is BuildFile.CATALOG:
            self.catalogs.append(read_catalog(file, file_id))
        elif kind is BuildFile.GRADLE_PROPERTIES:
            for document in read_properties(file.data, file_id):
                self.variables.plain.update({one.key: (one.value or "", one.span) for one in document})
        else:
            self.scripts.append((file_id, file))

    def versions(self) -> list[Found]:
        """Give what the scripts say; without any, what the catalog does."""
        self.variables.catalog = _one_catalog(self.catalogs)
        of_scripts = read_scripts(self.scripts, self.variables).version()
        if of_scripts is not None:
            return [of_scripts]
        catalog = self.variables.catalog
        return _of_catalog(catalog) if catalog is not None and not self.scripts else []


def _one_catalog(catalogs: list[Catalog]) -> Catalog | None:
    """Put catalogs together; the first one's word counts."""
    if not catalogs:
        return None
    whole = catalogs[0]
    for more in catalogs[1:]:
        whole = Catalog(
            more.libraries | whole.libraries,
            more.bundles | whole.bundles,
            more.plugins | whole.plugins,
            more.versions | whole.versions,
        )
    return whole


def _of_catalog(catalog: Catalog) -> list[Found]:
    """Give what a catalog alone says; without the scripts it is not known what else there is."""
    return [
        Named(entry.version, entry.span)
        for entry in catalog.libraries.values()
        if is_kafka_streams(*entry.module.partition(":")[::2]) and entry.version
    ]
