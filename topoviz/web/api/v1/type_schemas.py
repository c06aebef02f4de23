"""JSON Schema of the code's own types, so that the API's description cannot differ from what is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

Json = dict[str, Any]

PLAIN: Mapping[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class Components:
    """Schemas by name, each made once; `mend` may change what is said of a member, by the names of type and member."""

    def __init__(self, prefix: str, mend: Callable[[str, str, Json], Json] | None = None) -> None:
        self.schemas: dict[str, Json] = {}
        self._prefix, self._mend = prefix, mend or (lambda _type, _member, schema: schema)

    def reference(self, kind: type) -> Json:
        """Give a reference to a TypedDict, dataclass or enumeration, whose schema is made where there is none yet."""
        name = f"{self._prefix}{kind.__name__}"
        if name not in self.schemas:
            self.schemas[name] = {}
            self.schemas[name] = _enumeration(kind) if issubclass(kind, Enum) else self._object(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, kind: type) -> Json:
        hints = get_type_hints(kind, include_extras=True)
        names = [one.name for one in fields(kind)] if is_dataclass(kind) else list(hints)
        return {
            "type": "object",
            "description": cleandoc(kind.__doc__ or ""),
            "properties": {name: self._mend(kind.__name__, name, self.of(hints[name])) for name in names},
            "required": names,
        }

    def of(self, hint: Any) -> Json:
        """Give the schema of a type; raises TypeError for one that JSON does not have."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return {**self.of(arguments[0]), "description": arguments[1]}
        if hint in PLAIN:
            return {"type": PLAIN[hint]}
        if origin in (Union, UnionType):
            return _any_of([self.of(one) for one in arguments])
        if origin is Literal:
            return {"type": "string", "enum": list(arguments)}
        if origin is list or (origin is tuple and arguments[1:] == (...,)):
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is tuple:
            return {"type": "array", "prefixItems": [self.of(one) for one in arguments]}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if is_typeddict(hint) or is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Enum)):
            return self.reference(hint)
        raise TypeError(hint)


def _any_of(schemas: list[Json]) -> Json:
    """Put alternatives together; plain types that may be null are one schema."""
    if all(one.keys() == {"type"} for one in schemas):
        return {"type": [one["type"] for one in schemas]}
    return {"anyOf": schemas}


def _enumeration(kind: type[Enum]) -> Json:
    return {"type": "string", "enum": [one.value for one in kind], "description": cleandoc(kind.__doc__ or "")}
