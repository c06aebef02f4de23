"""One of two versions that are compared: an analysis, what a share link shows, or files with settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.rendering.submission_json import submission_from_json
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import submit
from topoviz.web.api.v1.analyses import callers_analysis, writing_team
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.submissions import Given, Strict, SubmissionSerializer, submission_given
from topoviz.web.documents.problems import NotFound, Problem
from topoviz.web.documents.throttles import AnalysesThrottle, PreviewsThrottle
from topoviz.web.sharing.selectors import find_shown

_LINK: Final = re.compile(r"(?:https?://[^/?#]+)?(?:/[^?#]*)?/s/(?P<token>[A-Za-z0-9_-]{20,100})(?:[/.?#].*)?")
_WAYS: Final = ("analysis", "link", "submission")
_OF_A_LINK: Final = "link"
"""What stands for an editor, so that the program of a link ends no work on what somebody types."""


class SideSerializer(Strict):
    """One of the two versions, given in one of three ways."""

    analysis = serializers.UUIDField(required=False, help_text="The id of an analysis.")
    link = serializers.CharField(
        max_length=2000, required=False, help_text="The address of a share link of this server, such as /s/TOKEN."
    )
    submission = SubmissionSerializer(required=False, help_text="Files and settings, as they are submitted.")
    topology = serializers.IntegerField(
        min_value=0, max_value=9999, allow_null=True, default=None,
        help_text="Which topology, from 0; null for that of the same name in both, or the only one.",
    )  # fmt: skip

    def validate_link(self, link: str) -> str:
        """Take an address of this or another host that leads to a link, and give the token in it."""
        token = token_in(link)
        if not token:
            raise serializers.ValidationError("This is not the address of a share link, such as /s/TOKEN.")
        return token

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse none and more than one."""
        if len(set(_WAYS) & set(attrs)) != 1:
            raise serializers.ValidationError("Give one of analysis, link and submission.")
        return attrs


@dataclass(frozen=True, slots=True)
class Side:
    """A version as it was given: an analysis that is there, or what is to be submitted."""

    analysis: Analysis | None = None
    given: Given | None = None


def find_side(request: Request, view: APIView, which: str, side: dict[str, Any]) -> Side:
    """Find what is meant, count it, and store nothing; raises NotFound or Problem."""
    if "analysis" in side:
        return Side(callers_analysis(request, side["analysis"]))
    is_link = "link" in side
    given = _of_link(side["link"]) if is_link else submission_given(side["submission"], f"{which}.submission.")
    (PreviewsThrottle() if given.is_preview else AnalysesThrottle()).allow_request(request, view)
    return Side(given=given)


def team_of(request: Request, sides: Iterable[Side]) -> Team:
    """Give the team whose members will see both versions; raises Problem where each belongs to another.

    Files that are given beside an analysis go to the team of that.
    """
    teams = {side.analysis.team_id: side.analysis.team for side in sides if side.analysis is not None}
    if len(teams) > 1:
        # A comparison is shown to a team, with both texts.
        raise Problem(
            422,
            "not-valid",
            "The two versions belong to two teams.",
            "Submit the files of one of them to the other team.",
        )
    return next(iter(teams.values())) if teams else writing_team(request)


def analysis_of(request: Request, side: Side, team: Team) -> Analysis:
    """Give the analysis of a version, and submit it to the team where that is new."""
    if side.given is None:
        assert side.analysis is not None, "it is there, or it is given"
        return side.analysis
    caller, given = caller_of(request), side.given
    source = f"{caller.source or f'visitor:{team.id}'}:{given.editor}".removesuffix(":")
    submitted = submit(
        team=team, submission=given.submission, source=source, user=caller.user, is_preview=given.is_preview
    )
    return submitted.analysis


def token_in(link: str) -> str:
    """Give the token in the address of a share link, of this or another host; empty where there is none."""
    found = _LINK.fullmatch(link.strip())
    return "" if found is None else found["token"]


def _of_link(token: str) -> Given:
    """Give the program that a link shows; raises Problem for a link to a lag report, NotFound for one that is gone."""
    shown = find_shown(token)
    if shown is None:
        raise NotFound
    if shown.link.password:
        raise Problem(403, "asks-for-password", "This link asks for a password.", "Use one without, or the program.")
    if shown.lag_report is not None:
        raise Problem(422, "not-valid", "This link shows a lag report, and no program.", "Use a link to an analysis.")
    return Given(submission_from_json(json.loads(shown.analysis.submission)), is_preview=True, editor=_OF_A_LINK)
