"""Every address of the product."""

from django.urls import path

from topoviz.web.standing.views import healthz, standing_page

urlpatterns = [
    path("", standing_page, name="standing"),
    path("healthz", healthz, name="healthz"),
]
