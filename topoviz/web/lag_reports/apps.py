"""Names the application of lag reports, and takes on its kind of job."""

from django.apps import AppConfig


class LagReportsConfig(AppConfig):
    """Uploaded lag histories, and the reports that are made of them."""

    name = "topoviz.web.lag_reports"
    label = "lag_reports"
    verbose_name = "Lag reports"

    def ready(self) -> None:
        """Have workers make reports."""
        from topoviz.web.analyses.janitor import TIDYING
        from topoviz.web.analyses.models import Kind
        from topoviz.web.analyses.running import WORK
        from topoviz.web.lag_reports.running import make_report
        from topoviz.web.lag_reports.services import tidy_up

        WORK[Kind.LAG] = make_report
        TIDYING.append(tidy_up)
