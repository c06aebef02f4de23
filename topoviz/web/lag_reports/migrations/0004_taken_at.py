"""When a single look was taken that has no time of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lag_reports", "0003_worst")]

    operations = [migrations.AddField("LagReport", "taken_at", models.DateTimeField(null=True))]
