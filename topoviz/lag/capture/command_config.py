"""A file for `--command-config` of Kafka's own commands, in the names that librdkafka gives the same things.

Java's clients keep certificates in stores of their own and logins in `sasl.jaas.config`; librdkafka reads PEM and
PKCS #12, and has a setting for each part of a login.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from topoviz.engine.syntax.configuration.properties_text import read_properties
from topoviz.lag.capture.bad_capture import BadCapture
from topoviz.lag.capture.jaas import Login, read_login

_SAME: Final = frozenset(
    {
        "bootstrap.servers",
        "client.id",
        "client.dns.lookup",
        "connections.max.idle.ms",
        "metadata.max.age.ms",
        "reconnect.backoff.ms",
        "reconnect.backoff.max.ms",
        "sasl.mechanism",
        "sasl.kerberos.kinit.cmd",
        "sasl.kerberos.min.time.before.relogin",
        "sasl.kerberos.service.name",
        "sasl.oauthbearer.scope",
        "sasl.oauthbearer.token.endpoint.url",
        "security.protocol",
        "socket.connection.setup.timeout.ms",
        "ssl.cipher.suites",
        "ssl.endpoint.identification.algorithm",
        "ssl.key.password",
        "ssl.keystore.password",
    }
)
"""What both call alike."""

_LIBRDKAFKA: Final = ("sasl.username", "sasl.password", "ssl.ca.location", "ssl.ca.pem", "ssl.certificate.location",
    "ssl.certificate.pem", "ssl.key.location", "ssl.key.pem", "sasl.oauthbearer.method", "sasl.oauthbearer.client.id",
    "sasl.oauthbearer.client.secret", "enable.ssl.certificate.verification")  # fmt: skip
"""What somebody writes who knows librdkafka's own names."""

_OTHERWISE: Final = {
    "sasl.oauthbearer.client.credentials.client.id": "sasl.oauthbearer.client.id",
    "sasl.oauthbearer.client.credentials.client.secret": "sasl.oauthbearer.client.secret",
    "ssl.truststore.certificates": "ssl.ca.pem",
    "ssl.keystore.certificate.chain": "ssl.certificate.pem",
    "ssl.keystore.key": "ssl.key.pem",
}
_SECRET: Final = ("password", "secret", "ssl.key.pem")
_HANDLED: Final = frozenset(
    {
        "sasl.jaas.config",
        "ssl.keystore.location",
        "ssl.keystore.type",
        "ssl.truststore.location",
        "ssl.truststore.type",
        "ssl.truststore.password",
        "sasl.login.callback.handler.class",
        "ssl.enabled.protocols",
        "ssl.protocol",
    }
)
_JKS: Final = b"\xfe\xed\xfe\xed"
_PEM: Final = b"-----BEGIN"


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """Settings of librdkafka, which are not shown, and the names of what was left aside."""

    settings: Mapping[str, str] = field(default_factory=dict, repr=False)
    not_used: tuple[str, ...] = ()

    def without_secrets(self, text: str) -> str:
        """Take every secret out of a text."""
        for name, value in self.settings.items():
            if value and any(word in name for word in _SECRET):
                text = text.replace(value, "…")
        return text


def read_command_config(path: Path) -> ClientSettings:
    """Read a file; raises BadCapture with a sentence where librdkafka cannot do what it asks, and OSError."""
    (*_, last) = read_properties(path.read_bytes(), 0)
    return translate({one.key: (one.value or "").strip() for one in last})


