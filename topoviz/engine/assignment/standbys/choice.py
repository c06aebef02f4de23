"""Which way standbys are assigned, and which of them may move afterwards.

Kafka: StandbyTaskAssignorFactory. The high-availability assignor gives it no racks, so these alone spread no standbys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.racks.standbys import MayMove
from topoviz.engine.assignment.standbys.client_tags import assign_standbys_by_tags
from topoviz.engine.assignment.standbys.default import assign_standbys
from topoviz.engine.assignment.standbys.tag_moves import KeepsTagsApart, have_equal_tags


@dataclass(frozen=True, slots=True)
class StandbyAssignor:
    """A way to assign standbys; whether a standby may move to balance loads (by places), and to be near (by ids)."""

    assign: Callable[[], None]
    may_balance: Callable[[int, int], bool]
    may_come_near: MayMove


def choose_standby_assignor(draft: Draft) -> StandbyAssignor:
    """Go by tags where keys of tags are configured and this version knows them."""
    problem = draft.problem
    if problem.settings.rack_aware_assignment_tags and problem.behaviours.has("spreads_standbys_by_tags"):
        return StandbyAssignor(
            lambda: assign_standbys_by_tags(draft),
            lambda source, destination: have_equal_tags(draft, source, destination),
            KeepsTagsApart(draft),
        )
    return StandbyAssignor(lambda: assign_standbys(draft), lambda _, __: True, lambda _, __, ___, ____: True)
