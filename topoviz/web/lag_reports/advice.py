"""Advice of a report in which its topology has a say: the engine is asked in a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from topoviz.engine.advice.asked import advice_from_json
from topoviz.web.analyses.engine_process import Allowance, Crashed, TooComplex
from topoviz.web.analyses.engines import engine
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job
from topoviz.web.analyses.running import submission_of

if TYPE_CHECKING:
    from topoviz.lag.report.lag_report import LagReport as Report

logger = logging.getLogger(__name__)

_LACKS = (
    "The report has no advice on how tasks are divided and on repartition topics: working that out takes more time or "
    "memory than there is for one question."
)


def with_topology_advice(
    report: Report, job: Job, topology: int, counts: Mapping[str, int], is_wanted: Callable[[], bool]
) -> Report:
    """Add what the engine says of the measured load to a report; where it cannot, a note says so. Raises GivenUp."""
    from topoviz.lag.advice.of_topology import question_of, with_topology

    question = question_of(report, counts)
    if question is None:
        return report
    asked = {"calculation": {"kind": "load-advice", "topology": topology, "question": asdict(question)}}
    allowance = Allowance(limits().calculation_seconds, limits().engine_memory)
    try:
        with engine(job.analysis_id) as process:
            known = {} if process.has_submission else submission_of(job)
            answer = process.ask(known | asked, allowance, is_wanted)
    except (TooComplex, Crashed) as error:
        logger.warning("Job %s: no advice of its topology (%s).", job.id, type(error).__name__)
        return replace(report, notes=(*report.notes, _LACKS))
    if answer["problem"] is not None:
        return report
    return with_topology(report, advice_from_json(answer["result"]), question)
