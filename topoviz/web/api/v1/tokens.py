"""`/api/v1/tokens`: what programs show in place of somebody who is signed in. To tokens themselves this is closed."""

from __future__ import annotations

import uuid
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import ApiToken, Scope, Team
from topoviz.web.accounts.selectors import tokens_of
from topoviz.web.accounts.services import revoke_api_token
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.negotiation import PROBLEM
from topoviz.web.api.v1.pages import page_document, page_parameters, page_response
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.api.v1.token_schemas import NewTokenDocument, TokenDocument
from topoviz.web.documents.problems import NotFound, Problem
from topoviz.web.documents.tokens import new_token, token_document, token_documents

SORTS: Final = {"created": "created", "name": "name"}
TokenPage = page_document(TokenDocument, "TokenPage")


class TokenSerializer(Strict):
    """What a token is for, and what it opens."""

    name = serializers.CharField(max_length=100, help_text="What it is for.")
    scope = serializers.ChoiceField(
        choices=Scope.values,
        default=Scope.WRITE.value,
        help_text="read only looks; write submits, keeps and shares too.",
    )
    team = serializers.UUIDField(
        allow_null=True, default=None, help_text="The team that it opens; null for the one you work in."
    )
    project = serializers.UUIDField(
        allow_null=True, default=None, help_text="The only project that it opens; null for all that the team has."
    )
    expires_in_days = serializers.IntegerField(
        min_value=1, max_value=3650, allow_null=True, default=None, help_text="After how many days it ends."
    )


class TokensView(APIView):
    """Tokens."""

    @extend_schema(
        operation_id="tokens",
        parameters=page_parameters(SORTS),
        responses={200: TokenPage, **{(status, PROBLEM): ProblemDocument for status in (401, 403, 422)}},
    )
    def get(self, request: Request) -> Response:
        """List the tokens of the teams that you own, and your own of those that you edit."""
        tokens = tokens_of(signed_in(request))
        return page_response(request, tokens, token_documents, SORTS)

    @extend_schema(
        operation_id="create_token",
        parameters=[IDEMPOTENCY_KEY],
        request=TokenSerializer,
        responses={201: NewTokenDocument, **{(status, PROBLEM): ProblemDocument for status in (401, 403, 409, 422)}},
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Make a token. Its secret is in this answer, and never again anywhere."""
        caller = signed_in(request)
        serializer = TokenSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        team = team_given(caller, given["team"])
        must_be_allowed(request, team)
        token, secret = new_token(
            caller=caller,
            team=team,
            name=given["name"],
            scope=Scope(given["scope"]),
            project_id=given["project"],
            days=given["expires_in_days"],
        )
        document = token_document(token)
        return Response({**document, "secret": secret}, status=201, headers={"Location": document["url"]})


class TokenView(APIView):
    """One token."""

    @extend_schema(
        operation_id="token",
        responses={200: TokenDocument, **{(status, PROBLEM): ProblemDocument for status in (401, 403, 404)}},
    )
    def get(self, request: Request, token_id: uuid.UUID) -> Response:
        """Say what a token opens, and when it was last used."""
        return Response(token_document(_callers_token(request, token_id)))

    @extend_schema(
        operation_id="revoke_token",
        request=None,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (401, 403, 404)}},
    )
    def delete(self, request: Request, token_id: uuid.UUID) -> Response:
        """Take a token back: the next request that shows it is refused."""
        revoke_api_token(token=_callers_token(request, token_id), caller=caller_of(request))
        return Response(status=204)


def signed_in(request: Request, refusal: str = "A token neither makes tokens nor looks after them.") -> Caller:
    """Give who asks; raises Problem for a token, with that sentence, and for somebody who is not signed in."""
    caller = caller_of(request)
    if caller.token is not None:
        raise Problem(403, "not-for-tokens", refusal, "Sign in, and use the page.")
    if caller.user is None:
        raise Problem(401, "not-signed-in", "Nobody is signed in.", "Sign in on a page of this server.")
    return caller


def _callers_token(request: Request, token_id: uuid.UUID) -> ApiToken:
    token = tokens_of(signed_in(request)).filter(id=token_id).first()
    if token is None:
        raise NotFound
    return token


def team_given(caller: Caller, team_id: uuid.UUID | None) -> Team:
    """Give the team that is meant, or the one that somebody works in; raises Problem and ValidationError."""
    if team_id is None and caller.team is None:
        raise Problem(403, "no-team", "You are in no team.")
    if team_id is None and caller.team is not None:
        return caller.team
    team = next((one for one in caller.teams if one.id == team_id), None)
    if team is None or team.is_anonymous:
        raise serializers.ValidationError({"team": ["You are in no such team."]})
    return team
