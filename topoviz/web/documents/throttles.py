"""How often a caller may come. The figures are settings."""

from __future__ import annotations

import uuid
from ipaddress import IPv4Address, ip_address, ip_network
from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.problems import Limit, TooMany
from topoviz.web.documents.waiting import is_worked_on_again
from topoviz.web.rates.counting import Rate, count

if TYPE_CHECKING:
    # Views import this module, by way of the settings.
    from rest_framework.views import APIView


class CallerThrottle(SimpleRateThrottle):
    """Counts by session or token, and by address beside that: one address may have many callers, but not any number."""

    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count a request; one that only waited since it was counted is let through. Raises TooMany."""
        if is_worked_on_again(request):
            return True
        refused = count(self._rates(request))
        if refused is not None:
            assert self.scope is not None
            raise TooMany(Limit(self.scope, refused.rate.most, self.duration), refused.wait)
        return True

    def _rates(self, request: Request) -> list[Rate]:
        source = request.auth.source if isinstance(request.auth, Caller) else ""
        address = f"{self.scope}:address:{network_of(self.get_ident(request))}"
        if not source:
            return [Rate(address, self.num_requests, self.duration)]
        of_address = self.num_requests * settings.TOPOVIZ_RATE_ADDRESS
        return [
            Rate(f"{self.scope}:{source}", self.num_requests, self.duration),
            Rate(address, of_address, self.duration),
        ]


def network_of(address: str | None) -> str:
    """Give what an address is counted as: one of IPv6 with all that the same line has, nothing where there is none."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return (address or "")[:64]
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


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


class PasswordsThrottle(CallerThrottle):
    """Attempts to say the password of one link: by address, and some times as many by whoever comes."""

    scope = "passwords"

    def __init__(self, link: uuid.UUID) -> None:
        super().__init__()
        self.link = link

    def count_attempt(self, request: Request) -> None:
        """Count one; raises TooMany."""
        where = f"{self.scope}:{self.link}"
        of_all = self.num_requests * settings.TOPOVIZ_RATE_ADDRESS
        rates = [
            Rate(f"{where}:address:{network_of(self.get_ident(request))}", self.num_requests, self.duration),
            Rate(where, of_all, self.duration),
        ]
        refused = count(rates)
        if refused is not None:
            raise TooMany(Limit(self.scope, refused.rate.most, self.duration), refused.wait)
