"""Build files of a bundle: which they are, and which version of Kafka Streams they bring."""

from topoviz.engine.syntax.build_files.files import is_build_file
from topoviz.engine.syntax.build_files.findings import Built, Named, NotSaid
from topoviz.engine.syntax.build_files.modules import ModuleLayout, find_modules
from topoviz.engine.syntax.build_files.reading import find_versions

__all__ = [
    "Built",
    "ModuleLayout",
    "Named",
    "NotSaid",
    "find_modules",
    "find_versions",
    "is_build_file",
]