def translate(given: Mapping[str, str]) -> ClientSettings:
    """Translate settings of Java's clients; raises BadCapture."""
    external = next((name for name, value in given.items() if value.startswith("${") and value.endswith("}")), None)
    if external is not None:
        raise BadCapture(
            f"{external} refers to a config provider, which only Java's clients ask. Write the value itself into a "
            "file that nobody else may read."
        )
    settings = {name: value for name, value in given.items() if name in _SAME or name in _LIBRDKAFKA}
    settings |= {theirs: given[ours] for ours, theirs in _OTHERWISE.items() if ours in given}
    if given.get("ssl.endpoint.identification.algorithm") == "":
        settings["ssl.endpoint.identification.algorithm"] = "none"
    settings |= _login(given)
    settings |= _trusted(given)
    settings |= _own_key(given)
    if "sasl.oauthbearer.client.id" in settings:
        settings.setdefault("sasl.oauthbearer.method", "oidc")
    known = {*_SAME, *_LIBRDKAFKA, *_OTHERWISE, *_HANDLED}
    return ClientSettings(settings, tuple(name for name in given if name not in known))


def _login(given: Mapping[str, str]) -> dict[str, str]:
    text = given.get("sasl.jaas.config")
    if not text:
        return {}
    login = read_login(text)
    if login is None:
        raise BadCapture(
            "sasl.jaas.config cannot be read. It is a class, then required, then options, then a semicolon: "
            'org.apache.kafka.common.security.plain.PlainLoginModule required username="…" password="…";'
        )
    if login.module not in _LOGINS:
        raise BadCapture(
            f"The login {login.module} of sasl.jaas.config runs in Java only; this client knows "
            f"{', '.join(_LOGINS)}. Use a listener or an account with one of them."
        )
    return _LOGINS[login.module](login)


def _name_and_password(login: Login) -> dict[str, str]:
    options = login.options
    if "username" not in options or "password" not in options:
        raise BadCapture(f"{login.module} of sasl.jaas.config needs username and password.")
    return {"sasl.username": options["username"], "sasl.password": options["password"]}


def _client_of_oauth(login: Login) -> dict[str, str]:
    names = {
        "clientId": "sasl.oauthbearer.client.id",
        "clientSecret": "sasl.oauthbearer.client.secret",
        "scope": "sasl.oauthbearer.scope",
    }
    return {names[name]: value for name, value in login.options.items() if name in names}


def _ticket(login: Login) -> dict[str, str]:
    names = {
        "keyTab": "sasl.kerberos.keytab",
        "principal": "sasl.kerberos.principal",
        "serviceName": "sasl.kerberos.service.name",
    }
    return {names[name]: value for name, value in login.options.items() if name in names}


_LOGINS: Final[dict[str, Callable[[Login], dict[str, str]]]] = {
    "PlainLoginModule": _name_and_password,
    "ScramLoginModule": _name_and_password,
    "OAuthBearerLoginModule": _client_of_oauth,
    "Krb5LoginModule": _ticket,
}


def _trusted(given: Mapping[str, str]) -> dict[str, str]:
    """Give whom to trust; librdkafka reads that as PEM alone."""
    location = given.get("ssl.truststore.location")
    if not location:
        return {}
    begin = _begin(location, "ssl.truststore.location")
    if _PEM not in begin:
        raise BadCapture(
            f"The truststore {location} is {'JKS' if begin.startswith(_JKS) else 'no PEM'}, and this client reads PEM. "
            f"Write it once with: keytool -list -rfc -keystore {location} > ca.pem, and give that as "
            "ssl.truststore.location with ssl.truststore.type=PEM."
        )
    return {"ssl.ca.location": location}


def _own_key(given: Mapping[str, str]) -> dict[str, str]:
    location = given.get("ssl.keystore.location")
    if not location:
        return {}
    begin = _begin(location, "ssl.keystore.location")
    if begin.startswith(_JKS):
        raise BadCapture(
            f"The keystore {location} is JKS, and this client reads PKCS #12 and PEM. Write it once with: keytool "
            f"-importkeystore -srckeystore {location} -destkeystore key.p12 -deststoretype PKCS12, and give that."
        )
    if _PEM in begin:
        return {"ssl.key.location": location, "ssl.certificate.location": location}
    return {"ssl.keystore.location": location}


def _begin(location: str, name: str) -> bytes:
    try:
        return Path(location).read_bytes()
    except OSError as error:
        raise BadCapture(f"{name} cannot be read: {location}: {error.strerror}.") from error
