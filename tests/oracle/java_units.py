"""Make compilable Java of a fixture program: wrap bare fragments, and give every program one entry.

The entry of all programs is a static method `topology(Properties)`. A program with a class gets a second unit,
`OracleEntry`, that calls it; a bare fragment is put into a class `Fragment` of its own.
"""

import re
from dataclasses import dataclass

from tests.oracle.programs import Program

_STANDARD_IMPORTS = (
    "org.apache.kafka.common.serialization.*",
    "org.apache.kafka.common.utils.Bytes",
    "org.apache.kafka.streams.*",
    "org.apache.kafka.streams.kstream.*",
    "org.apache.kafka.streams.processor.*",
    "org.apache.kafka.streams.state.*",
    "java.time.*",
    "java.util.*",
    "java.util.function.*",
)
# Both kstream.* and java.util.function.* have one; a fragment that does not say means Kafka's.
_KAFKA_PREDICATE = "org.apache.kafka.streams.kstream.Predicate"

_COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)
_IMPORT = re.compile(r"^\s*import\s[^;]+;[ \t]*$", re.MULTILINE)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(
    r"\b(?P<public>public\s+)?(?:(?:final|abstract|strictfp|sealed)\s+)*"
    r"(?:class|interface|enum|record)\s+(?P<name>\w+)"
)
_TOPOLOGY_VARIABLE = re.compile(r"\bTopology\s+(\w+)\s*[=;]|\bvar\s+(\w+)\s*=\s*new\s+Topology\b")
_BUILDER_VARIABLE = re.compile(r"\bStreamsBuilder\s+(\w+)\s*[=;]|\bvar\s+(\w+)\s*=\s*new\s+StreamsBuilder\b")
_OWN_VARIABLE = r"[\w>\]]\s+{name}\s*[=;]"


@dataclass(frozen=True, slots=True)
class JavaUnits:
    """Java files by name, and the class whose static `topology(Properties)` is the entry."""

    files: tuple[tuple[str, str], ...]
    entry: str


def java_units(program: Program) -> JavaUnits:
    """The compilation units of a Java program."""
    code = _outermost(program.text)
    types = list(_TYPE.finditer(code))
    # Statements outside all braces make a fragment, even beside a class of its own.
    has_statements = ";" in _PACKAGE.sub("", _IMPORT.sub("", code))
    if types and not has_statements:
        main = next((found for found in types if found["public"]), types[0])["name"]
        return _class_units(program, main)
    return _fragment_units(program, code)


def _class_units(program: Program, main: str) -> JavaUnits:
    package = _PACKAGE.search(_blank_out(program.text))
    entry = "\n".join(
        [
            f"package {package[1]};" if package else "",
            *(f"import {name};" for name in (*_STANDARD_IMPORTS, _KAFKA_PREDICATE)),
            "public final class OracleEntry {",
            "    public static Topology topology(Properties config) throws Exception {",
            "        StreamsBuilder builder = new StreamsBuilder();",
            "        return topoviz.oracle.Answer.from(",
            f"            () -> {program.topology or f'{main}.topology(config)'}, builder, config);",
            "    }",
            "}",
        ]
    )
    qualified = f"{package[1]}.OracleEntry" if package else "OracleEntry"
    return JavaUnits(((f"{main}.java", program.text), ("OracleEntry.java", entry)), qualified)


def _fragment_units(program: Program, code: str) -> JavaUnits:
    builder = _variable(_BUILDER_VARIABLE, code) or "builder"
    config = "givenConfig" if _declares("config", code) else "config"
    result = program.topology or _variable(_TOPOLOGY_VARIABLE, code) or f"{builder}.build({config})"
    unit = "\n".join(
        [
            *(f"import {name};" for name in _fragment_imports(code)),
            *(found[0].strip() for found in _IMPORT.finditer(program.text)),
            "public final class Fragment {",
            f"    public static Topology topology(Properties {config}) throws Exception {{",
            *([] if _declares("builder", code) else ["        StreamsBuilder builder = new StreamsBuilder();"]),
            _IMPORT.sub("", program.text),
            f"        return {result};",
            "    }",
            "}",
        ]
    )
    return JavaUnits((("Fragment.java", unit),), "Fragment")


def _fragment_imports(code: str) -> tuple[str, ...]:
    imports_one = re.search(r"\bimport\s+[\w.]+\.Predicate\s*;", code)
    return _STANDARD_IMPORTS if imports_one else (*_STANDARD_IMPORTS, _KAFKA_PREDICATE)


def _variable(pattern: re.Pattern[str], code: str) -> str | None:
    found = pattern.search(code)
    return None if found is None else found[1] or found[2]


def _declares(name: str, code: str) -> bool:
    return re.search(_OWN_VARIABLE.format(name=name), code) is not None


def _outermost(text: str) -> str:
    """The code outside all braces, without comments and literals."""
    kept: list[str] = []
    depth = 0
    for character in _blank_out(text):
        depth += character == "{"
        if depth == 0:
            kept.append(character)
        depth -= character == "}"
    return "".join(kept)


def _blank_out(text: str) -> str:
    return _COMMENT_OR_LITERAL.sub(" ", text)
