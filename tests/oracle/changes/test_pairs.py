"""Every pair of programs has the verdict that its two recordings imply; none of this needs Java."""

from collections import Counter

import pytest

from tests.oracle.changes.check import differences, dump_differences
from tests.oracle.changes.described import Described
from tests.oracle.changes.implied import LEVELS, Implied
from tests.oracle.changes.pairs import CHANGES, Pair, find_pairs, recorded_halves

GROUPS = sorted(path.stem for path in CHANGES.glob("*.txt"))


def pairs_of(group: str) -> list[Pair]:
    return [pair for pair in find_pairs() if pair.group == group]


@pytest.mark.parametrize("group", GROUPS)
def test_the_verdict_is_what_the_recordings_of_both_sides_imply(group: str) -> None:
    assert [text for pair in pairs_of(group) for text in differences(pair)] == []


@pytest.mark.parametrize("group", GROUPS)
def test_from_names_alone_nothing_is_said_too_surely_and_no_loss_is_overlooked(group: str) -> None:
    assert [text for pair in pairs_of(group) for text in dump_differences(pair)] == []


def test_pairs_are_many_and_of_every_level() -> None:
    records = {key: record for group in GROUPS for key, record in recorded_halves(group).items()}
    pairs = find_pairs()
    implied = [Implied(pair, *(Described(records[half.key]) for half in (pair.old, pair.new))) for pair in pairs]
    levels = Counter(one.level for one in implied if not one.is_refused)

    assert len({pair.title for pair in pairs}) == len(pairs) >= 150
    assert set(records) == {half.key for pair in pairs for half in (pair.old, pair.new)}
    assert min(levels[level] for level in LEVELS) >= 2
    assert sum(one.is_refused for one in implied) >= 5
