"""What came of requests that have a key."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Request(models.Model):
    """A request with a key: of whom, what was asked, and what was answered; `status` is null while it is worked on.

    The answer may hold a secret that is shown once. It is sealed with the key, of which the digest alone is kept.
    """

    source = models.CharField(max_length=80)
    key_digest = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    sealed = models.BinaryField(null=True)
    begun = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        """A caller's key is one request."""

        constraints: ClassVar = [models.UniqueConstraint(fields=("source", "key_digest"), name="one_request_of_a_key")]

    def __str__(self) -> str:
        return f"{self.source} {self.key_digest[:8]}: {self.status}"
