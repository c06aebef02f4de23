"""Names the application of share links."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """Links that show one analysis to whoever has them."""

    name = "topoviz.web.sharing"
    label = "sharing"
    verbose_name = "Share links"
