"""Every address of the product."""

from django.urls import include, path

from topoviz.rendering.forms.model import Form
from topoviz.web.documents.comparisons import CHANGE_FILES
from topoviz.web.documents.simulations import SUMMARY_FILES
from topoviz.web.documents.wheel import NAME
from topoviz.web.pages import (
    account,
    deleting,
    elsewhere,
    leaving,
    packages,
    search,
    shared,
    shared_files,
    shared_runs,
    unlocking,
)
from topoviz.web.pages.builds import builds_page
from topoviz.web.pages.favicon import favicon
from topoviz.web.pages.formats import formats_page
from topoviz.web.pages.health import health_page, healthz
from topoviz.web.pages.help import help_page, terms_page
from topoviz.web.pages.invitations import invitation_page
from topoviz.web.pages.lag_report import report_page
from topoviz.web.pages.projects import deployment, exports, lag_days, share, stores, timeline
from topoviz.web.pages.projects import notes as project_notes
from topoviz.web.pages.projects import settings as project_settings
from topoviz.web.pages.teams import audit, home, links, members, tokens, webhooks
from topoviz.web.pages.teams import settings as team_settings
from topoviz.web.pages.workbench import analysis_page, carried_page, start_page
from topoviz.web.staff.site import SITE

ENDINGS = ("txt", "json", *Form)

