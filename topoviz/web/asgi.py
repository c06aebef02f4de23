"""The door for the web server of `up` and of containers."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "topoviz.web.settings")
django.setup()

from django.conf import settings  # noqa: E402 - these need the settings
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from topoviz.web.analyses.looking import how_jobs_stand  # noqa: E402
from topoviz.web.documents.bodies import most_bytes  # noqa: E402
from topoviz.web.server.application import Application  # noqa: E402

# Read now, so that nobody's first request waits for it.
get_resolver().url_patterns  # noqa: B018

application = Application(WSGIHandler(), how_jobs_stand, most_bytes, str(settings.FILE_UPLOAD_TEMP_DIR))
