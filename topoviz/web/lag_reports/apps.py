"""Names the application of lag reports, and takes on its kind of job."""

from django.apps import AppConfig


class LagReportsConfig(AppConfig):
    """Uploaded lag histories, and the reports that are made of them."""

    name = "topoviz.web.lag_reports"
    label = "lag_reports"
    verbose_name = "Lag reports"

    def ready(self) -> None:
        """Have workers make reports, and files go with them."""
        from django.db.models.signals import post_delete

        from topoviz.web.accounts.claiming import OWNED, Owned
        from topoviz.web.analyses.janitor import RARELY, TIDYING
        from topoviz.web.analyses.models import Kind
        from topoviz.web.analyses.running import WORK
        from topoviz.web.lag_reports.models import LagDays, LagReport
        from topoviz.web.lag_reports.running import make_report
        from topoviz.web.lag_reports.services import (
            count_reports,
            drop_days_with_project,
            drop_files_with_report,
            move_reports,
            throw_away_old,
            tidy_up,
        )
        from topoviz.web.lag_reports.uploads import count_uploads, move_uploads

        WORK[Kind.LAG] = make_report
        TIDYING.append(tidy_up)
        RARELY.append(throw_away_old)
        post_delete.connect(drop_files_with_report, sender=LagReport)
        post_delete.connect(drop_days_with_project, sender=LagDays)
        OWNED.append(Owned("lag report", "lag reports", count_reports, move_reports))
        OWNED.append(Owned("begun upload", "begun uploads", count_uploads, move_uploads))
