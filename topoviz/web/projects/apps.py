"""Names the application of projects, and has revisions compared when their analyses end."""

from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    """Programs with a history: a project has revisions, each compared with the one before."""

    name = "topoviz.web.projects"
    label = "projects"
    verbose_name = "Projects"

    def ready(self) -> None:
        """Go on with revisions when their work ends, and when nobody did; keep what is the latest."""
        from topoviz.web.analyses.janitor import TIDYING
        from topoviz.web.analyses.retention import LEAVING_OUT
        from topoviz.web.analyses.running import ENDED
        from topoviz.web.projects.selectors import without_latest
        from topoviz.web.projects.settling import job_ended, settle_what_waits

        LEAVING_OUT.append(without_latest)
        ENDED.append(job_ended)
        TIDYING.append(settle_what_waits)
