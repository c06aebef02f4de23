"""Links that show one analysis, what was found out about it, or a project, to whoever has them."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from topoviz.web.accounts.models import Team, User
from topoviz.web.analyses.models import Analysis
from topoviz.web.calculations.models import Calculation
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Project, Revision


class ShareLink(models.Model):
    """A link and the key that deletes it. Both are secrets, and only their digests are kept, as of the password.

    It shows an analysis, and with it the lag report, the calculation or the revision of a project that it names. One
    with a project has no analysis: it follows, and shows the latest on the main branch of that project.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="share_links")
    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, null=True, related_name="share_links")
    lag_report = models.ForeignKey(LagReport, on_delete=models.CASCADE, null=True, related_name="share_links")
    calculation = models.ForeignKey(Calculation, on_delete=models.CASCADE, null=True, related_name="share_links")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, null=True, related_name="share_links")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="share_links")
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="share_links")
    digest = models.CharField(max_length=64, unique=True)
    delete_key_digest = models.CharField(max_length=64)
    password = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True)

    class Meta:
        """A link is fixed or follows; lists of a team begin with the newest."""

        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(analysis__isnull=False, project=None)
                | Q(analysis=None, lag_report=None, calculation=None, revision=None, project__isnull=False),
                name="a_link_is_fixed_or_follows",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=("team", "-created"), name="links_of_a_team")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def has_expired(self) -> bool:
        """Tell whether its end is over."""
        return self.expires is not None and self.expires <= timezone.now()
