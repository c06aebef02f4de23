"""How control leaves a statement early."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.dsl.values import NULL, Value
from topoviz.engine.syntax.tree import JumpKind


@dataclass(frozen=True, slots=True)
class Signal:
    """A return, break, continue, throw or yield on its way outwards, with its value; perhaps only assumed."""

    kind: JumpKind
    value: Value = NULL
    label: str = ""
    is_assumed: bool = False


class Leave(Exception):
    """A signal that an expression gives, as Kotlin's `?: return` does; it ends the statement that it stands in."""

    def __init__(self, signal: Signal) -> None:
        super().__init__(signal.kind)
        self.signal = signal
