"""Webhooks, and what is sent to them."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0003_invitations"),
        ("projects", "0002_notes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("slack", "Text, as Slack, Mattermost and others take it"),
                            ("json", "JSON, for a program of yours"),
                        ],
                        max_length=10,
                    ),
                ),
                ("address", models.BinaryField()),
                ("shown", models.CharField(max_length=300)),
                ("secret", models.BinaryField()),
                ("base", models.CharField(max_length=300)),
                (
                    "level",
                    models.CharField(
                        choices=[
                            ("will-not-start", "Will not start"),
                            ("state-loss", "State is lost unless it is migrated"),
                            ("stop-all", "Stop all, then start"),
                            ("note", "Compatible, with a note on the rolling restart"),
                            ("compatible", "Compatible"),
                        ],
                        max_length=20,
                    ),
                ),
                ("hears_of_doubt", models.BooleanField(default=True)),
                (
                    "branches",
                    models.CharField(
                        choices=[("main", "The main branch alone"), ("all", "All branches")],
                        default="main",
                        max_length=10,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("off_since", models.DateTimeField(null=True)),
                ("off_because", models.CharField(blank=True, max_length=500)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="projects.project",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="accounts.team"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("body", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sending", "Sending"),
                            ("delivered", "Delivered"),
                            ("gave-up", "Gave Up"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("due", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("lease", models.UUIDField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("code", models.PositiveSmallIntegerField(null=True)),
                ("said", models.CharField(blank=True, max_length=300)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("tried", models.DateTimeField(null=True)),
                ("finished", models.DateTimeField(null=True)),
                (
                    "revision",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="projects.revision",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.webhook"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ("waiting", "sending"))),
                        fields=["due"],
                        name="deliveries_that_wait",
                    ),
                    models.Index(fields=["webhook", "-created", "-id"], name="deliveries_of_a_webhook"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revision__isnull", False)),
                        fields=("webhook", "revision"),
                        name="one_delivery_of_a_revision",
                    )
                ],
            },
        ),
    ]
