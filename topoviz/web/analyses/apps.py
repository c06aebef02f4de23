"""Names the application of analyses."""

from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    """Projects, revisions, analyses, jobs and diagrams."""

    name = "topoviz.web.analyses"
    label = "analyses"
    verbose_name = "Analyses"
