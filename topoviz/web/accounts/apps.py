"""Names the application of people and teams."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, teams, memberships and API tokens."""

    name = "topoviz.web.accounts"
    label = "accounts"
    verbose_name = "People and teams"
