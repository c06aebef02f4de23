"""Java types as far as random programs need them: names with arguments, and variables that stand for any type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_SPELLED: Final = {
    "KVStore": "KeyValueStore<Bytes, byte[]>",
    "WStore": "WindowStore<Bytes, byte[]>",
    "SStore": "SessionStore<Bytes, byte[]>",
}
_TOKEN: Final = re.compile(r"\s*([\w.]+|[<>,])")


@dataclass(frozen=True, slots=True)
class JavaType:
    """A type such as `KStream<String, Long>`; one capital letter is a variable."""

    name: str
    arguments: tuple[JavaType, ...] = ()

    @property
    def is_variable(self) -> bool:
        """Whether it stands for any type."""
        return len(self.name) == 1 and self.name.isupper()

    def __str__(self) -> str:
        arguments = f"<{', '.join(map(str, self.arguments))}>" if self.arguments else ""
        return _SPELLED.get(self.name, self.name) + arguments


Bindings = Mapping[str, JavaType]

STRING: Final = JavaType("String")
LONG: Final = JavaType("Long")
VOID: Final = JavaType("void")


def parse_type(text: str) -> JavaType:
    """Read one type. Raises ValueError when the text is more or less than that."""
    found, rest = _parse(_TOKEN.findall(text))
    if rest:
        raise ValueError(f"Not a type: {text}")
    return found


def parse_types(text: str) -> tuple[JavaType, ...]:
    """Read types that commas separate; an empty text has none."""
    return parse_type(f"All<{text}>").arguments if text.strip() else ()


def unify(pattern: JavaType, given: JavaType, bindings: Bindings) -> dict[str, JavaType] | None:
    """Bind a pattern's variables so that it equals a type, or give None when nothing does."""
    if pattern.is_variable:
        bound = bindings.get(pattern.name)
        return {**bindings, pattern.name: given} if bound in (None, given) else None
    if pattern.name != given.name or len(pattern.arguments) != len(given.arguments):
        return None
    result = dict(bindings)
    for one, other in zip(pattern.arguments, given.arguments, strict=True):
        further = unify(one, other, result)
        if further is None:
            return None
        result = further
    return result


def substitute(pattern: JavaType, bindings: Bindings) -> JavaType:
    """Put types in the place of variables; an unbound variable stays."""
    if pattern.is_variable:
        return bindings.get(pattern.name, pattern)
    return JavaType(pattern.name, tuple(substitute(one, bindings) for one in pattern.arguments))


def variables_of(pattern: JavaType) -> tuple[str, ...]:
    """Name the variables of a type, in order."""
    if pattern.is_variable:
        return (pattern.name,)
    return tuple(name for one in pattern.arguments for name in variables_of(one))


def _parse(tokens: list[str]) -> tuple[JavaType, list[str]]:
    if not tokens:
        raise ValueError("A type is missing.")
    name, rest = tokens[0], tokens[1:]
    if not rest or rest[0] != "<":
        return JavaType(name), rest
    arguments: list[JavaType] = []
    while rest and rest[0] in ("<", ","):
        argument, rest = _parse(rest[1:])
        arguments.append(argument)
    if not rest or rest[0] != ">":
        raise ValueError(f"The arguments of {name} do not end.")
    return JavaType(name, tuple(arguments)), rest[1:]
