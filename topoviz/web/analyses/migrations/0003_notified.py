"""A job says when its worker was notified."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0002_jobs_for_lag_reports")]

    operations = [
        migrations.RemoveIndex(model_name="job", name="job_waiting"),
        migrations.RenameField(model_name="job", old_name="rung", new_name="notified"),
        migrations.AddIndex(model_name="job", index=models.Index(fields=("state", "notified"), name="job_waiting")),
    ]
