"""`Idempotency-Key`: a request that is sent twice because its answer was lost makes one thing, and has one answer."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import QueryDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.documents.problems import Problem
from topoviz.web.idempotency.services import Answer, OtherRequest, StillRunning, begin, forget, remember

LONGEST: Final = 255
NAME: Final = "Idempotency-Key"
REPLAYED: Final = {"Idempotency-Replayed": "true"}
KEPT_HEADERS: Final = ("Location", "Retry-After")
IDEMPOTENCY_KEY = OpenApiParameter(
    NAME,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A text of your own, such as a random UUID. Whatever is sent again with it within a day makes nothing "
    "new. It needs a token, or a session.",
)

Post = TypeVar("Post", bound=Callable[..., Response])


def answered_once(post: Post) -> Post:
    """Have a method that makes something new each time make it once for each key, and give the same answer again.

    It is one transaction with what is remembered, so it must not wait for anything.
    """

    @wraps(post)
    def once(view: APIView, request: Request, *args: Any, **options: Any) -> Response:
        key, source = _key_of(request), caller_of(request).source
        if key is None or not source:
            return post(view, request, *args, **options)
        known = _begun(request, source, key, is_same_each_time=False)
        if known is not None:
            return Response(known.body, status=known.status, headers=known.headers | REPLAYED)
        try:
            with transaction.atomic():
                response = post(view, request, *args, **options)
                headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
                remember(source=source, key=key, answer=Answer(response.status_code, response.data, headers))
        except BaseException:
            forget(source=source, key=key)
            raise
        return response

    return cast("Post", once)


def same_each_time(post: Post) -> Post:
    """Have a method that gives the same thing for the same request anyway refuse a key with another request."""

    @wraps(post)
    def checked(view: APIView, request: Request, *args: Any, **options: Any) -> Response:
        key, source = _key_of(request), caller_of(request).source
        if key is not None and source:
            _begun(request, source, key, is_same_each_time=True)
        return post(view, request, *args, **options)

    return cast("Post", checked)


def _key_of(request: Request) -> str | None:
    key = request.headers.get(NAME)
    if key is None:
        return None
    if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()):
        raise serializers.ValidationError({NAME: [f"Give 1 to {LONGEST} printable characters of ASCII."]})
    return str(key)


def _begun(request: Request, source: str, key: str, *, is_same_each_time: bool) -> Answer | None:
    try:
        return begin(
            source=source, key=key, fingerprint=_fingerprint(request, key), is_same_each_time=is_same_each_time
        )  # fmt: skip
    except OtherRequest as error:
        raise Problem(422, "key-reused", "This key was sent with another request before.") from error
    except StillRunning as error:
        raise Problem(409, "key-in-use", "A request with this key is being worked on.", retry_after=1) from error


def _fingerprint(request: Request, key: str) -> str:
    """Give what tells one request from another; how long somebody waits does not.

    It is made with the key, of which only the digest is kept: of a password in a request nobody could try out guesses.
    """
    query = sorted((name, value) for name, value in request.query_params.items() if name != "wait")
    said = hmac.new(key.encode(), json.dumps([request.method, request.path, query]).encode(), hashlib.sha256)
    for piece in _pieces(request.data):
        said.update(hashlib.sha256(piece).digest())
    return said.hexdigest()


def _pieces(data: Any) -> Iterable[bytes]:
    if not isinstance(data, QueryDict):
        yield json.dumps(data, sort_keys=True).encode()
        return
    for name in sorted(data):
        for value in data.getlist(name):
            yield name.encode()
            if not isinstance(value, UploadedFile):
                yield str(value).encode("utf-8", errors="replace")
                continue
            yield from value.chunks()
            value.seek(0)
