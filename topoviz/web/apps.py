"""Names the Django application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages, the API and the commands of topoviz."""

    name = "topoviz.web"
    label = "web"
    verbose_name = "topoviz"
