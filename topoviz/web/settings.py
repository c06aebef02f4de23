"""Django's settings, fit for production unless the environment says otherwise.

The README lists the variables that are read here.
"""

from __future__ import annotations

import os
import re

import environ
from csp.constants import NONE, SELF

from topoviz.rendering.font_files import FOLDER as FONT
from topoviz.web.broker import IMPATIENT, broker_url, redis_url, transport_options
from topoviz.web.database import database_settings
from topoviz.web.places import data_directory, templates_directory
from topoviz.web.processes import WEB
from topoviz.web.secret_key import kept_secret_key

env = environ.Env()

DATA = data_directory(os.environ)
HTTPS = env.bool("TOPOVIZ_HTTPS", default=False)

DEBUG = env.bool("TOPOVIZ_DEBUG", default=False)
SECRET_KEY = env.str("TOPOVIZ_SECRET_KEY", default="") or kept_secret_key(DATA)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("TOPOVIZ_ALLOWED_HOSTS", default=[])]

ROOT_URLCONF = "topoviz.web.urls"
WSGI_APPLICATION = "topoviz.web.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "topoviz.web",
    "topoviz.web.accounts",
    "topoviz.web.analyses",
    "topoviz.web.audit",
    "topoviz.web.calculations",
    "topoviz.web.idempotency",
    "topoviz.web.lag_reports",
    "topoviz.web.projects",
    "topoviz.web.sharing",
]

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "topoviz.web.private.PrivateMiddleware",
    # What these two send is on problem documents too, which take the place of whatever the rest has answered.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "topoviz.web.api.problems_below.ProblemsBelowMiddleware",
    "topoviz.web.api.bodies.BodyMiddleware",
    "topoviz.web.api.etags.ETagsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
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
# Pictures and pages are written in the same letters.
STATICFILES_DIRS = [("topoviz/font", FONT / "woff2")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}


def carries_its_hash(path: str, url: str) -> bool:
    """Tell whether a file's name changes with its content: those of the storage above, and those of Vite's build."""
    return re.search(r"\.[0-9a-f]{12}\.|/topoviz/build/assets/[^/]+-[\w-]{8}\.", url) is not None


WHITENOISE_IMMUTABLE_FILE_TEST = carries_its_hash

# What is looked up again and again, in each process for itself, and what they share. Nothing is missed when it is gone.
_LOCAL = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
_REDIS = redis_url(os.environ)
CACHES = {
    "default": {"BACKEND": "topoviz.web.rates.shared_cache.SharedCache", "LOCATION": _REDIS} if _REDIS else _LOCAL,
    "local": {**_LOCAL, "LOCATION": "local"},
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "topoviz.web.log_lines.WithoutSecrets",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
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
# Browsers take a cookie of such a name only from this very host, over TLS.
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "topoviz.web.documents.problems.csrf_failure"
# A visitor's analyses belong to the session; without it they are out of reach.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365

# --- uploads ----------------------------------------------------------------------------------------------------------

# Every file goes to disk as it arrives, next to where it stays.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
FILE_UPLOAD_TEMP_DIR = DATA / "uploads" / "arriving"
FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# --- the API ----------------------------------------------------------------------------------------------------------

# The last of these many addresses in X-Forwarded-For were written by proxies of ours; none is believed without.
PROXIES = env.int("TOPOVIZ_PROXIES", default=1 if HTTPS else 0)

# Requests are counted in the broker. Where there is none, each web process lets its share pass.
TOPOVIZ_RATES_URL = _REDIS
TOPOVIZ_WEB_PROCESSES = WEB
# How many times as many as one session or token may come from one address.
TOPOVIZ_RATE_ADDRESS = env.int("TOPOVIZ_RATE_ADDRESS", default=4)

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["topoviz.web.api.v1.parsing.LimitedJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "topoviz.web.api.v1.authentication.TokenAuthentication",
        "topoviz.web.api.v1.authentication.SessionAuthentication",
    ],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "topoviz.web.api.v1.negotiation.Negotiation",
    "DEFAULT_PERMISSION_CLASSES": ["topoviz.web.api.v1.permissions.MayWrite"],
    "DEFAULT_THROTTLE_CLASSES": ["topoviz.web.documents.throttles.RequestsThrottle"],
    # Counted over all processes. What no session or token stands behind is counted by address alone.
    "DEFAULT_THROTTLE_RATES": {
        "requests": env.str("TOPOVIZ_RATE_REQUESTS", default="1200/min"),
        "analyses": env.str("TOPOVIZ_RATE_ANALYSES", default="120/min"),
        "archives": env.str("TOPOVIZ_RATE_ARCHIVES", default="30/min"),
        "previews": env.str("TOPOVIZ_RATE_PREVIEWS", default="120/min"),
        "calculations": env.str("TOPOVIZ_RATE_CALCULATIONS", default="240/min"),
        "visitors": env.str("TOPOVIZ_RATE_VISITORS", default="600/hour"),
        "lag_reports": env.str("TOPOVIZ_RATE_LAG_REPORTS", default="60/hour"),
        "shared": env.str("TOPOVIZ_RATE_SHARED", default="600/min"),
        "drawings": env.str("TOPOVIZ_RATE_DRAWINGS", default="120/min"),
    },
    "NUM_PROXIES": PROXIES,
    "UNAUTHENTICATED_USER": None,
    "EXCEPTION_HANDLER": "topoviz.web.api.v1.errors.handle",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "topoviz",
    "DESCRIPTION": "What a Kafka Streams application really is, found in its code without running it.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "topoviz.web.api.v1.openapi.complete",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "State": "topoviz.web.analyses.models.State",
        "Guarantee": "topoviz.engine.changes.deployment.Guarantee",
        "Protocol": "topoviz.engine.changes.deployment.Protocol",
    },
}

# --- background jobs --------------------------------------------------------------------------------------------------

# After how many days what nobody has asked for is thrown away; 0 keeps it for ever.
TOPOVIZ_RETENTION_DAYS = env.int("TOPOVIZ_RETENTION_DAYS", default=0)

# What differs from the limits in analyses/limits.py, as a JSON object.
TOPOVIZ_LIMITS = env.json("TOPOVIZ_LIMITS", default={})

# The jobs' own rows in the database are the truth and the broker only notifies, so no results are kept. A job is
# acknowledged when it is done, and taken by a worker only when that worker is free: one that dies loses nothing.
CELERY_BROKER_URL = broker_url(os.environ)
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(CELERY_BROKER_URL, DATA)
# Whoever submits something shall not wait for a broker that is gone or hangs.
TOPOVIZ_NOTIFY_OPTIONS = CELERY_BROKER_TRANSPORT_OPTIONS | IMPATIENT
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_DEFAULT_QUEUE = "analyses"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# The last resort: everything in a job has a limit of its own, far below. The worker for Spark has a longer one.
CELERY_TASK_TIME_LIMIT = 300
