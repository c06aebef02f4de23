"""Find which versions of Kafka Streams the build files of a bundle name."""

from __future__ import annotations

from topoviz.engine.source import Bundle, SourceFile, Span
from topoviz.engine.syntax.build_files.catalog import Catalog, read_catalog
from topoviz.engine.syntax.build_files.files import MOST_BYTES, BuildFile, build_file_of
from topoviz.engine.syntax.build_files.findings import Built, Named, NotSaid, is_kafka_streams
from topoviz.engine.syntax.build_files.gradle import read_scripts
from topoviz.engine.syntax.build_files.gradle_values import Variables
from topoviz.engine.syntax.build_files.maven import NotXml, Pom, read_pom
from topoviz.engine.syntax.build_files.maven_projects import project_of
from topoviz.engine.syntax.configuration.properties_text import read_properties


def find_versions(bundle: Bundle) -> tuple[Built, ...]:
    """Give what each build says, in the order of the files; nothing where none has to do with Kafka Streams."""
    found: list[Built] = []
    poms: list[Pom] = []
    catalogs: list[Catalog] = []
    scripts: list[tuple[int, SourceFile]] = []
    variables = Variables()
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
            elif kind is BuildFile.CATALOG:
                catalogs.append(read_catalog(file, file_id))
            elif kind is BuildFile.GRADLE_PROPERTIES:
                for document in read_properties(file.data, file_id):
                    variables.plain.update({one.key: (one.value or "", one.span) for one in document})
            else:
                scripts.append((file_id, file))
        except NotXml as error:
            found.append(Built(file.name, NotSaid(str(error), Span(file_id, error.offset, error.offset))))
        except ValueError as error:
            found.append(Built(file.name, NotSaid(str(error), Span(file_id, 0, 0))))
    for pom in poms:
        version = project_of(pom, poms).version()
        found.extend([] if version is None else [Built(pom.path, version)])
    variables.catalog = _one_catalog(catalogs)
    of_scripts = read_scripts(scripts, variables).version()
    if of_scripts is not None:
        # Scripts set things for each other; the whole bundle is one build.
        found.append(Built("", of_scripts))
    elif variables.catalog is not None and not scripts:
        found.extend(_of_catalog(variables.catalog))
    return tuple(found)


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


def _of_catalog(catalog: Catalog) -> list[Built]:
    """Give what a catalog alone says; without the scripts it is not known what else there is."""
    return [
        Built("", Named(entry.version, entry.span))
        for entry in catalog.libraries.values()
        if is_kafka_streams(*entry.module.partition(":")[::2]) and entry.version
    ]