urlpatterns = [
    path("", start_page, name="start"),
    path("a/<uuid:analysis_id>", analysis_page, name="analysis-page"),
    path("a/<uuid:analysis_id>/delete", deleting.delete_analysis_page, name="delete-analysis"),
    path("p/<uuid:project_id>", timeline.project_page, name="project-page"),
    path("p/<uuid:project_id>/revisions/<int:number>", timeline.revision_page, name="revision-page"),
    path(
        "p/<uuid:project_id>/revisions/<int:number>/delete",
        timeline.delete_revision_page,
        name="project-delete-revision",
    ),
    path("p/<uuid:project_id>/deployment", deployment.deployment_page, name="project-deployment"),
    path("p/<uuid:project_id>/share", share.share_page, name="project-share"),
    path("p/<uuid:project_id>/stores", stores.stores_page, name="project-stores"),
    path("p/<uuid:project_id>/lag", lag_days.lag_days_page, name="project-lag-days"),
    path("p/<uuid:project_id>/notes", project_notes.notes_page, name="project-notes"),
    path("p/<uuid:project_id>/notes/<uuid:note_id>/delete", project_notes.delete_note_page, name="project-delete-note"),
    path("p/<uuid:project_id>/settings", project_settings.settings_page, name="project-settings"),
    path("p/<uuid:project_id>/archive", project_settings.archive_page, name="project-archive"),
    path("p/<uuid:project_id>/delete", project_settings.delete_page, name="project-delete"),
    path("t/<uuid:team_id>/export", exports.export_page, name="team-export"),
    path("t/<uuid:team_id>/import", exports.import_page, name="team-import"),
    path("search", search.search_page, name="search"),
    path("r/<uuid:report_id>", report_page, name="lag-report-page"),
    path("r/<uuid:report_id>/delete", deleting.delete_report_page, name="delete-lag-report"),
    *(
        path(f"s/<str:token>.{ending}", shared_files.shared_file, {"ending": ending}, f"shared-{ending}")
        for ending in ENDINGS
    ),
    path("s/<str:token>/files/<str:what>", shared_files.shared_download, name="shared-download"),
    path("s", carried_page, name="carried"),
    path("s/<str:token>", shared.shared_page, name="shared-page"),
    path("s/<str:token>/analysis.json", shared.shared_analysis, name="shared-analysis"),
    *(
        path(f"s/<str:token>/tasks.{form}", shared_files.shared_tasks, {"form": form}, f"shared-tasks-{form}")
        for form in (Form.SVG, Form.PNG)
    ),
    path("s/<str:token>/simulation/events.json", shared_runs.shared_events, name="shared-events"),
    path("s/<str:token>/simulation/events/<int:event>.json", shared_runs.shared_event, name="shared-event"),
    path("s/<str:token>/simulation/lanes.json", shared_runs.shared_lanes, name="shared-lanes"),
    *(
        path(
            f"s/<str:token>/simulation/summary.{ending}",
            shared_runs.shared_summary,
            {"ending": ending},
            f"shared-summary-{ending}",
        )
        for ending in SUMMARY_FILES
    ),
    path("s/<str:token>/simulation/trace.jsonl", shared_runs.shared_trace, name="shared-trace"),
    path("s/<str:token>/simulation/records.txt", shared_runs.shared_records, name="shared-records"),
    path("s/<str:token>/badge.svg", elsewhere.badge_svg, name="shared-badge"),
    path("s/<str:token>/card.png", elsewhere.card_png, name="shared-card"),
    path("s/<str:token>/embed", elsewhere.embed_page, name="shared-embed"),
    path("oembed", elsewhere.oembed, name="oembed"),
    *(
        path(
            f"s/<str:token>/comparison.{form}",
            shared_files.shared_comparison,
            {"form": form},
            f"shared-comparison-{form}",
        )
        for form in Form
    ),
    *(
        path(
            f"s/<str:token>/change.{ending}", shared_files.shared_change, {"ending": ending}, f"shared-change-{ending}"
        )
        for ending in CHANGE_FILES
    ),
    path("s/<str:token>/password", unlocking.unlock_page, name="shared-password"),
    path("s/<str:token>/delete", shared.delete_shared, name="shared-delete"),
    path("account/", account.account_page, name="account"),
    path("account/claim", account.claim_page, name="claim"),
    path("account/delete", account.delete_account_page, name="delete-account"),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("account/3rdparty/", include("allauth.socialaccount.urls")),
    path("account/", include(leaving.urlpatterns)),
    path("teams", home.teams_page, name="teams"),
    path("teams/choose", home.choose_team, name="choose-team"),
    path("t/<uuid:team_id>", home.team_page, name="team"),
    path("t/<uuid:team_id>/members", members.members_page, name="team-members"),
    path("t/<uuid:team_id>/members/<uuid:user_id>/role", members.role_page, name="team-role"),
    path("t/<uuid:team_id>/members/<uuid:user_id>/remove", members.remove_page, name="team-remove"),
    path("t/<uuid:team_id>/leave", members.leave_page, name="team-leave"),
    path("t/<uuid:team_id>/hand-over", members.hand_over_page, name="team-hand-over"),
    path("t/<uuid:team_id>/invitations", members.invite_page, name="team-invite"),
    path("t/<uuid:team_id>/invitations/<uuid:invitation_id>/revoke", members.revoke_page, name="team-revoke"),
    path("t/<uuid:team_id>/settings", team_settings.settings_page, name="team-settings"),
    path("t/<uuid:team_id>/delete", team_settings.delete_page, name="team-delete"),
    path("t/<uuid:team_id>/tokens", tokens.tokens_page, name="team-tokens"),
    path("t/<uuid:team_id>/tokens/<uuid:token_id>/revoke", tokens.revoke_token_page, name="team-revoke-token"),
    path("t/<uuid:team_id>/links", links.links_page, name="team-links"),
    path("t/<uuid:team_id>/links/<uuid:link_id>/revoke", links.revoke_link_page, name="team-revoke-link"),
    path("links", links.my_links_page, name="my-links"),
    path("links/<uuid:link_id>/revoke", links.revoke_my_link_page, name="revoke-my-link"),
    path("t/<uuid:team_id>/webhooks", webhooks.webhooks_page, name="team-webhooks"),
    path("t/<uuid:team_id>/webhooks/<uuid:webhook_id>", webhooks.webhook_page, name="team-webhook"),
    path("t/<uuid:team_id>/webhooks/<uuid:webhook_id>/test", webhooks.test_page, name="team-webhook-test"),
    path("t/<uuid:team_id>/webhooks/<uuid:webhook_id>/secret", webhooks.secret_page, name="team-webhook-secret"),
    path("t/<uuid:team_id>/webhooks/<uuid:webhook_id>/switch", webhooks.switch_page, name="team-webhook-switch"),
    path("t/<uuid:team_id>/webhooks/<uuid:webhook_id>/delete", webhooks.delete_page, name="team-webhook-delete"),
    path(
        "t/<uuid:team_id>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>",
        webhooks.send_again_page,
        name="team-webhook-send-again",
    ),
    path("t/<uuid:team_id>/audit", audit.audit_page, name="team-audit"),
    path("invitations/<str:token>", invitation_page, name="invitation"),
    path("admin/", SITE.urls),
    path("api/v1/", include("topoviz.web.api.v1.urls")),
    path("help/", help_page, name="help"),
    path("help/formats", formats_page, name="formats"),
    path("help/ci", builds_page, name="help-ci"),
    path("help/terms", terms_page, name="terms"),
    path("simple/", packages.index_page, name="simple-index"),
    path(f"simple/{NAME}/", packages.project_page, name="simple-project"),
    path(f"simple/{NAME}/<str:name>", packages.wheel_file, name="simple-wheel"),
    path("health", health_page, name="health"),
    path("healthz", healthz, name="healthz"),
    # Browsers ask for it where no page names another, such as beside a picture that is opened by itself.
    path("favicon.ico", favicon, name="favicon"),
]
