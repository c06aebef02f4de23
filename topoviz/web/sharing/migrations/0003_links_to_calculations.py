"""Links that show a calculation, such as who gets which task."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("calculations", "0001_initial"),
        ("sharing", "0002_links_to_lag_reports"),
    ]

    operations = [
        migrations.AddField(
            model_name="sharelink",
            name="calculation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="calculations.calculation",
            ),
        ),
    ]
