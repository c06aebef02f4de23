"""What the engine says of a deployment is what was seen of it with a broker; none of this needs Java."""

from collections import Counter

import pytest

from tests.oracle.deployments.check import change_of, differences, looks_at
from tests.oracle.deployments.deployments import Deployed, find_deployments
from tests.oracle.deployments.meaning import LEVELS, level_of
from tests.oracle.deployments.seen import read_seen

DEPLOYMENTS = find_deployments()


@pytest.mark.parametrize("deployed", DEPLOYMENTS, ids=[one.title for one in DEPLOYMENTS])
def test_the_verdict_says_what_was_seen(deployed: Deployed) -> None:
    assert differences(deployed) == []


def test_deployments_are_of_every_level_version_guarantee_and_protocol() -> None:
    levels = Counter(level_of(one, looks_at(one)) for one in DEPLOYMENTS)
    counts = Counter(
        value
        for one in DEPLOYMENTS
        for name in ("version", "guarantee", "protocol")
        for value in {getattr(one.old, name), getattr(one.new, name)}
    )
    wanted = (
        *("2.8.2", "3.9.2", "4.3.1"),
        *("at_least_once", "exactly_once", "exactly_once_v2"),
        *("classic", "streams"),
    )

    assert len({one.title for one in DEPLOYMENTS}) == len(DEPLOYMENTS) >= 24
    assert {level: levels[level] >= 3 for level in LEVELS} == dict.fromkeys(LEVELS, True)
    assert {value: counts[value] >= 3 for value in wanted} == dict.fromkeys(wanted, True)


def test_nothing_is_recorded_that_is_not_there() -> None:
    recorded = {title for group in {one.group for one in DEPLOYMENTS} for title in read_seen(group)}

    assert recorded == {one.title for one in DEPLOYMENTS}


def test_without_the_edit_nothing_is_lost() -> None:
    for one in DEPLOYMENTS:
        looks = looks_at(one)
        before, again = looks["before"], looks["the same again, started"]
        if not one.left:
            assert (again.stores, again.unread) == (before.stores, before.unread), one.title
        assert looks["the same again, went on"].runs, one.title


def test_how_it_is_deployed_is_known_to_the_engine() -> None:
    deployed = next(one for one in DEPLOYMENTS if one.old.protocol != one.new.protocol)

    assert change_of(deployed).compared.deployment.changes_protocol
