"""What an operator is: a method of a DSL class, and what it does to the plan; `api.txt` says which versions have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from topoviz.engine.dsl.operators.call import LibraryCall, OperatorCall
from topoviz.engine.refusal import Refused, not_compiled

Apply = Callable[[OperatorCall, Any], Any]
"""Gives the result, or a step that comes to it, for operators that call functions of the text."""


@dataclass(frozen=True, slots=True)
class Operator:
    """A method of a DSL class. `apply` gets the call and the object it is called on, and gives the result."""

    owner: str
    method: str
    apply: Apply


def refuse_missing(call: LibraryCall, signature: str, *, since: str = "", until: str = "") -> None:
    """Raise Refused when this version lacks a method or overload; the compiler would refuse the program."""
    version = call.behaviours.version
    if since and not call.behaviours.is_since(since):
        words = f"{signature} exists from Kafka Streams {since} on; {version} does not have it."
        raise Refused(not_compiled(words), call.origin)
    if until and call.behaviours.is_since(until):
        words = f"{signature} was removed in Kafka Streams {until}; {version} does not have it."
        raise Refused(not_compiled(words), call.origin)
