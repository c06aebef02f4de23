"""The first tables of analyses."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Project",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="projects", to="accounts.team"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("submission", models.TextField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="revisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="analyses.project"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("preview", models.TextField(null=True)),
                ("cache_key", models.CharField(max_length=64, unique=True)),
                ("engine_version", models.CharField(max_length=40)),
                ("result", models.TextField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expires", models.DateTimeField(db_index=True, null=True)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analyses", to="accounts.team"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analyses",
                        to="analyses.revision",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
            },
        ),
        migrations.CreateModel(
            name="Diagram",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("topology", models.PositiveIntegerField(default=0)),
                ("view", models.CharField(max_length=40)),
                ("theme", models.CharField(max_length=10)),
                ("renderer", models.CharField(max_length=80)),
                ("dot", models.TextField()),
                ("svg", models.TextField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="diagrams", to="analyses.analysis"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("analysis"),
                        models.F("topology"),
                        models.F("view"),
                        models.F("theme"),
                        models.F("renderer"),
                        name="one_diagram_each",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("analyze", "Analyze"), ("draw", "Draw")], default="analyze", max_length=10
                    ),
                ),
                (
                    "queue",
                    models.CharField(choices=[("analyses", "Analyses"), ("interactive", "Interactive")], max_length=20),
                ),
                ("source", models.CharField(blank=True, db_index=True, max_length=60)),
                ("view", models.CharField(blank=True, max_length=40)),
                ("topology", models.PositiveIntegerField(default=0)),
                ("theme", models.CharField(blank=True, max_length=10)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("stage", models.CharField(blank=True, max_length=20)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("lease", models.UUIDField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("code", models.CharField(blank=True, max_length=40)),
                ("sentence", models.TextField(blank=True)),
                ("next_step", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("rung", models.DateTimeField(null=True)),
                ("started", models.DateTimeField(null=True)),
                ("finished", models.DateTimeField(null=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="jobs", to="analyses.analysis"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "rung"], name="job_waiting"),
                    models.Index(fields=["state", "lease_until"], name="job_leased"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lease__isnull", False), ("lease_until__isnull", False), ("state", "running")),
                            models.Q(
                                models.Q(("state", "running"), _negated=True), ("lease", None), ("lease_until", None)
                            ),
                            _connector="OR",
                        ),
                        name="a_lease_while_running",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "failed"), _negated=True),
                            models.Q(
                                models.Q(("code", ""), _negated=True),
                                models.Q(("sentence", ""), _negated=True),
                                models.Q(("next_step", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="a_failure_says_why",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="project",
            constraint=models.UniqueConstraint(fields=("team", "name"), name="one_project_of_a_name"),
        ),
        migrations.AddConstraint(
            model_name="analysis",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("expires__isnull", False), ("preview__isnull", False), ("revision", None)),
                    models.Q(("expires", None), ("preview", None), ("revision__isnull", False)),
                    _connector="OR",
                ),
                name="a_revision_or_a_preview",
            ),
        ),
    ]
