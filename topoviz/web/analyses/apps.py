"""Names the application of analyses."""

from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    """Submissions, what is found out about them, jobs and diagrams."""

    name = "topoviz.web.analyses"
    label = "analyses"
    verbose_name = "Analyses"
