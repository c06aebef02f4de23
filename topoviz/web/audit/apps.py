"""Names the application of the list of who did what."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Who changed what about a team."""

    name = "topoviz.web.audit"
    label = "audit"
    verbose_name = "Audit"
