"""The verb `patches`: find out which releases say the same about every topology as a recorded one, by their sources.

What decides about a topology are the DSL's classes, what they build, and the checks of names; how records are processed
and tasks are assigned does not. Comments, imports and layout are left out of the comparison.
"""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.oracle.class_path import cache_directory
from tests.oracle.history import copy_pom
from tests.oracle.versions import RECORDED_VERSIONS, version_triple
from topoviz.engine.versions import NOT_HELD, RELEASES, all_releases

_STREAMS: Final = "org/apache/kafka/streams/"
_COMMON: Final = "org/apache/kafka/common/"
_DECIDES: Final = re.compile(
    rf"{_STREAMS}("
    r"(StreamsBuilder|Topology|TopologyConfig|AutoOffsetReset)"
    r"|internals/ApiUtils"
    r"|kstream/\w+"
    r"|kstream/internals/(?!KStream|\w*Processor\.)\w+|kstream/internals/KStreamImpl(Join)?"
    r"|kstream/internals/(graph|suppress)/\w+"
    r"|processor/internals/(InternalTopologyBuilder|StaticTopicNameExtractor|StoreFactory|StoreBuilderWrapper)"
    r"|state/Stores"
    r"|state/internals/\w*(StoreBuilder|StoreSupplier)"
    rf")\.java|{_COMMON}(internals/Topic|serialization/Serdes)\.java"
)
_NOT_THE_PLAN: Final = re.compile(r"/(Change[ds]\w+|\w*(De)?[Ss]erializer|\w*Serde|TimeWindow|SessionWindow)\.java$")
"""Classes beside the DSL's that records pass through."""

_COMMENT_OR_TEXT: Final = re.compile(r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\')|//[^\n]*|/\*.*?\*/', re.DOTALL)


def record_patches() -> dict[str, str]:
    """Write for every release the recorded one that it equals, and give the same by release."""
    folder = cache_directory() / "sources"
    releases = all_releases()
    _bring(releases, folder)
    codes = {release: _deciding_code(folder, release) for release in releases}
    held = held_by(codes, RECORDED_VERSIONS)
    heading = f"# release, and the recorded one that says the same of every topology; {NOT_HELD} where none is known"
    lines = (f"{release} {other}" for release, other in held.items())
    RELEASES.write_text("\n".join((heading, *lines)) + "\n", encoding="utf-8")
    return held


def held_by(codes: Mapping[str, Mapping[str, str]], recorded: Sequence[str]) -> dict[str, str]:
    """Give for each release a recorded one of its line with equal code; itself where it is recorded.

    `codes` has the code of each release by file; a release without sources has none, and equals no other.
    """
    held: dict[str, str] = {}
    for release, code in codes.items():
        line = [one for one in recorded if version_triple(one)[:2] == version_triple(release)[:2]]
        equal = [one for one in line if code and codes.get(one) == code]
        held[release] = release if release in recorded else (equal or [NOT_HELD])[-1]
    return held


def bare_code(text: str) -> str:
    """Give Java without comments, imports and the layout of its lines."""
    code = _COMMENT_OR_TEXT.sub(lambda found: found[1] or " ", text)
    return " ".join(re.sub(r"^\s*import [^;]*;", " ", code, flags=re.MULTILINE).split())


def decides(path: str) -> bool:
    """Tell whether a source file decides about topologies."""
    return _DECIDES.fullmatch(path) is not None and _NOT_THE_PLAN.search(path) is None


def _deciding_code(folder: Path, release: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for artifact in ("kafka-streams", "kafka-clients"):
        jar = folder / f"{artifact}-{release}-sources.jar"
        if not jar.exists():
            return {}
        with zipfile.ZipFile(jar) as sources:
            for path in filter(decides, sources.namelist()):
                found[path] = bare_code(sources.read(path).decode())
    return found


def _bring(releases: Sequence[str], folder: Path) -> None:
    """Copy the sources of releases into a folder; those of some are not on Maven Central, which is no failure."""
    for release in releases:
        artifacts = ("kafka-streams", "kafka-clients")
        if any(not (folder / f"{artifact}-{release}-sources.jar").exists() for artifact in artifacts):
            folder.mkdir(parents=True, exist_ok=True)
            items = [(artifact, release, "sources") for artifact in artifacts]
            (folder / "pom.xml").write_text(copy_pom(items), encoding="utf-8")
            subprocess.run(["mvn", "-q", "-B", "dependency:copy"], cwd=folder, check=False, stdout=subprocess.DEVNULL)
