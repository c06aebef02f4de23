"""An analysis keeps its own submission, and names are looked for in rows of their own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("analyses", "0008_turns"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="analysis", name="a_revision_or_a_preview"),
        migrations.RenameField(model_name="analysis", old_name="preview", new_name="submission"),
        migrations.AddField(
            model_name="analysis",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="analyses",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="analysis", name="outcome", field=models.CharField(blank=True, default="", max_length=20)
        ),
        migrations.CreateModel(
            name="Name",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topology", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("topology", "Topology"),
                            ("topic", "Topic"),
                            ("pattern", "Pattern"),
                            ("repartition", "Repartition"),
                            ("changelog", "Changelog"),
                            ("store", "Store"),
                            ("node", "Node"),
                        ],
                        max_length=12,
                    ),
                ),
                ("name", models.CharField(max_length=500)),
                ("reads", models.BooleanField(default=False)),
                ("writes", models.BooleanField(default=False)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="names", to="analyses.analysis"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["kind", "name"], name="name_of_a_kind")]},
        ),
    ]
