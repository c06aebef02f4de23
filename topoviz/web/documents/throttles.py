"""How often a caller may come. The figures are settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.problems import Limit, TooMany
from topoviz.web.documents.waiting import is_worked_on_again

if TYPE_CHECKING:
    # Views import this module, by way of the settings.
    from rest_framework.views import APIView


class CallerThrottle(SimpleRateThrottle):
    """Counts by session or token, and by address where there is neither."""

    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count a request; one that only waited since it was counted is let through."""
        return is_worked_on_again(request) or super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Give what is counted by."""
        source = request.auth.source if isinstance(request.auth, Caller) else ""
        return self.cache_format % {"scope": self.scope, "ident": source or self.get_ident(request)}

    def throttle_failure(self) -> bool:
        """Refuse one request too many, with the limit by its name; raises TooMany."""
        assert self.scope is not None
        raise TooMany(Limit(self.scope, self.num_requests, self.duration), self.wait())


class RequestsThrottle(CallerThrottle):
    """All requests."""

    scope = "requests"


class AnalysesThrottle(CallerThrottle):
    """Submissions that stay."""

    scope = "analyses"


class PreviewsThrottle(CallerThrottle):
    """Previews while somebody types."""

    scope = "previews"


class ArchivesThrottle(CallerThrottle):
    """Archives that are read, whatever for."""

    scope = "archives"


class CalculationsThrottle(CallerThrottle):
    """Questions about a topology: pages ask one each time somebody changes a number."""

    scope = "calculations"


class VisitorsThrottle(CallerThrottle):
    """Visitors that are new, each of whom gets a team."""

    scope = "visitors"


class LagReportsThrottle(CallerThrottle):
    """Uploads of lag histories."""

    scope = "lag_reports"


class SharedThrottle(CallerThrottle):
    """Everything behind a share link, by address."""

    scope = "shared"


class DrawingsThrottle(CallerThrottle):
    """What is not there yet of all that a share link can show, by address: drawing costs far more than sending."""

    scope = "drawings"
