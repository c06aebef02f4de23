"""The Celery application; its settings are Django's, those that begin with `CELERY_`."""

import os

from celery import Celery

from topoviz.web import acknowledgement

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "topoviz.web.settings")

app = Celery("topoviz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
acknowledgement.install()
