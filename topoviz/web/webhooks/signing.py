"""Secrets that sign, how they are kept, and the signature: that of the Standard Webhooks specification.

Receivers may check it with a library of theirs, or in the few lines that the page of the API shows.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

PREFIX: Final = "whsec_"
RANDOM_BYTES: Final = 32


class Unreadable(Exception):
    """What was sealed cannot be read: the server has another secret key than then."""


def new_secret() -> str:
    """Make a secret, as receivers get it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(RANDOM_BYTES)).decode()


def signed_headers(*, secret: str, delivery: str, moment: int, body: bytes) -> dict[str, str]:
    """Give the headers that say which message it is, when it was sent (seconds since 1970), and by whom."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{delivery}.{moment}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return {"webhook-id": delivery, "webhook-timestamp": str(moment), "webhook-signature": f"v1,{signature}"}


def seal(text: str) -> bytes:
    """Make a text unreadable for whoever has the database alone."""
    return _seal().encrypt(text.encode())


def unseal(sealed: bytes | memoryview[int]) -> str:
    """Read it again; raises Unreadable."""
    try:
        return _seal().decrypt(bytes(sealed)).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _seal() -> Fernet:
    key = salted_hmac("topoviz.web.webhooks", "addresses and secrets", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))
