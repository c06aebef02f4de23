"""`/api/v1/webhooks`: who hears of verdicts. Owners of a team look after them, and no token does."""

from __future__ import annotations

import uuid
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.accounts.callers import Caller
from topoviz.web.api.v1.authentication import caller_of, must_own
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.negotiation import PROBLEM
from topoviz.web.api.v1.pages import TEAM, of_team, page_document, page_parameters, page_response
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.api.v1.tokens import signed_in, team_given
from topoviz.web.api.v1.webhook_schemas import (
    OF_LEVELS,
    DeliveryDocument,
    NewWebhookDocument,
    WebhookDocument,
    WebhookSecretDocument,
)
from topoviz.web.documents.problems import NotFound
from topoviz.web.documents.webhooks import (
    changed_webhook,
    delivery_document,
    delivery_documents,
    given_of,
    new_test,
    new_webhook,
    webhook_document,
    webhook_documents,
)
from topoviz.web.webhooks.addresses import LONGEST
from topoviz.web.webhooks.delivering import send_again
from topoviz.web.webhooks.models import LEVELS, Branches, Kind, Webhook
from topoviz.web.webhooks.selectors import deliveries_of, find_delivery, find_webhook, webhooks_of
from topoviz.web.webhooks.services import delete_webhook, replace_secret, switch

SORTS: Final = {"created": "created", "name": "name"}
BY_AGE: Final = {"created": "created"}
WebhookPage = page_document(WebhookDocument, "WebhookPage")
DeliveryPage = page_document(DeliveryDocument, "DeliveryPage")
REFUSED: Final = {(status, PROBLEM): ProblemDocument for status in (401, 403, 404)}


class WebhookSerializer(Strict):
    """Where messages go, and of what."""

    name = serializers.CharField(max_length=100, help_text="What it is for.")
    address = serializers.CharField(
        max_length=LONGEST, help_text="Where messages go: https:// or http://. It is never shown again as a whole."
    )
    kind = serializers.ChoiceField(
        choices=Kind.values,
        default=Kind.JSON.value,
        help_text="slack is text as Slack and Mattermost take it; json is topoviz/event@1.",
    )
    level = serializers.ChoiceField(
        choices=list(LEVELS), default="state-loss", help_text=f"The least verdict that it hears of: {OF_LEVELS}."
    )
    hears_of_doubt = serializers.BooleanField(
        default=True, help_text="Whether it hears of verdicts that nobody can tell and that may be as bad."
    )
    branches = serializers.ChoiceField(
        choices=Branches.values, default=Branches.MAIN.value, help_text="main is the main branch of each project alone."
    )
    project = serializers.UUIDField(
        allow_null=True, default=None, help_text="The only project that it hears of; null for all that the team has."
    )


class NewWebhookSerializer(WebhookSerializer):
    """A webhook of a team."""

    team = serializers.UUIDField(allow_null=True, default=None, help_text="The team; null for the one you work in.")


class ChangedWebhookSerializer(WebhookSerializer):
    """What of a webhook is to be otherwise."""

    is_on = serializers.BooleanField(help_text="Whether messages are sent; what waits when it is switched off is not.")


