"""Begin a request that has a key, and remember what came of it."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from cryptography.fernet import Fernet, InvalidToken
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from topoviz.web.accounts.secrets import digest_of
from topoviz.web.idempotency.models import Request

KEPT: Final = timedelta(days=1)
"""How long a key is remembered."""

PATIENCE: Final = timedelta(minutes=1)
"""After what time a request that has no answer counts as lost with its process, so that it may be sent again."""

ASKED_AGAIN: Final = 0
"""The status of a request that is worked on again each time: what it makes is the same each time by itself."""


class OtherRequest(Exception):
    """The key was sent with something else before."""


class StillRunning(Exception):
    """A request with this key is being worked on."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered: the status, the body as JSON has it, and headers."""

    status: int
    body: Any
    headers: dict[str, str]


def begin(*, source: str, key: str, fingerprint: str, is_same_each_time: bool) -> Answer | None:
    """Give what was answered to a request before; None where it is to be worked on now.

    With `is_same_each_time`, nothing is kept but what was asked. Raises OtherRequest and StillRunning.
    """
    now = timezone.now()
    status = ASKED_AGAIN if is_same_each_time else None
    # The earliest that is still remembered; one that is older has been thrown away, or will be.
    Request.objects.filter(source=source, key_digest=digest_of(key), created__lt=now - KEPT).delete()
    found, is_new = Request.objects.get_or_create(
        source=source,
        key_digest=digest_of(key),
        defaults={"fingerprint": fingerprint, "status": status, "begun": now},
    )
    if is_new:
        return None
    if found.fingerprint != fingerprint:
        raise OtherRequest
    if found.status == ASKED_AGAIN:
        return None
    if found.status is None:
        lost = Request.objects.filter(id=found.id, status=None, begun__lt=now - PATIENCE)
        if lost.update(begun=now):
            return None
        raise StillRunning
    return _opened(found, key)


def remember(*, source: str, key: str, answer: Answer) -> None:
    """Keep what was answered. Call this in the transaction of what was made."""
    sealed = _seal(key).encrypt(json.dumps({"body": answer.body, "headers": answer.headers}, default=str).encode())
    Request.objects.filter(source=source, key_digest=digest_of(key)).update(status=answer.status, sealed=sealed)


def forget(*, source: str, key: str) -> None:
    """Let a request that made nothing be sent again."""
    Request.objects.filter(source=source, key_digest=digest_of(key), status=None).delete()


@transaction.atomic
def throw_away_old(now: datetime | None = None) -> int:
    """Delete what is remembered for longer than it need be; gives how many."""
    return Request.objects.filter(created__lt=(now or timezone.now()) - KEPT).delete()[0]


def _opened(found: Request, key: str) -> Answer | None:
    try:
        kept = json.loads(_seal(key).decrypt(bytes(found.sealed or b"")))
    except InvalidToken:
        # The server has another secret key than when this was kept.
        raise StillRunning from None
    return Answer(found.status or 0, kept["body"], kept["headers"])


def _seal(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(salted_hmac("topoviz.web.idempotency", key, algorithm="sha256").digest()))
