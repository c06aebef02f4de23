"""What the Spark worker does with a job: one report, in the session that it keeps warm."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import transaction

from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.web.analyses import jobs
from topoviz.web.analyses.engine_process import GivenUp
from topoviz.web.analyses.heartbeat import kept_in_background
from topoviz.web.analyses.jobs import LeaseLost, Reason
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job
from topoviz.web.lag_reports.advice import with_topology_advice
from topoviz.web.lag_reports.days import Days, Work, store_days, take_days
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.placement import placement_from_json
from topoviz.web.lag_reports.storage import file_of, rejected_of
from topoviz.web.lag_reports.warm import has_reported, kept_warm, session_settings
from topoviz.web.lag_reports.workplace import work_root

if TYPE_CHECKING:
    from topoviz.lag.limits import Limits
    from topoviz.lag.report.lag_report import LagReport as Report

logger = logging.getLogger(__name__)

NOT_HERE = Reason(
    "no-spark",
    "This server has no Spark, or no Java for it, so it makes no lag reports.",
    "Ask the people who run it; the page /health says what is missing.",
)


def make_report(job: Job) -> None:
    """Bring a job to its end: a report, or a reason why there is none."""
    # Spark is large, and the web server and the other workers do without it.
    try:
        from topoviz.lag.bad_history import BadHistory
        from topoviz.lag.java import NoJava
        from topoviz.lag.limits import Cancelled, TookTooLong
        from topoviz.lag.session import stop_session
        from topoviz.lag.spark_failed import SparkFailed
    except ImportError:
        jobs.fail(job, NOT_HERE)
        return
    try:
        with kept_warm(), kept_in_background(job) as is_ours:
            report, days = _report(job, is_ours)
    except BadHistory as bad:
        jobs.fail(job, Reason(bad.code, bad.sentence, bad.next_step))
    except Cancelled as cancelled:
        raise GivenUp from cancelled
    except TookTooLong as late:
        jobs.fail(job, Reason("too-long", str(late), "Upload a shorter history, or one with fewer partitions."))
    except NoJava:
        jobs.fail(job, NOT_HERE)
    except LeaseLost:
        raise
    except SparkFailed as failed:
        logger.warning("Job %s, attempt %s: %s", job.id, job.attempts, failed)
        stop_session()
        reason = Reason("spark-failed", failed.sentence, failed.next_step)
        if failed.lasts:
            jobs.fail(job, reason)
        else:
            jobs.give_back(job, reason=reason)
    except Exception as error:  # noqa: BLE001 - Java may fail in any way; the job is tried again, and then told
        logger.warning("Job %s, attempt %s: Spark failed (%s).", job.id, job.attempts, type(error).__name__)
        stop_session()
        jobs.give_back(job)
    else:
        _store(job, report, days)


def _report(job: Job, is_ours: Callable[[], bool]) -> tuple[Report, Days | None]:
    from topoviz.lag.jobs.analyze import analyze_history
    from topoviz.lag.session import spark_session

    report = _report_of(job)
    analysis = json.loads(report.analysis.result or "{}")
    analyzed = analysis["topologies"][report.topology]
    counts = read_partition_counts(report.partitions).counts
    placement = placement_from_json(analyzed, report.application_id or None, counts, analysis["kafka_version"])
    work = work_root()
    jobs.enter_stage(job, "starting")
    wanted = session_settings()
    files = [file_of(report.id, file.number) for file in report.files.order_by("number")]
    session = spark_session(wanted.to_read(files))
    made = analyze_history(
        session,
        files,
        placement,
        progress=lambda stage: jobs.enter_stage(job, stage),
        is_wanted=is_ours,
        limits=report_limits(),
        work_root=work,
        rejected_to=rejected_of(report.id),
        taken_at=report.taken_at,
        shared=wanted.work,
    )
    has_reported(session)
    made = with_topology_advice(made, job, report.topology, counts, is_ours)
    if report.project_id is None:
        return made, None
    jobs.enter_stage(job, "days")
    work_place = Work(session, work, wanted.work)
    return made, take_days(report, files, placement, work_place, is_wanted=is_ours, limits=report_limits())


def _report_of(job: Job) -> LagReport:
    assert job.lag_report_id is not None
    return LagReport.objects.select_related("analysis").get(id=job.lag_report_id)


def report_limits() -> Limits:
    """Give what one report may take."""
    from topoviz.lag.limits import Limits

    return Limits(max_bytes=limits().lag_bytes, max_rows=limits().lag_rows, seconds=limits().lag_seconds)


@transaction.atomic
def _store(job: Job, report: Report, days: Days | None) -> None:
    """Keep the report and what is said of the days, and end the job, all or nothing; raises LeaseLost."""
    jobs.finish(job)
    document = report.to_json()
    result = json.dumps(document, separators=(",", ":"))
    made = _report_of(job)
    LagReport.objects.filter(id=made.id, result=None).update(result=result, **worst_of(document))
    if days is not None:
        store_days(made, days)


def worst_of(document: dict[str, Any]) -> dict[str, str]:
    """Give the first of the findings, which is the worst, for lists that read no reports."""
    worst = next(iter(document["findings"]), {"sentence": "", "kind": ""})
    return {"worst": worst["sentence"][:1000], "worst_kind": worst["kind"]}
