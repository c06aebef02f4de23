"""EmitStrategy: when windows give their results (KIP-825). Nothing of a topology shows it."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import Opaque, Value

_PREFIX: Final = "EmitStrategy:"


def make_emit_strategy(call: LibraryCall) -> Value:
    """Call a static method of EmitStrategy."""
    return Opaque(f"{_PREFIX}{call.method}")


def is_emitted_on_close(value: Value) -> bool | None:
    """Tell whether a strategy waits until a window is closed; None is not known."""
    is_known = isinstance(value, Opaque) and value.type_name.startswith(_PREFIX)
    return emits_on_close(value) if is_known else None


def emits_on_close(value: Value) -> bool:
    """Tell whether a strategy waits until a window is closed."""
    return value == Opaque(f"{_PREFIX}onWindowClose")
