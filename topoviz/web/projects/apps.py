"""Names the application of projects, and has revisions compared when their analyses end."""

from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    """Programs with a history: a project has revisions, each compared with the one before."""

    name = "topoviz.web.projects"
    label = "projects"
    verbose_name = "Projects"
