"""How much work the interpreter may do before it gives up, all in one place."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


class BudgetSpent(Exception):
    """A limit was reached; the message is a sentence for the user."""


@dataclass
class Budget:
    """Limits on steps, depth of calls, turns of a loop and seconds; `spend` counts one step.

    A loop without operators gets fewer turns: only what it computes can matter, and it may be one that serves for ever.
    """

    steps: int = 3_000_000
    call_depth: int = 400
    loop_turns: int = 20_000
    plain_loop_turns: int = 2_000
    seconds: float = 60.0
    spent: int = 0
    started: float = field(default_factory=time.monotonic)

    def spend(self) -> None:
        """Count a step; raises BudgetSpent when there are none left or time is up."""
        self.spent += 1
        if self.spent > self.steps:
            raise BudgetSpent(f"The program takes more than {self.steps:,} steps to follow.")
        if self.spent % 4096 == 0 and time.monotonic() - self.started > self.seconds:
            raise BudgetSpent(f"Following the program takes more than {self.seconds:.0f} seconds.")
