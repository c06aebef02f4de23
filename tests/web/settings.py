"""The product's own settings, with a data directory that is thrown away."""

import atexit
import os
import shutil
import tempfile

directory = tempfile.mkdtemp(prefix="topoviz-tests-")
atexit.register(shutil.rmtree, directory, ignore_errors=True)
os.environ["TOPOVIZ_DATA"] = directory
# What the developer's own shell says about servers is not about the tests.
for name in (
    "REDIS_URL",
    "TOPOVIZ_ALLOWED_HOSTS",
    "TOPOVIZ_DEBUG",
    "TOPOVIZ_HTTPS",
    "TOPOVIZ_SECRET_KEY",
    "TOPOVIZ_ANONYMOUS",
    "TOPOVIZ_EMAIL_URL",
):
    os.environ.pop(name, None)

from topoviz.web.settings import *  # noqa: E402, F403 - all of them, after the lines above

# Requests of tests are counted in one process.
TOPOVIZ_WEB_PROCESSES = 1

# Passwords of tests protect nothing, and a good hash takes a tenth of a second.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
