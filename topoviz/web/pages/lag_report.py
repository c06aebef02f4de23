"""The page of a report."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from topoviz.web.accounts.callers import caller_of_session
from topoviz.web.documents.lag_reports import page_context
from topoviz.web.lag_reports.selectors import find_report


@require_safe
def report_page(request: HttpRequest, report_id: uuid.UUID) -> HttpResponse:
    """Show one of the caller's reports, or how far it is."""
    report = find_report(caller_of_session(request), report_id)
    if report is None:
        return render(request, "analyses/private.html", status=404)
    picture = reverse("api-topology-svg", args=(report.analysis_id,))
    return render(request, "lag_reports/page.html", page_context(report, picture=picture))
