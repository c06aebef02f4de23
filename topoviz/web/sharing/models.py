"""Links that show one analysis, or a lag report or a calculation about it, to whoever has them."""

from __future__ import annotations

import uuid

from django.db import models

from topoviz.web.accounts.models import User
from topoviz.web.analyses.models import Analysis
from topoviz.web.calculations.models import Calculation
from topoviz.web.lag_reports.models import LagReport


class ShareLink(models.Model):
    """A link and the key that deletes it. Both are secrets, and only their digests are kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="share_links")
    lag_report = models.ForeignKey(LagReport, on_delete=models.CASCADE, null=True, related_name="share_links")
    calculation = models.ForeignKey(Calculation, on_delete=models.CASCADE, null=True, related_name="share_links")
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="share_links")
    digest = models.CharField(max_length=64, unique=True)
    delete_key_digest = models.CharField(max_length=64)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.id)
