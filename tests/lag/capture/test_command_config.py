"""A file for Kafka's own commands, in librdkafka's names."""

import pytest

from topoviz.lag.capture.bad_capture import BadCapture
from topoviz.lag.capture.command_config import ClientSettings, read_command_config, translate

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule"
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule"
OAUTH = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"
KERBEROS = "com.sun.security.auth.module.Krb5LoginModule"


def test_a_login_over_several_lines_becomes_a_name_and_a_password(tmp_path):
    path = tmp_path / "client.properties"
    path.write_text(
        "# of the team\nsecurity.protocol=SASL_SSL\nsasl.mechanism=SCRAM-SHA-512\nsasl.jaas.config="
        f'{SCRAM} required \\\n  username="shop" \\\n  password="a;\\\\"b=c";\nacks=all\n'
    )
    found = read_command_config(path)
    assert found.settings == {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.username": "shop",
        "sasl.password": 'a;"b=c',
    }
    assert found.not_used == ("acks",)


@pytest.mark.parametrize(
    ("login", "expected"),
    [
        (f"{PLAIN} required username='a' password=b;", {"sasl.username": "a", "sasl.password": "b"}),
        (
            f'{OAUTH} required clientId="i" clientSecret="s" scope="kafka";',
            {
                "sasl.oauthbearer.client.id": "i",
                "sasl.oauthbearer.client.secret": "s",
                "sasl.oauthbearer.scope": "kafka",
                "sasl.oauthbearer.method": "oidc",
            },
        ),
        (
            f'{KERBEROS} required useKeyTab=true keyTab="/etc/k" principal="shop@EXAMPLE.COM";',
            {"sasl.kerberos.keytab": "/etc/k", "sasl.kerberos.principal": "shop@EXAMPLE.COM"},
        ),
    ],
)
def test_logins_of_each_kind(login, expected):
    assert translate({"sasl.jaas.config": login}).settings == expected


def test_stores_in_pem_are_taken_as_they_are_and_a_key_in_pkcs12_too(tmp_path):
    pem, store = tmp_path / "ca.pem", tmp_path / "key.p12"
    pem.write_text("subject=ca\n-----BEGIN CERTIFICATE-----\n")
    store.write_bytes(b"0\x82\x0a")
    trust = {"ssl.truststore.location": str(pem), "ssl.truststore.type": "PEM", "ssl.key.password": "k"}
    assert translate(trust).settings == {"ssl.ca.location": str(pem), "ssl.key.password": "k"}
    key = {"ssl.keystore.location": str(store), "ssl.keystore.password": "p"}
    assert translate(key).settings == key
    assert translate({"ssl.keystore.location": str(pem)}).settings == {
        "ssl.key.location": str(pem),
        "ssl.certificate.location": str(pem),
    }
    assert translate({"ssl.endpoint.identification.algorithm": ""}).settings == {
        "ssl.endpoint.identification.algorithm": "none"
    }


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sasl.jaas.config": "software.amazon.msk.auth.iam.IAMLoginModule required;"}, "IAMLoginModule .* Java only"),
        ({"sasl.jaas.config": "username=a"}, "cannot be read"),
        ({"sasl.jaas.config": f"{PLAIN} required username=a;"}, "needs username and password"),
        ({"sasl.password": "${file:/etc/secrets:password}"}, "config provider"),
        ({"ssl.truststore.location": "{store}"}, "is JKS.*keytool -list -rfc -keystore .*store > ca.pem"),
        ({"ssl.keystore.location": "{store}"}, "is JKS.*-deststoretype PKCS12"),
        ({"ssl.keystore.location": "/nowhere/key.p12"}, "cannot be read: /nowhere/key.p12"),
    ],
)
def test_what_this_client_cannot_do_is_said_with_the_way_out(given, words, tmp_path):
    store = tmp_path / "store"
    store.write_bytes(b"\xfe\xed\xfe\xed\0\0\0\2")
    with pytest.raises(BadCapture, match=words):
        translate({name: value.replace("{store}", str(store)) for name, value in given.items()})


def test_no_secret_is_ever_shown():
    found = ClientSettings({"sasl.password": "s3cret", "ssl.key.pem": "pem", "sasl.username": "shop"})
    assert found.without_secrets("shop may not use s3cret or pem") == "shop may not use … or …"
    assert "s3cret" not in repr(found)
