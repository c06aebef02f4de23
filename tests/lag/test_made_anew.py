"""A log that lost its last records is told from one that began anew."""

import pytest

from tests.lag.partitions import partition
from topoviz.lag.findings.made_anew import find_made_anew


@pytest.mark.parametrize(
    ("end_after", "advice"), [(900, "unclean leader election"), (10, "If nobody deleted the topic")]
)
def test_many_times_are_summed_up_with_the_advice_of_their_kind(end_after, advice):
    back = [
        partition(
            number, anews=1, anew_from=1_000.0 * number, anew_until=1_000.0 * number + 60, anew_end=1_000,
            anew_records=end_after,
        )
        for number in range(8)
    ]  # fmt: skip
    findings = find_made_anew(back)
    assert findings[-1].sentence == "The logs of 3 more partitions went back at other times."
    assert [advice in one.advice for one in findings] == [True] * 6
