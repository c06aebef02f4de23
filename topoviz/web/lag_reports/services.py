"""Take uploads, and cancel the work on them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.jobs import add_job, cancel
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Kind, Queue
from topoviz.web.analyses.retention import AT_ONCE, end_of_retention
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.lag_reports.models import LagDays, LagFile, LagReport
from topoviz.web.lag_reports.selectors import bytes_kept_for, job_of
from topoviz.web.lag_reports.storage import ArrivedFile, drop_days, drop_files, drop_strays, keep_files
from topoviz.web.lag_reports.uploads import Arrived, NoRoom, bytes_promised_to, delete_upload, throw_away_uploads


def create_report(
    *,
    team: Team,
    analysis: Analysis,
    topology: int,
    files: Sequence[ArrivedFile],
    partitions: str,
    application_id: str,
    source: str,
    user: User | None = None,
    taken_at: datetime | None = None,
    days_of: uuid.UUID | None = None,
) -> LagReport:
    """Take a history: its files are on disk, and a job that works on them is stored, before this returns.
    Its days are kept for the project `days_of`.

    Raises NoRoom, or OSError when the files cannot be kept; nothing is left of them then. Those that came in pieces
    are still there.
    """
    in_pieces = [file.upload.id for file in files if isinstance(file, Arrived)]
    new = sum(file.size or 0 for file in files if not isinstance(file, Arrived))
    if bytes_kept_for(team) + bytes_promised_to(team) + new > limits().lag_team_bytes:
        raise NoRoom
    report_id = uuid.uuid4()
    try:
        keep_files(report_id, files)
        with transaction.atomic():
            report = LagReport.objects.create(
                id=report_id, team=team, analysis=analysis, topology=topology, partitions=partitions,
                application_id=application_id, created_by=user, taken_at=taken_at,
                project_id=days_of,
            )  # fmt: skip
            if days_of is not None:
                LagDays.objects.get_or_create(project_id=days_of)
            LagFile.objects.bulk_create(
                LagFile(report=report, number=number, name=(file.name or "upload")[:200], size=file.size or 0)
                for number, file in enumerate(files)
            )
            add_job(analysis=analysis, queue=Queue.SPARK, source=source, kind=Kind.LAG, lag_report=report)
            for upload_id in in_pieces:
                transaction.on_commit(partial_delete(upload_id))
    except BaseException:
        drop_files(report_id)
        raise
    return report


def partial_delete(upload_id: uuid.UUID) -> Callable[[], None]:
    """Give what throws away an upload that has become a file of a report."""
    return lambda: delete_upload(upload_id)


@transaction.atomic
def delete_report(*, report: LagReport, caller: Caller) -> None:
    """Remove a report with its links and files; work that is under way ends, and what it leaves is tidied up later."""
    cancel_report(report=report)
    record(team=report.team, caller=caller, action=Action.REPORT_DELETED, target=str(report.id))
    report.delete()


def drop_files_with_report(sender: type[LagReport], instance: LagReport, **options: object) -> None:
    """Remove the files of a report that is deleted, also when its analysis or its team is, once that is certain."""
    report_id = instance.id
    transaction.on_commit(lambda: drop_files(report_id), robust=True)


def drop_days_with_project(sender: type[LagDays], instance: LagDays, **options: object) -> None:
    """Remove the days of a project that is deleted, once that is certain; what others see of them, a worker removes."""
    project_id = instance.project_id
    transaction.on_commit(lambda: drop_days(project_id), robust=True)


def count_reports(team: Team) -> int:
    """Count the reports of a team."""
    return LagReport.objects.filter(team=team).count()


def move_reports(old: Team, new: Team, caller: Caller) -> None:
    """Give all reports of a team to another one, as their analyses are. Their files stay where they are."""
    LagReport.objects.filter(team=old).update(team=new)


def tidy_up() -> int:
    """Remove files that belong to no report any more, and what never arrived whole; gives how many there were."""
    return throw_away_uploads() + drop_strays({str(one) for one in LagReport.objects.values_list("id", flat=True)})


def throw_away_old() -> int:
    """Delete reports that are older than anything that is kept, with their files; gives how many."""
    end = end_of_retention()
    if end is None:
        return 0
    old = list(LagReport.objects.filter(created__lt=end).order_by("created")[:AT_ONCE])
    for report in old:
        cancel_report(report=report)
        report.delete()
    return len(old)


def cancel_report(*, report: LagReport) -> bool:
    """End the work on a report; False when it has ended already."""
    return cancel([job_of(report).id]) == 1
