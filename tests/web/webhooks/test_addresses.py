"""Which addresses are taken, and which places are connected to."""

import ipaddress

import pytest

from topoviz.web.webhooks.addresses import BadAddress, may_connect, parse_address


def test_an_address_is_shown_without_what_may_be_secret():
    address = parse_address(" https://hooks.slack.example/services/T0/B0/abc?x=1 ")

    assert address.url == "https://hooks.slack.example/services/T0/B0/abc?x=1"
    assert address.shown == "https://hooks.slack.example/…"
    assert parse_address("HTTP://Chat.Example:8065").shown == "http://chat.example:8065/"
    assert parse_address("http://[2001:DB8::1]:8080/x").url == "http://[2001:db8::1]:8080/x"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("ftp://example.org/", "https://"),
        ("file:///etc/passwd", "https://"),
        ("//example.org/", "https://"),
        ("example.org", "https://"),
        ("https:///path", "name of a host"),
        ("https://user:pass@example.org/", "@"),
        ("https://user@example.org/", "@"),
        ("https://example.org:22/", "port 22"),
        ("https://example.org:6379/", "port 6379"),
        ("https://example.org:99999/", "no address"),
        ("https://example.org/a b", "blanks"),
        ("https://exämple.org/", "plain letters"),
        ("https://exa\nmple.org/", "blanks"),
        ("https://example.org\\@10.0.0.1/", "plain letters"),
        ("https://exa%6dple.org/", "name of a host"),
        ("https://[::1/", "no address"),
        ("https://[fe80::1%25eth0]/", "IPv6"),
        ("https://-x.example/", "name of a host"),
        ("https://example.org/" + "x" * 2000, "2,000"),
    ],
)
def test_what_is_no_address_for_messages_is_refused_with_the_reason(given, says):
    with pytest.raises(BadAddress, match=says):
        parse_address(given)


NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.1.2.3 169.254.169.254 169.254.170.2 172.16.0.1
172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:10.0.0.1
64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::808:808 2002:7f00:1:: 2002:a00:1::
2001:0:7f00:1::1 2001:db8::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1
"""


@pytest.mark.parametrize("place", NOT_PUBLIC.split())
def test_nothing_is_sent_to_what_is_not_public(place):
    assert not may_connect(place)


@pytest.mark.parametrize(
    "place", ["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "192.169.0.1"]
)
def test_public_places_are_connected_to(place):
    assert may_connect(place)


def test_what_the_operator_allows_is_allowed_and_nothing_beside_it():
    allowed = [ipaddress.ip_network("10.1.0.0/16"), ipaddress.ip_network("fd00::/16")]

    assert may_connect("10.1.2.3", allowed)
    assert may_connect("::ffff:10.1.2.3", allowed)
    assert may_connect("64:ff9b::10.1.2.3", allowed)
    assert may_connect("fd00::1", allowed)
    assert not may_connect("10.2.0.1", allowed)
    assert not may_connect("::ffff:10.2.0.1", allowed)
    assert not may_connect("127.0.0.1", allowed)


def test_what_is_no_address_at_all_is_not_connected_to():
    assert not may_connect("localhost")
    assert not may_connect("")
