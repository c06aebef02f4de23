"""A text made ready for a grammar, and what is said about the strings and brackets its author did not close."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from topoviz.engine.diagnostics import Diagnostic, Severity

MAY_MISS = "This may miss operators written here."

UNCLOSED_STRING = Diagnostic(
    Severity.UNSURE,
    "syntax",
    "The string that starts here is not closed on its line.",
    f"Its value is not known. {MAY_MISS}",
    next_step="Close the string.",
)
UNCLOSED_BRACKET = Diagnostic(
    Severity.UNSURE,
    "syntax",
    "The bracket that opens here is never closed.",
    f"It was read as if it were closed where its block or the text ends. {MAY_MISS}",
    next_step="Close the bracket, or paste the rest of the code.",
)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A text made ready for the grammar, and what had to be done for it.

    `inserted` are the offsets of the bytes that are not the user's, in order. At the user's offsets in `elided`
    something stands for a `...`; at those in `unclosed`, strings begin that the user did not close. `wrapped` tells
    that a class was put around the text, as loose members of Java need, and `is_mended` that it did not fit as it was.
    """

    data: bytes
    inserted: tuple[int, ...] = ()
    elided: frozenset[int] = frozenset()
    unclosed: frozenset[int] = frozenset()
    starts_in_chain: bool = False
    wrapped: bool = False
    is_mended: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()

    def place(self, offset: int) -> int:
        """Turn an offset in the data into one in the user's text."""
        return offset - bisect_left(self.inserted, offset)
