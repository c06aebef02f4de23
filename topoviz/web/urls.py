"""Every address of the product."""

from django.urls import include, path

from topoviz.web.analyses.views import analysis_page, start_page
from topoviz.web.lag_reports.views import report_page
from topoviz.web.sharing import views as sharing
from topoviz.web.standing.views import healthz, standing_page

urlpatterns = [
    path("", start_page, name="start"),
    path("a/<uuid:analysis_id>", analysis_page, name="analysis-page"),
    path("r/<uuid:report_id>", report_page, name="lag-report-page"),
    path("s/<str:token>.svg", sharing.shared_svg, name="shared-svg"),
    path("s/<str:token>/files/<str:what>", sharing.shared_download, name="shared-download"),
    path("s/<str:token>", sharing.shared_page, name="shared-page"),
    path("s/<str:token>/delete", sharing.delete_shared, name="shared-delete"),
    path("api/v1/", include("topoviz.web.api.v1.urls")),
    path("standing", standing_page, name="standing"),
    path("healthz", healthz, name="healthz"),
]
