"""The addresses of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from topoviz.rendering.forms.model import Form
from topoviz.web.api.v1 import (
    analyses,
    archives,
    assignments,
    calculations,
    comparisons,
    deployments,
    docs,
    examples,
    exports,
    forms,
    lag_reports,
    notes,
    openapi,
    pieces,
    project_stores,
    projects,
    renamed,
    scenarios,
    search,
    share_links,
    tokens,
    versions,
    webhooks,
)

openapi.register()

urlpatterns = [
    path("analyses", analyses.AnalysesView.as_view(), name="api-analyses"),
    path("analyses/<uuid:analysis_id>", analyses.AnalysisView.as_view(), name="api-analysis"),
    path("analyses/<uuid:analysis_id>/cancel", analyses.CancelView.as_view(), name="api-cancel"),
    path("analyses/<uuid:analysis_id>/topology.txt", forms.TextFileView.as_view(), name="api-topology-txt"),
    path("analyses/<uuid:analysis_id>/topology.json", forms.JsonFileView.as_view(), name="api-topology-json"),
    *(
        path(f"analyses/<uuid:analysis_id>/topology.{form}", forms.form_view(form), name=f"api-topology-{form}")
        for form in Form
    ),
    *calculations.paths_of(assignments.ASSIGNMENTS),
    *calculations.paths_of(scenarios.SCENARIOS),
    *comparisons.comparison_paths(),
    path("archives", archives.ArchivesView.as_view(), name="api-archives"),
    path("lag-reports", lag_reports.LagReportsView.as_view(), name="api-lag-reports"),
    path("lag-reports/<uuid:report_id>", lag_reports.LagReportView.as_view(), name="api-lag-report"),
    path("lag-reports/<uuid:report_id>/cancel", lag_reports.CancelLagReportView.as_view(), name="api-cancel-lag"),
    path("lag-reports/<uuid:report_id>/files/<str:what>", lag_reports.LagReportFileView.as_view(), name="api-lag-file"),
    path("projects", projects.ProjectsView.as_view(), name="api-projects"),
    path("projects/<uuid:project_id>", projects.ProjectView.as_view(), name="api-project"),
    path("projects/<uuid:project_id>/revisions", projects.RevisionsView.as_view(), name="api-revisions"),
    path("projects/<uuid:project_id>/revisions/<int:number>", projects.RevisionView.as_view(), name="api-revision"),
    path("projects/<uuid:project_id>/deployment", deployments.DeploymentView.as_view(), name="api-deployment"),
    path("projects/<uuid:project_id>/stores", project_stores.StoresView.as_view(), name="api-stores"),
    path("projects/<uuid:project_id>/stores/<str:name>", project_stores.StoreView.as_view(), name="api-store"),
    path("projects/<uuid:project_id>/lag-days", lag_reports.LagDaysView.as_view(), name="api-lag-days"),
    path("projects/<uuid:project_id>/notes", notes.NotesView.as_view(), name="api-notes"),
    path("projects/<uuid:project_id>/notes/<uuid:note_id>", notes.NoteView.as_view(), name="api-note"),
    path("renamed", renamed.RenamedView.as_view(), name="api-renamed"),
    path("search", search.SearchView.as_view(), name="api-search"),
    path("applications.svg", search.ApplicationsView.as_view(), name="api-applications"),
    path("teams/<uuid:team_id>/export", exports.ExportView.as_view(), name="api-export"),
    path("teams/<uuid:team_id>/import", exports.ImportView.as_view(), name="api-import"),
    path("share-links", share_links.ShareLinksView.as_view(), name="api-share-links"),
    path("share-links/delete", share_links.DeleteWithKeyView.as_view(), name="api-delete-share-link"),
    path("share-links/<uuid:link_id>", share_links.ShareLinkView.as_view(), name="api-share-link"),
    path("uploads", pieces.UploadsView.as_view(), name="api-uploads"),
    path("uploads/<uuid:upload_id>", pieces.UploadView.as_view(), name="api-upload"),
    path("tokens", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/<uuid:token_id>", tokens.TokenView.as_view(), name="api-token"),
    path("webhooks", webhooks.WebhooksView.as_view(), name="api-webhooks"),
    path("webhooks/<uuid:webhook_id>", webhooks.WebhookView.as_view(), name="api-webhook"),
    path("webhooks/<uuid:webhook_id>/secret", webhooks.WebhookSecretView.as_view(), name="api-webhook-secret"),
    path("webhooks/<uuid:webhook_id>/test", webhooks.WebhookTestView.as_view(), name="api-webhook-test"),
    path("webhooks/<uuid:webhook_id>/deliveries", webhooks.DeliveriesView.as_view(), name="api-deliveries"),
    path(
        "webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/send-again",
        webhooks.SendAgainView.as_view(),
        name="api-send-again",
    ),
    path("versions", versions.VersionsView.as_view(), name="api-versions"),
    path("examples", examples.ExamplesView.as_view(), name="api-examples"),
    path("schema/", SpectacularJSONAPIView.as_view(authentication_classes=()), name="api-schema"),
    path("docs/", docs.docs_page, name="api-docs"),
]
