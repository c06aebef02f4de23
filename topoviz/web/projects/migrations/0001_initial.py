"""The first tables of projects."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("analyses", "0011_without_revisions"),
        ("calculations", "0002_comparisons"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Project",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                ("main_branch", models.CharField(default="main", max_length=200)),
                ("last_number", models.PositiveIntegerField(default=0)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now_add=True)),
                ("archived", models.DateTimeField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="projects",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                ("number", models.PositiveIntegerField()),
                ("branch", models.CharField(default="main", max_length=200)),
                ("commit", models.CharField(blank=True, max_length=64)),
                ("message", models.CharField(blank=True, max_length=2000)),
                ("author", models.CharField(blank=True, max_length=200)),
                ("committed_at", models.DateTimeField(null=True)),
                ("pull_request", models.CharField(blank=True, max_length=100)),
                ("url", models.URLField(blank=True, max_length=1000)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "progress",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("comparing", "Comparing"), ("settled", "Settled")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("will-not-start", "Will not start"),
                            ("state-loss", "State is lost unless it is migrated"),
                            ("stop-all", "Stop all, then start"),
                            ("note", "Compatible, with a note on the rolling restart"),
                            ("compatible", "Compatible"),
                            ("cannot-tell", "Cannot tell"),
                            ("same", "The same program"),
                            ("first", "First revision"),
                            ("not-compared", "Not compared"),
                            ("failed", "Not read"),
                        ],
                        max_length=20,
                    ),
                ),
                ("said", models.TextField(blank=True)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="analyses.analysis"
                    ),
                ),
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
                    "previous",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="next",
                        to="projects.revision",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="projects.project"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Compared",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "calculation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="calculations.calculation",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="compared", to="projects.revision"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topology", models.PositiveIntegerField()),
                ("sort", models.CharField(max_length=20)),
                ("fate", models.CharField(max_length=10)),
                ("old_name", models.CharField(blank=True, max_length=500)),
                ("new_name", models.CharField(blank=True, max_length=500)),
                ("level", models.CharField(blank=True, max_length=20)),
                ("said", models.TextField(blank=True)),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="projects.revision"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="project",
            index=models.Index(fields=["team", "-changed"], name="projects_of_a_team"),
        ),
        migrations.AddConstraint(
            model_name="project",
            constraint=models.UniqueConstraint(fields=("team", "name"), name="one_project_of_a_name"),
        ),
        migrations.AddIndex(
            model_name="revision",
            index=models.Index(fields=["project", "branch", "-number"], name="revisions_of_a_branch"),
        ),
        migrations.AddIndex(
            model_name="revision",
            index=models.Index(
                condition=models.Q(("progress", "settled"), _negated=True),
                fields=["created"],
                name="revisions_not_settled",
            ),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("project", "number"), name="one_revision_of_a_number"),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("progress", "settled"), ("verdict__gt", "")),
                    models.Q(models.Q(("progress", "settled"), _negated=True), ("verdict", "")),
                    _connector="OR",
                ),
                name="a_verdict_when_settled",
            ),
        ),
        migrations.AddConstraint(
            model_name="compared",
            constraint=models.UniqueConstraint(fields=("revision", "calculation"), name="compared_once"),
        ),
    ]
