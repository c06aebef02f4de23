"""Tell the jobs apart that count to what a team may have waiting."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0012_sizes")]

    operations = [migrations.AddField("Job", "is_bounded", models.BooleanField(default=True))]
