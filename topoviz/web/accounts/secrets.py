"""Random secrets, and what is kept of them."""

from __future__ import annotations

import hashlib
import secrets

RANDOM_BYTES = 24
"""192 bits: nobody finds one by trying, so a plain digest is enough and no slow one is needed."""


def make_secret(prefix: str = "") -> str:
    """Make a secret that fits into URLs and headers."""
    return prefix + secrets.token_urlsafe(RANDOM_BYTES)


def digest_of(secret: str) -> str:
    """Give the SHA-256 of a secret in 64 hexadecimal digits, which is all that the database keeps."""
    return hashlib.sha256(secret.encode("utf-8", errors="replace")).hexdigest()
