"""The icon, where browsers look for it beside what is no page."""

from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Lead to the icon."""
    return HttpResponseRedirect(static("topoviz/icon.svg"))
