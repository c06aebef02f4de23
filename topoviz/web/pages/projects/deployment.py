"""How the application of a project runs, and what is wrong with what somebody says of it."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.web.accounts.callers import Caller
from topoviz.web.pages.projects.guard import around, for_members
from topoviz.web.projects.deployments import deployment_of, facts_of, read_fact
from topoviz.web.projects.models import Project, Upgrade
from topoviz.web.projects.services import change_deployment

BY_PROGRAM: Final = ("", "as the program says, else Kafka's default")
NOT_SAID: Final = ("", "not said")

HAPPENED: Final = "Saved. Revision {0} is compared again with this; older ones stay as they were said."


class DeploymentForm(forms.Form):
    """What can be said of how an application runs."""

    application_id = forms.CharField(
        label="application.id", required=False, max_length=249,
        help_text="It begins the names of changelog and repartition topics.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    guarantee = forms.ChoiceField(
        label="processing.guarantee",
        required=False,
        choices=[BY_PROGRAM, *((one.value, one.value) for one in Guarantee)],
    )
    protocol = forms.ChoiceField(
        label="group.protocol", required=False, choices=[BY_PROGRAM, *((one.value, one.value) for one in Protocol)]
    )
    kafka_version = forms.CharField(
        label="Kafka Streams", required=False, max_length=20,
        help_text="Such as 3.9. For programs that come from now on and whose build files do not say it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    upgrade = forms.ChoiceField(
        label="How a new version comes to run", required=False, choices=[NOT_SAID, *Upgrade.choices]
    )
    partitions = forms.CharField(
        label="Partition counts", required=False, strip=False,
        help_text="Lines such as orders=4, YAML, JSON, or what kafka-topics.sh --describe prints.",
        widget=forms.Textarea(attrs={"rows": 5, "class": "code", "spellcheck": "false"}),
    )  # fmt: skip
    cluster = forms.CharField(
        label="Instances and their threads", required=False, strip=False,
        help_text="YAML or JSON, lines of stream threads in logs, or what kafka-consumer-groups.sh or "
        "kafka-streams-groups.sh prints.",
        widget=forms.Textarea(attrs={"rows": 5, "class": "code", "spellcheck": "false"}),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Say of each fact what is wrong with it."""
        facts: dict[str, Any] = {}
        for name, text in list(self.cleaned_data.items()):
            try:
                facts[name] = read_fact(name, text)
            except ValueError as error:
                self.add_error(name, str(error))
        return facts


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def deployment_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Show what is said of how the application runs, and take what is said of it."""
    deployment = deployment_of(project)
    before = facts_of(deployment)
    form = DeploymentForm(request.POST or None, initial=before)
    if request.method == "POST" and form.is_valid():
        changed = change_deployment(project=project, caller=caller, facts=form.cleaned_data)
        messages.success(request, HAPPENED.format(changed.since) if project.last_number else "Saved.")
        return redirect("project-deployment", project_id=project.id)
    context = {
        **around(caller, project),
        "form": form,
        "deployment": deployment,
        "facts": [(form.fields[name].label, text) for name, text in before.items() if text],
    }
    return render(request, "projects/deployment.html", context, status=422 if form.errors else 200)
