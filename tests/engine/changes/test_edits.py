"""Edits of random programs: what stays is found, and the verdict is that of the names that change."""

from functools import cache
from itertools import islice

import pytest

from tests.engine.analyzing import NEW
from tests.engine.changes.edits import edited_programs
from tests.engine.changes.held import Held, hold

BOTH = pytest.mark.parametrize("reads_code", [True, False])


@cache
def held_edits() -> dict[bool, list[Held]]:
    found: dict[bool, list[Held]] = {True: [], False: []}
    for edited in islice(edited_programs(11, NEW), 36):
        # One after the other, so that both are read once.
        for reads_code, ones in found.items():
            held = hold(edited, NEW, reads_code=reads_code)
            ones.extend([held] if held is not None else [])
    return found


@BOTH
def test_what_an_edit_leaves_is_found_and_no_store_is_taken_for_another(reads_code: bool) -> None:
    held = held_edits()[reads_code]

    assert sum(one.kept for one in held) > 200
    assert sum(one.found for one in held) >= 0.99 * sum(one.kept for one in held)
    assert [one.wrong_stores for one in held if one.wrong_stores] == []


@BOTH
def test_no_edit_that_keeps_all_topics_is_a_loss_and_none_that_renames_one_is_overlooked(reads_code: bool) -> None:
    held = held_edits()[reads_code]

    assert [one.alarm for one in held if one.alarm] == []
    assert [one.overlooked for one in held if one.overlooked] == []
    assert {one.is_kept for one in held} == {True, False}
