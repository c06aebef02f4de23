"""The verb `api`: write down the public methods of the DSL's classes at a version, as `javap` shows them."""

import re
import subprocess
from collections.abc import Iterator
from typing import Final

from tests.oracle.class_path import class_path
from tests.oracle.programs import FIXTURES

API = FIXTURES / "api"

DSL_CLASSES = (
    "AutoOffsetReset",
    "StreamsBuilder",
    "Topology",
    *(
        f"kstream.{name}"
        for name in (
            "Branched",
            "BranchedKStream",
            "CogroupedKStream",
            "Consumed",
            "EmitStrategy",
            "GlobalKTable",
            "Grouped",
            "JoinWindows",
            "Joined",
            "KGroupedStream",
            "KGroupedTable",
            "KStream",
            "KTable",
            "Materialized",
            "Named",
            "Printed",
            "Produced",
            "Repartitioned",
            "Serialized",
            "SessionWindowedCogroupedKStream",
            "SessionWindowedKStream",
            "SessionWindows",
            "SlidingWindows",
            "StreamJoined",
            "Suppressed",
            "Suppressed$BufferConfig",
            "Suppressed$EagerBufferConfig",
            "Suppressed$StrictBufferConfig",
            "TableJoined",
            "TimeWindowedCogroupedKStream",
            "TimeWindowedKStream",
            "TimeWindows",
            "UnlimitedWindows",
            "Windows",
        )
    ),
    "state.Stores",
)
"""Classes of all versions, below `org.apache.kafka.streams`; a version lists those that it has."""

PACKAGE: Final = "org.apache.kafka.streams"

_OBJECTS_OWN = (" equals(Object);", " hashCode();", " toString();")
_TYPE_LINE = re.compile(r"public .*?\b(?:class|interface) (?P<name>[\w.$]+).*\{")
_METHOD = re.compile(r"(?P<before>[^()]*)\((?P<parameters>[^()]*)\)(?: throws [^;]*)?;")
_INNERMOST_GENERICS = re.compile(r"<[^<>]*>")
_PACKAGE_PREFIX = re.compile(r"\b(?:[a-z]\w*\.)+(?=[A-Z])")
# Both Processor APIs have classes of the same names, and methods that differ in nothing else.
_NEW_PROCESSOR_API = "org.apache.kafka.streams.processor.api."


def record_api(version: str) -> int:
    """Write the public methods at a version; the result is how many there are."""
    lines = api_lines(javap(class_path(version)))
    API.mkdir(parents=True, exist_ok=True)
    text = "\n".join((f"# kafka-streams {version}", *lines))
    (API / f"{version}.txt").write_text(text + "\n", encoding="utf-8")
    return len(lines)


def api_lines(printed: str) -> list[str]:
    """`KStream.filter(Predicate, Named) -> KStream`, sorted, from what `javap -public` printed.

    Type arguments, packages and modifiers other than `static` are left out, but `api.` marks the classes of the new
    Processor API; a constructor is called `new`. What every object has is left out.
    """
    results: dict[str, str] = {}
    for method, result in _methods(printed):
        # The compiler's bridge methods repeat a method with a wider result, after it.
        results.setdefault(method, result)
    return sorted(f"{method} -> {result}" for method, result in results.items())


def javap(jars: str) -> str:
    """What javap prints about the DSL's classes in some jars; classes that this version does not have are left out."""
    names = [f"{PACKAGE}.{name}" for name in DSL_CLASSES]
    answer = subprocess.run(["javap", "-public", "-cp", jars, *names], check=False, capture_output=True, text=True)
    if f"{PACKAGE}.StreamsBuilder" not in answer.stdout:  # javap answers 1 as soon as it misses one class
        raise RuntimeError(f"javap gives nothing for {jars}: {answer.stderr}")
    return answer.stdout


def _methods(printed: str) -> Iterator[tuple[str, str]]:
    """Each method with its parameters, and its result."""
    owner = ""
    for raw in printed.splitlines():
        line = _erase(raw.strip())
        if found := _TYPE_LINE.fullmatch(line):
            owner = found["name"]
        elif (found := _METHOD.fullmatch(line)) and not line.endswith(_OBJECTS_OWN):
            yield _signature(owner, found["before"].split(), found["parameters"])


def _signature(owner: str, before: list[str], parameters: str) -> tuple[str, str]:
    name = before[-1]
    if name == owner:
        return f"{owner}.new({parameters})", owner
    return f"{owner}.{name}({parameters})", before[-2] + (", static" if "static" in before else "")


def _erase(line: str) -> str:
    while (erased := _INNERMOST_GENERICS.sub("", line)) != line:
        line = erased
    return _PACKAGE_PREFIX.sub(lambda found: "api." if found[0] == _NEW_PROCESSOR_API else "", line)
