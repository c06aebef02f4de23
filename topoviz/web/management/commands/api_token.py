"""Make and take back API tokens: `python3 manage.py api_token create --team NAME --name NAME`."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from topoviz.web.accounts.models import ApiToken, Scope, Team
from topoviz.web.accounts.services import create_api_token, revoke_api_token
from topoviz.web.projects.models import Project


class Command(BaseCommand):
    """Make, list and take back tokens."""

    help = "Make, list and take back the tokens that programs show to the API."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to do."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        create = actions.add_parser("create", help="make a token, and its team when there is none of that name")
        create.add_argument("--team", required=True, help="name of the team, or its id")
        create.add_argument("--name", required=True, help="what the token is for")
        create.add_argument("--scope", choices=Scope.values, default=Scope.WRITE.value)
        create.add_argument("--project", help="name of the one project of the team that it opens (default: all)")
        create.add_argument("--days", type=int, help="days until it expires (default: never)")
        actions.add_parser("list", help="list the tokens that were not taken back")
        revoke = actions.add_parser("revoke", help="take a token back")
        revoke.add_argument("prefix", help="how it begins, as `list` shows it")

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        """Do it."""
        {"create": self.create, "list": self.list, "revoke": self.revoke}[action](options)

    def create(self, options: dict[str, Any]) -> None:
        """Print a new token. It is shown this once."""
        team = self.team(options["team"])
        project, days = self.project(team, options["project"]), options["days"]
        _, secret = create_api_token(
            team=team,
            name=options["name"],
            scope=Scope(options["scope"]),
            project_id=None if project is None else project.id,
            expires_in=None if days is None else timedelta(days=days),
        )
        self.stdout.write(secret)

    def team(self, name: str) -> Team:
        """Find a team by its name or its id, or make one of that name."""
        teams = list(Team.objects.filter(name=name, is_anonymous=False).order_by("created", "id"))
        with suppress(ValueError):
            teams += Team.objects.filter(id=uuid.UUID(name), is_anonymous=False)
        if len(teams) > 1:
            ids = "\n".join(f"{one.id}  made {one.created:%Y-%m-%d %H:%M}" for one in teams)
            raise CommandError(f"There are several teams called {name}. Give the id of one:\n{ids}")
        return teams[0] if teams else Team.objects.create(name=name)

    def project(self, team: Team, name: str | None) -> Project | None:
        """Find a project by its name."""
        if name is None:
            return None
        project = Project.objects.filter(team=team, name=name).first()
        if project is None:
            raise CommandError(f"The team {team.name} has no project called {name}.")
        return project

    def list(self, options: dict[str, Any]) -> None:
        """Print the tokens without their secrets."""
        valid = ApiToken.objects.select_related("team", "project").filter(revoked=None).order_by("created")
        for token in valid:
            where = token.team.name if token.project is None else f"{token.team.name} / {token.project.name}"
            used = "never used" if token.last_used is None else f"last used {token.last_used:%Y-%m-%d %H:%M}"
            self.stdout.write(f"{token.prefix}…  {token.scope:5}  {where}  {token.name}  {used}  {how_long(token)}")

    def revoke(self, options: dict[str, Any]) -> None:
        """Take back the one token that begins so."""
        tokens = ApiToken.objects.filter(prefix=options["prefix"].rstrip("…"), revoked=None)
        if len(tokens) != 1:
            raise CommandError("There is no such token." if not tokens else "Several tokens begin so.")
        revoke_api_token(token=tokens[0])
        self.stdout.write("It is refused from now on.")


def how_long(token: ApiToken) -> str:
    """Say until when a token is valid, or since when it is not any more."""
    if token.expires is None:
        return "never expires"
    word = "expired" if token.expires <= timezone.now() else "expires"
    return f"{word} {token.expires:%Y-%m-%d %H:%M}"
