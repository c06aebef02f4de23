"""Make compilable Kotlin of a fixture program: wrap bare fragments, and give every program one entry.

The entry of all programs is a static method `topology(Properties)`. A whole file gets a second unit, `OracleEntry`,
that calls its function of that name; a bare fragment is put into an object `Fragment` of its own.
"""

import re
from dataclasses import dataclass

from tests.oracle.programs import Program

_IMPORTS = (
    "org.apache.kafka.common.serialization.*",
    "org.apache.kafka.common.utils.Bytes",
    "org.apache.kafka.streams.*",
    "org.apache.kafka.streams.kstream.*",
    "org.apache.kafka.streams.processor.*",
    "org.apache.kafka.streams.state.*",
    "java.time.Duration",
    "java.util.Properties",
)
_IMPORT = re.compile(r"^\s*import\s.+$", re.MULTILINE)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)", re.MULTILINE)
_ENTRY = re.compile(r"\bfun topology\(")
_BUILDER = re.compile(r"\bval (\w+) = StreamsBuilder\(\)")
_TOPOLOGY = re.compile(r"\bval (\w+) = (?:Topology\(\)|\w+\.build\()")
_ANY_VARIABLE = r"\bva[lr] {name}\b"
DEFAULT_ENTRY = "topology(config)"


@dataclass(frozen=True, slots=True)
class KotlinUnits:
    """Kotlin files by name, and the class whose static `topology(Properties)` is the entry."""

    files: tuple[tuple[str, str], ...]
    entry: str


def kotlin_units(program: Program) -> KotlinUnits:
    """The compilation units of a Kotlin program. A whole file has a function `topology`, or its heading names one."""
    if program.topology is not None or _ENTRY.search(program.text):
        return _file_units(program)
    return _fragment_units(program)


def _file_units(program: Program) -> KotlinUnits:
    package = _PACKAGE.search(program.text)
    lines = (
        *((f"package {package[1]}",) if package else ()),
        *(f"import {name}" for name in (*_IMPORTS, "topoviz.oracle.Answer")),
        # Outside the object, whose own function of the same name would be meant inside it.
        f"private fun given(builder: StreamsBuilder, config: Properties): Any? = {program.topology or DEFAULT_ENTRY}",
        "object OracleEntry {",
        "    @JvmStatic",
        "    fun topology(config: Properties): Topology {",
        "        val builder = StreamsBuilder()",
        "        return Answer.from(Answer.Giving { given(builder, config) }, builder, config)",
        "    }",
        "}",
    )
    qualified = f"{package[1]}.OracleEntry" if package else "OracleEntry"
    return KotlinUnits(((f"{program.name}.kt", program.text), ("OracleEntry.kt", "\n".join(lines))), qualified)


def _fragment_units(program: Program) -> KotlinUnits:
    text = program.text
    given = "givenConfig" if _declares("config", text) else "config"
    builder, topology = _BUILDER.search(text), _TOPOLOGY.search(text)
    result = topology[1] if topology else f"{builder[1] if builder else 'builder'}.build({given})"
    lines = (
        *(f"import {name}" for name in _IMPORTS),
        *(found[0].strip() for found in _IMPORT.finditer(text)),
        "object Fragment {",
        "    @JvmStatic",
        f"    fun topology({given}: Properties): Topology {{",
        *(() if _declares("builder", text) else ("        val builder = StreamsBuilder()",)),
        _IMPORT.sub("", text),
        f"        return {result}",
        "    }",
        "}",
    )
    return KotlinUnits((("Fragment.kt", "\n".join(lines)),), "Fragment")


def _declares(name: str, text: str) -> bool:
    return re.search(_ANY_VARIABLE.format(name=name), text) is not None
