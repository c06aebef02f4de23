"""Django's settings, fit for production unless the environment says otherwise.

The README lists the variables that are read here.
"""

from __future__ import annotations

import ipaddress
import os
import re

import environ
from csp.constants import NONE, SELF

from topoviz.rendering.font_files import FOLDER as FONT
from topoviz.web.broker import IMPATIENT, broker_url, redis_url, transport_options
from topoviz.web.database import database_settings
from topoviz.web.other_services import sign_in_services
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

# What an operator sees stands in `staff/`: of all that there is, only what is no secret.
INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.github",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
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
    "topoviz.web.webhooks",
]

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]

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
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "topoviz.web.accounts.anonymous.SignInMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [templates_directory()],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "topoviz.web.accounts.context.account",
            ]
        },
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
# Which sites may embed the page of a share link that is made for it, as a Content-Security-Policy writes them.
TOPOVIZ_EMBED_IN = env.list("TOPOVIZ_EMBED_IN", default=["https:", SELF])
if TOPOVIZ_EMBED_IN == ["none"]:
    TOPOVIZ_EMBED_IN = [NONE]
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

# The last of these many addresses in X-Forwarded-For were written by proxies of ours; none is believed without.
PROXIES = env.int("TOPOVIZ_PROXIES", default=1 if HTTPS else 0)

# --- accounts ---------------------------------------------------------------------------------------------------------

# Whether one may use topoviz without an account, and whether anybody may make one, or only who is invited.
TOPOVIZ_ANONYMOUS = env.bool("TOPOVIZ_ANONYMOUS", default=True)
TOPOVIZ_SIGN_UP = env.bool("TOPOVIZ_SIGN_UP", default=True)

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "teams"
LOGOUT_REDIRECT_URL = "start"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# E-mail is written to standard output where no server for it is named.
SENDS_MAIL = bool(env.str("TOPOVIZ_EMAIL_URL", default=""))
MAIL = env.email_url_config(env.str("TOPOVIZ_EMAIL_URL", default="") or "consolemail://")
EMAIL_BACKEND = MAIL["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = MAIL["EMAIL_HOST"] or "localhost", MAIL["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["EMAIL_HOST_USER"] or "", MAIL["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.get("EMAIL_USE_TLS", False), MAIL.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = MAIL["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("TOPOVIZ_EMAIL_FROM", default="topoviz@localhost")

ACCOUNT_ADAPTER = "topoviz.web.accounts.adapters.AccountAdapter"
_FORMS = "topoviz.web.accounts.forms"
ACCOUNT_FORMS = {
    "login": f"{_FORMS}.LoginForm",
    "signup": f"{_FORMS}.SignupForm",
    "add_email": f"{_FORMS}.AddEmailForm",
    "reset_password": f"{_FORMS}.ResetPasswordForm",
    "reset_password_from_key": f"{_FORMS}.ResetPasswordKeyForm",
    "change_password": f"{_FORMS}.ChangePasswordForm",
    "set_password": f"{_FORMS}.SetPasswordForm",
    "reauthenticate": f"{_FORMS}.ReauthenticateForm",
}
SOCIALACCOUNT_FORMS = {"signup": f"{_FORMS}.OtherServiceSignupForm"}
MFA_FORMS = {
    "authenticate": f"{_FORMS}.SecondFactorForm",
    "reauthenticate": f"{_FORMS}.SecondFactorAgainForm",
    "activate_totp": f"{_FORMS}.ActivateAppForm",
}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
# Where mail is only printed, nobody can be asked to read it first.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SENDS_MAIL else "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_RATE_LIMITS = {"login_failed": "20/h/ip,5/5m/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES

MFA_ADAPTER = "topoviz.web.accounts.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "topoviz"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not SENDS_MAIL

SOCIALACCOUNT_ADAPTER = "topoviz.web.accounts.adapters.OtherServiceAdapter"
SOCIALACCOUNT_PROVIDERS = sign_in_services(os.environ)
# An e-mail address that another service names signs nobody in to an account that is here already.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_STORE_TOKENS = False

# --- uploads ----------------------------------------------------------------------------------------------------------

# Every file goes to disk as it arrives, next to where it stays.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
FILE_UPLOAD_TEMP_DIR = DATA / "uploads" / "arriving"
FILE_UPLOAD_TEMP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# --- the API ----------------------------------------------------------------------------------------------------------

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
        "passwords": env.str("TOPOVIZ_RATE_PASSWORDS", default="30/hour"),
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
    "WEBHOOKS": ["topoviz.web.api.v1.webhook_schemas.EVENT"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "State": "topoviz.web.analyses.models.State",
        "Guarantee": "topoviz.engine.changes.deployment.Guarantee",
        "Protocol": "topoviz.engine.changes.deployment.Protocol",
        "WebhookKind": ("slack", "json"),
        "LinkKind": "topoviz.web.api.v1.listed_schemas.LINK_KINDS",
    },
}

# --- webhooks --------------------------------------------------------------------------------------------------------

# Networks that are not public and to which messages may be sent all the same, such as that of a company.
TOPOVIZ_WEBHOOK_NETWORKS = [
    ipaddress.ip_network(one.strip()) for one in env.list("TOPOVIZ_WEBHOOK_NETWORKS", default=[])
]

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
