"""Comparisons of an analysis with that of the version before."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("analyses", "0007_longer_stages"),
        ("calculations", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="calculation",
            name="old_analysis",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="comparisons",
                to="analyses.analysis",
            ),
        ),
        migrations.AddConstraint(
            model_name="calculation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "comparison"), ("old_analysis__isnull", False)),
                    models.Q(models.Q(("kind", "comparison"), _negated=True), ("old_analysis", None)),
                    _connector="OR",
                ),
                name="a_version_before_for_each_comparison",
            ),
        ),
    ]
