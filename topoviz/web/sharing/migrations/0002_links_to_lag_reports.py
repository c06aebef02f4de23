"""Links that show a lag report."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lag_reports", "0001_initial"),
        ("sharing", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="sharelink",
            name="lag_report",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="lag_reports.lagreport",
            ),
        ),
    ]
