"""Lists say the worst finding of a report without reading it."""

import json
from pathlib import Path

import pytest

from topoviz.web.lag_reports.running import worst_of

SAMPLE = Path(__file__).parents[3] / "frontend" / "tests" / "samples" / "lag_report.json"


def test_the_first_finding_is_the_worst():
    report = json.loads(SAMPLE.read_text(encoding="utf-8"))

    assert worst_of(report) == {
        "worst": report["findings"][0]["sentence"],
        "worst_kind": report["findings"][0]["kind"],
    }


@pytest.mark.parametrize("findings", [[], [{"sentence": "x" * 2_000, "kind": "fine"}]])
def test_there_may_be_none_or_a_long_one(findings):
    assert len(worst_of({"findings": findings})["worst"]) == min(1_000, 2_000 * len(findings))
