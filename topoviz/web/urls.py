"""Every address of the product."""

from django.urls import include, path

from topoviz.web.analyses.views import analysis_page, start_page
from topoviz.web.sharing import views as sharing
from topoviz.web.standing.views import healthz, standing_page

urlpatterns = [
    path("", start_page, name="start"),
    path("a/<uuid:analysis_id>", analysis_page, name="analysis-page"),
    path("s/<str:token>.svg", sharing.shared_svg, name="shared-svg"),
    path("s/<str:token>", sharing.shared_page, name="shared-page"),
    path("s/<str:token>/delete", sharing.delete_shared, name="shared-delete"),
    path("api/v1/", include("topoviz.web.api.v1.urls")),
    path("standing", standing_page, name="standing"),
    path("healthz", healthz, name="healthz"),
]
