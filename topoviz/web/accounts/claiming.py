"""Take what somebody made without an account into one of their teams.

Each application moves its own, and says what there is of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.members import one_after_another
from topoviz.web.accounts.models import Team
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record


@dataclass(frozen=True, slots=True)
class Owned:
    """One kind of thing that a team has: how many there are, and how they come to another for whoever takes them."""

    one: str
    several: str
    count: Callable[[Team], int]
    move: Callable[[Team, Team, Caller], None]

    def words(self, team: Team) -> str:
        """Say how many a team has; nothing where there are none."""
        number = self.count(team)
        return f"{number} {self.one if number == 1 else self.several}" if number else ""


OWNED: list[Owned] = []
"""What other applications have added, in the order in which it is moved."""


def has_something(team: Team) -> bool:
    """Tell whether there is anything to take."""
    return any(kind.count(team) for kind in OWNED)


def what_there_is(team: Team) -> str:
    """Say what a team has, such as `3 programs, 1 lag report`."""
    return ", ".join(filter(None, (kind.words(team) for kind in OWNED)))


def claim(*, visitors: Team, team: Team, caller: Caller) -> str:
    """Move everything of a visitor's own team into another, and say what it was.

    Addresses and share links go on to lead to it. What arrives in the other team at this very moment stays there, and
    can be taken afterwards.
    """
    assert visitors.is_anonymous
    with one_after_another(visitors, team):
        what = what_there_is(visitors)
        for kind in OWNED:
            kind.move(visitors, team, caller)
        if what:
            record(team=team, caller=caller, action=Action.CLAIMED, target=what)
        return what
