"""One message: to a real receiver, over real sockets."""

import datetime as dt
import ipaddress
import socket
import ssl
import time

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.web.webhooks.conftest import LOOPBACK
from tests.web.webhooks.receiver import Receiver, hang_up, trickle
from topoviz.web.webhooks import sending
from topoviz.web.webhooks.addresses import parse_address
from topoviz.web.webhooks.sending import send


def sent(url, allowed=LOOPBACK, body=b"{}"):
    return send(parse_address(url), body, [("Content-Type", "application/json")], allowed)


def test_a_message_arrives_as_it_is(receiver):
    outcome = sent(receiver.url, body="{“ä”}".encode())

    assert (outcome.code, outcome.said, outcome.is_delivered) == (204, "", True)
    (got,) = receiver.got
    assert (got.path, got.body) == ("/hooks/very-secret", "{“ä”}".encode())
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert got.headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_what_is_not_taken_is_told_with_its_status(receiver, status):
    receiver.answers = [status]

    outcome = sent(receiver.url)

    assert (outcome.code, outcome.is_delivered, outcome.is_final) == (status, False, status == 410)
    assert str(status) in outcome.said


def test_no_redirect_is_followed(receiver):
    elsewhere = Receiver()
    elsewhere.start()
    receiver.answers = [(307, {"Location": elsewhere.url}, b"")]

    outcome = sent(receiver.url)
    elsewhere.stop()

    assert (outcome.code, outcome.is_delivered) == (307, False)
    assert "do not follow" in outcome.said
    assert elsewhere.got == []


def test_a_receiver_may_ask_to_be_left_alone(receiver):
    receiver.answers = [(429, {"Retry-After": "90"}, b""), (503, {"Retry-After": "99999"}, b""),
                        (429, {"Retry-After": "soon"}, b"")]  # fmt: skip

    assert [sent(receiver.url).wait for _ in range(3)] == [90, 3600, 0]


def test_whoever_hangs_up_has_not_taken_it(receiver):
    receiver.answers = [hang_up]

    outcome = sent(receiver.url)

    assert (outcome.code, outcome.said) == (None, "It closed the connection without an answer.")


def test_an_answer_that_is_no_http_is_none(receiver):
    receiver.answers = [lambda handler: handler.wfile.write(b"SSH-2.0-OpenSSH_9\r\n\r\n")]

    assert sent(receiver.url).said == "What it answered is not HTTP."


def test_an_answer_in_crumbs_takes_no_longer_than_the_whole_may(receiver, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 1.0)
    receiver.answers = [trickle(0.1)]
    began = time.monotonic()

    outcome = sent(receiver.url)

    assert "did not answer" in outcome.said
    assert time.monotonic() - began < 10


def test_no_more_of_an_answer_is_read_than_there_is_room_for(receiver):
    sizes = []

    def flood(handler):
        handler.close_connection = True
        handler.connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        try:
            while sum(sizes) < 1_000_000_000:
                sizes.append(handler.connection.send(b"x" * 65536))
        except OSError:
            return

    receiver.answers = [flood]

    assert sent(receiver.url).is_delivered
    assert sum(sizes) < 50_000_000


def test_nobody_at_the_address_is_told():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert sent(f"http://127.0.0.1:{port}/").said == "Nobody answers at this address."


FORMS = ("127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]")


@pytest.mark.parametrize("host", FORMS)
def test_this_machine_is_not_reached_in_whatever_form_it_is_written(receiver, host):
    url = receiver.url.replace("127.0.0.1", host)

    outcome = sent(url, allowed=())

    assert "sends nothing to" in outcome.said
    assert receiver.got == []
    # The same address is reached where that is allowed: it was refused, and not merely wrong.
    assert sent(url).is_delivered


def test_a_name_that_answers_otherwise_the_next_time_leads_nowhere_else(receiver, monkeypatch):
    """The address that is looked at is the one that is connected to: a name is asked once."""
    asked, real = [], socket.getaddrinfo

    def first_public(host, *arguments, **options):
        if host != "rebinding.example":
            return real(host, *arguments, **options)
        asked.append(host)
        place = "192.0.2.1" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, receiver.port))]

    monkeypatch.setattr(socket, "getaddrinfo", first_public)
    usual = sending.SECONDS
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    address = f"http://rebinding.example:{receiver.port}/"
    # Only the first of its addresses is allowed, and nobody is there.
    outcome = sent(address, allowed=[ipaddress.ip_network("192.0.2.0/24")])

    assert not outcome.is_delivered
    assert asked == ["rebinding.example"]
    assert receiver.got == []
    monkeypatch.setattr(sending, "SECONDS", usual)
    assert "sends nothing to" in sent(address, allowed=[ipaddress.ip_network("192.0.2.0/24")]).said
    assert receiver.got == []


def test_of_several_addresses_those_that_may_be_are_tried_until_one_answers(receiver, monkeypatch):
    places = ["10.1.1.1", "127.0.0.2", "127.0.0.1"]
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *rest, **more: (
            [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, receiver.port)) for one in places]
            if host == "many.example"
            else real(host, *rest, **more)
        ),
    )

    assert sent(f"http://many.example:{receiver.port}/").is_delivered


def test_an_address_that_swallows_everything_leaves_time_for_the_next(receiver, monkeypatch):
    real, plain = socket.getaddrinfo, socket.create_connection
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, receiver.port)) for one in ("127.9.9.9", "127.0.0.1")]
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *rest, **more: found if host == "two.example" else real(host, *rest, **more)
    )

    def connect(address, timeout, **options):
        if address[0] == "127.9.9.9":
            time.sleep(timeout)
            raise TimeoutError
        return plain(address, timeout, **options)

    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(sending, "SECONDS", 1.0)

    assert sent(f"http://two.example:{receiver.port}/").is_delivered


def test_a_name_that_nobody_knows_and_one_that_takes_for_ever_are_told(monkeypatch):
    def unknown(*arguments, **options):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert sent("http://nobody.example/").said == "Nobody knows a host of this name."

    monkeypatch.setattr(sending, "SECONDS", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **options: time.sleep(20))
    began = time.monotonic()
    assert "did not answer" in sent("http://slow.example/").said
    assert time.monotonic() - began < 10


@pytest.fixture
def over_tls(tmp_path):
    """A receiver with a certificate for localhost that nobody has signed but itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = tmp_path / "certificate.pem", tmp_path / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )

    def wrap(server):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, secret)
        server.socket = context.wrap_socket(server.socket, server_side=True)

    started = Receiver()
    started.start(wrap)
    yield started, certificate
    started.stop()


def test_a_certificate_is_checked_and_for_the_name_in_the_address(over_tls, monkeypatch):
    receiver, certificate = over_tls
    of_the_name = f"https://localhost:{receiver.port}/"

    assert "certificate is not valid" in sent(of_the_name).said
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert sent(of_the_name).is_delivered
    assert "certificate is not valid" in sent(f"https://127.0.0.1:{receiver.port}/").said
    assert len(receiver.got) == 1
