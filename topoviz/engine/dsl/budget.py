"""How much work the interpreter may do before it gives up, all in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LONGEST_TEXT: Final = 100_000
MOST_ELEMENTS: Final = 100_000
"""No topology needs more, and a loop that doubles a text or a list would soon fill any memory."""


class BudgetSpent(Exception):
    """A limit was reached; the message is a sentence for the user."""


def check_text(length: int) -> None:
    """Let a text of so many letters be made; raises BudgetSpent when that is too many."""
    if length > LONGEST_TEXT:
        raise BudgetSpent(f"The program makes a text of more than {LONGEST_TEXT:,} letters.")


def check_elements(count: int) -> None:
    """Let a collection hold so many elements; raises BudgetSpent when that is too many."""
    if count > MOST_ELEMENTS:
        raise BudgetSpent(f"The program makes a collection of more than {MOST_ELEMENTS:,} elements.")


@dataclass
class Budget:
    """Limits on steps, depth of calls and turns of a loop; who follows a program counts `spent` up to `limit`.

    An operator takes about 25 steps, and a second about 150,000. Steps are counted, and no clock is looked at: the
    same text gives the same answer, however busy the machine is. A loop without operators gets fewer turns: only what
    it computes can matter, and it may be one that serves for ever.
    """

    steps: int = 300_000
    call_depth: int = 400
    loop_turns: int = 20_000
    plain_loop_turns: int = 2_000
    spent: int = 0
    begun: int = 0
    limit: int = 0
    """How far `spent` may go in the program that is followed now."""

    def __post_init__(self) -> None:
        """Let one program have all steps, as long as `begin` says nothing else."""
        self.limit = self.limit or self.steps

    def begin(self, *, others_wait: bool) -> None:
        """Let a program have the steps that are left: half of them when others wait, lest one loop uses up all.

        When the others have used them up, it still gets as many as nearly every program needs.
        """
        left = max(self.steps - self.spent, 0)
        share = max(left // 2 if others_wait else left, self.steps // 50)
        self.begun, self.limit = self.spent, self.spent + share

    def allow(self, steps: int) -> None:
        """Let a program have so many steps, whatever others have used up."""
        self.begun, self.limit = self.spent, self.spent + steps

    def used_up(self) -> BudgetSpent:
        """Say that the steps are used up."""
        return BudgetSpent(f"The program takes more than {self.limit - self.begun:,} steps to follow.")
