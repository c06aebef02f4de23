"""The verb `api`: write down the public methods of the DSL's classes at a version, as `javap` shows them."""

import re
import subprocess
from collections.abc import Iterator

from tests.oracle.class_path import class_path
from tests.oracle.programs import FIXTURES

API = FIXTURES / "api"

DSL_CLASSES = (
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

_PACKAGE = "org.apache.kafka.streams"
_TYPE_LINE = re.compile(r"public .*?\b(?:class|interface) (?P<name>[\w.$]+).*\{")
_METHOD = re.compile(r"(?P<before>[^()]*)\((?P<parameters>[^()]*)\)(?: throws [^;]*)?;")
_INNERMOST_GENERICS = re.compile(r"<[^<>]*>")
_PACKAGE_PREFIX = re.compile(r"\b(?:[a-z]\w*\.)+(?=[A-Z])")


def record_api(version: str) -> int:
    """Write the public methods at a version; the result is how many there are."""
    lines = api_lines(_javap(version))
    API.mkdir(parents=True, exist_ok=True)
    text = "\n".join((f"# kafka-streams {version}", *lines))
    (API / f"{version}.txt").write_text(text + "\n", encoding="utf-8")
    return len(lines)


def api_lines(javap: str) -> list[str]:
    """`KStream.filter(Predicate, Named) -> KStream`, sorted, from the output of `javap -public`.

    Type arguments, packages and modifiers other than `static` are left out; a constructor is called `new`.
    """
    results: dict[str, str] = {}
    for method, result in _methods(javap):
        # The compiler's bridge methods repeat a method with a wider result, after it.
        results.setdefault(method, result)
    return sorted(f"{method} -> {result}" for method, result in results.items())


def _javap(version: str) -> str:
    """What javap prints; it answers 1 for the classes that this version does not have, and prints the others."""
    names = [f"{_PACKAGE}.{name}" for name in DSL_CLASSES]
    command = ["javap", "-public", "-cp", class_path(version), *names]
    answer = subprocess.run(command, check=False, capture_output=True, text=True)
    if f"{_PACKAGE}.StreamsBuilder" not in answer.stdout:
        raise RuntimeError(f"javap gives nothing for kafka-streams {version}: {answer.stderr}")
    return answer.stdout


def _methods(javap: str) -> Iterator[tuple[str, str]]:
    """Each method with its parameters, and its result."""
    owner = ""
    for raw in javap.splitlines():
        line = _erase(raw.strip())
        if found := _TYPE_LINE.fullmatch(line):
            owner = found["name"]
        elif found := _METHOD.fullmatch(line):
            yield _signature(owner, found["before"].split(), found["parameters"])


def _signature(owner: str, before: list[str], parameters: str) -> tuple[str, str]:
    name = before[-1]
    if name == owner:
        return f"{owner}.new({parameters})", owner
    return f"{owner}.{name}({parameters})", before[-2] + (", static" if "static" in before else "")


def _erase(line: str) -> str:
    while (erased := _INNERMOST_GENERICS.sub("", line)) != line:
        line = erased
    return _PACKAGE_PREFIX.sub("", line)
