"""java.util.StringJoiner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from topoviz.engine.dsl.library.texts import join_texts
from topoviz.engine.dsl.values import Constant, Unknown, Value, join_text


@dataclass(eq=False, slots=True)
class JoinerValue(Value):
    """A StringJoiner with what was added to it; `empty` is its text as long as that is nothing."""

    separator: Value
    before: Value
    after: Value
    added: list[Value] = field(default_factory=list)
    empty: Value | None = None

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose what was added."""
        self.added[:] = [Unknown("StringJoiner", reason)]
        return ()

    def written(self) -> Sequence[str | Value]:
        """Give its text."""
        return [self.joined()]

    def joined(self) -> Value:
        """Put together what was added."""
        if not self.added and self.empty is not None:
            return self.empty
        return join_text(join_text(self.before, join_texts(self.separator, self.added)), self.after)


def make_joiner(arguments: list[Value]) -> JoinerValue | None:
    """Call a constructor of StringJoiner."""
    if len(arguments) not in (1, 3):
        return None
    separator, before, after = (*arguments, *[Constant("")] * 2)[:3]
    return JoinerValue(separator, before, after)


def call_joiner(joiner: JoinerValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method of a StringJoiner; None when it is not known here."""
    match method, arguments:
        case "add", [added]:
            joiner.added.append(added)
            return joiner
        case "setEmptyValue", [empty]:
            joiner.empty = empty
            return joiner
        case "toString", []:
            return joiner.joined()
        case "length", []:
            known = joiner.joined()
            is_text = isinstance(known, Constant) and isinstance(known.value, str)
            return Constant(len(str(known.value))) if is_text and isinstance(known, Constant) else None
        case _:
            joiner.forget(f"{method}() of a StringJoiner is not followed here.")
            return None
