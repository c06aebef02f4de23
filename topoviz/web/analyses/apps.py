"""Names the application of analyses."""

from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    """Submissions, what is found out about them, jobs and diagrams."""

    name = "topoviz.web.analyses"
    label = "analyses"
    verbose_name = "Analyses"

    def ready(self) -> None:
        """Have what a visitor submitted be taken into a team."""
        from topoviz.web.accounts.claiming import OWNED, Owned
        from topoviz.web.analyses.moving import count_kept, move_analyses

        OWNED.append(Owned("program", "programs", count_kept, move_analyses))