class WebhooksView(APIView):
    """Webhooks."""

    @extend_schema(
        operation_id="webhooks",
        parameters=[*page_parameters(SORTS), TEAM],
        responses={200: WebhookPage, **{(status, PROBLEM): ProblemDocument for status in (401, 403, 422)}},
    )
    def get(self, request: Request) -> Response:
        """List the webhooks of the teams that you own."""
        hooks = of_team(request, webhooks_of(_owner(request)))
        return page_response(request, hooks, webhook_documents, SORTS)

    @extend_schema(
        operation_id="create_webhook",
        parameters=[IDEMPOTENCY_KEY],
        request=NewWebhookSerializer,
        responses={201: NewWebhookDocument, **{(status, PROBLEM): ProblemDocument for status in (401, 403, 409, 422)}},
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Make a webhook. The secret that signs its messages is in this answer, and never again anywhere."""
        caller = _owner(request)
        serializer = NewWebhookSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        team = team_given(caller, given["team"])
        must_own(request, team)
        hook, secret = new_webhook(request=request, caller=caller, team=team, given=given)
        document = webhook_document(hook)
        return Response({**document, "secret": secret}, status=201, headers={"Location": document["url"]})


class WebhookView(APIView):
    """One webhook."""

    @extend_schema(operation_id="webhook", responses={200: WebhookDocument, **REFUSED})
    def get(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Say where a webhook leads, and whether what is sent arrives."""
        return Response(webhook_document(_callers(request, webhook_id)))

    @extend_schema(
        operation_id="change_webhook",
        request=ChangedWebhookSerializer,
        responses={200: WebhookDocument, **REFUSED, (422, PROBLEM): ProblemDocument},
    )
    def patch(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Change what is given, and leave the rest; switch it on or off."""
        hook = _callers(request, webhook_id)
        serializer = ChangedWebhookSerializer(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        is_on = given.pop("is_on", None)
        if given:
            changed_webhook(request=request, caller=caller_of(request), hook=hook, given={**given_of(hook), **given})
        if is_on is not None and is_on != (hook.off_since is None):
            switch(hook=hook, caller=caller_of(request), is_on=is_on)
        return Response(webhook_document(hook))

    @extend_schema(operation_id="delete_webhook", request=None, responses={204: None, **REFUSED})
    def delete(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Delete a webhook, with what waits to be sent to it."""
        delete_webhook(hook=_callers(request, webhook_id), caller=caller_of(request))
        return Response(status=204)


class WebhookSecretView(APIView):
    """The secret of a webhook."""

    @extend_schema(
        operation_id="replace_webhook_secret",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: WebhookSecretDocument, **REFUSED, (409, PROBLEM): ProblemDocument},
    )
    @answered_once
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Give a webhook another secret, which is in this answer alone; every message from now on is signed with it."""
        secret = replace_secret(hook=_callers(request, webhook_id), caller=caller_of(request))
        return Response({"secret": secret}, status=201)


class WebhookTestView(APIView):
    """Trying a webhook."""

    @extend_schema(
        operation_id="test_webhook",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: DeliveryDocument, **REFUSED, (409, PROBLEM): ProblemDocument},
    )
    @answered_once
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Send a test, also where the webhook is switched off; the list of deliveries says what comes of it."""
        return Response(delivery_document(new_test(_callers(request, webhook_id))), status=201)


class DeliveriesView(APIView):
    """What was sent."""

    @extend_schema(
        operation_id="webhook_deliveries",
        parameters=page_parameters(BY_AGE),
        responses={200: DeliveryPage, **REFUSED, (422, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """List what was sent to a webhook in the last 14 days, and what came of it."""
        return page_response(request, deliveries_of(_callers(request, webhook_id)), delivery_documents, BY_AGE)


class SendAgainView(APIView):
    """Sending something once more."""

    @extend_schema(
        operation_id="send_again",
        request=None,
        responses={202: DeliveryDocument, **REFUSED},
    )
    def post(self, request: Request, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> Response:
        """Send a message once more, under the same id; one that waits is left as it is."""
        delivery = find_delivery(_callers(request, webhook_id), delivery_id)
        if delivery is None:
            raise NotFound
        send_again(delivery)
        delivery.refresh_from_db()
        return Response(delivery_document(delivery), status=202)


def _owner(request: Request) -> Caller:
    """Give who asks; raises Problem for a token and for somebody who is not signed in."""
    return signed_in(request, "A token neither makes webhooks nor looks after them.")


def _callers(request: Request, webhook_id: uuid.UUID) -> Webhook:
    """Give a webhook of a team that the caller owns; raises NotFound."""
    hook = find_webhook(_owner(request), webhook_id)
    if hook is None:
        raise NotFound
    return hook
