"""Names the application of webhooks, and has them hear of verdicts."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Addresses that hear when a verdict is as bad as a team chose."""

    name = "topoviz.web.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"

    def ready(self) -> None:
        """Hear of each comparison, and have the janitor ring for what is due and throw away what is old."""
        from topoviz.web.analyses.janitor import RARELY, TIDYING
        from topoviz.web.projects.settling import COMPARED
        from topoviz.web.webhooks.delivering import ring_for_what_is_due, throw_away_old
        from topoviz.web.webhooks.noticing import notice

        COMPARED.append(notice)
        TIDYING.append(ring_for_what_is_due)
        RARELY.append(throw_away_old)
