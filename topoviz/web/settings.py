"""Django's settings, fit for production unless the environment says otherwise.

The README lists the variables that are read here.
"""

from __future__ import annotations

import os

import environ
from csp.constants import NONE, SELF

from topoviz.web.database import database_settings
from topoviz.web.places import data_directory, templates_directory
from topoviz.web.secret_key import kept_secret_key

env = environ.Env()

DATA = data_directory(os.environ)
HTTPS = env.bool("TOPOVIZ_HTTPS", default=False)

DEBUG = env.bool("TOPOVIZ_DEBUG", default=False)
SECRET_KEY = env.str("TOPOVIZ_SECRET_KEY", default="") or kept_secret_key(DATA)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("TOPOVIZ_ALLOWED_HOSTS", default=[])]

ROOT_URLCONF = "topoviz.web.urls"
WSGI_APPLICATION = "topoviz.web.wsgi.application"

# There are no accounts yet, and so no tables of Django's own users: ours come first, because the user model cannot
# be exchanged later.
INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "topoviz.web",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [templates_directory()],
        "APP_DIRS": False,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

DATABASES = {"default": database_settings(env.str("DATABASE_URL", default="") or None, DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# File names carry a hash of the content, so that browsers may keep them for ever.
STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Mistyped addresses are not our trouble; they would fill the log.
    "loggers": {"django.request": {"level": "ERROR"}},
}

# --- what a browser may do --------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# Behind a proxy that ends TLS. On plain loopback these would lock everybody out.
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS

# --- the API ----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}

# --- background jobs --------------------------------------------------------------------------------------------------

# The jobs' own rows in the database are the truth and the broker is only a doorbell, so no results are kept. A job is
# acknowledged when it is done, and taken by a worker only when that worker is free: one that dies loses nothing.
CELERY_BROKER_URL = env.str("REDIS_URL", default="") or "filesystem://"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "data_folder_in": str(DATA / "queue"),
        "data_folder_out": str(DATA / "queue"),
        "control_folder": str(DATA / "queue-control"),
        "polling_interval": 0.1,
    }
    if CELERY_BROKER_URL == "filesystem://"
    else {"global_keyprefix": "topoviz:"}
)
CELERY_TASK_DEFAULT_QUEUE = "topoviz"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
