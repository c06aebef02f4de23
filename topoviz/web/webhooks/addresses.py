"""To which addresses webhooks go: how one is written, and which places in a network are connected to."""

from __future__ import annotations

import ipaddress
import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 2_000
USUAL_PORTS: Final = {"http": 80, "https": 443}

LEAST_PORT: Final = 1_024
"""Below it, only the usual ports are taken: the others are of mail, names and other protocols."""

CLOSED_PORTS: Final = frozenset({
    # A request is a command there, or does harm: databases, caches, brokers, containers, X11, IRC.
    *(1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 6379, 9042, 9092, 9200, 11211, 27017),
    *range(6000, 6064),
    *range(6665, 6670),
})  # fmt: skip

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Ip = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")
_WRITTEN: Final = frozenset(string.ascii_letters + string.digits + string.punctuation) - frozenset('\\"<>^`{|}')

_NOT_PUBLIC: Final = (
    # Azure answers here with what it knows of a machine, though the address looks public; 6to4 relays lead anywhere.
    ipaddress.ip_network("168.63.129.16/32"),
    ipaddress.ip_network("192.88.99.0/24"),
    # What Python's table calls global in some releases.
    ipaddress.ip_network("100.64.0.0/10"),
    ipaddress.ip_network("192.0.0.0/24"),
    ipaddress.ip_network("fec0::/10"),
    ipaddress.ip_network("64:ff9b:1::/48"),
)
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_COMPATIBLE: Final = ipaddress.IPv6Network("::/96")
_TRANSLATED: Final = ipaddress.IPv6Network("::ffff:0:0:0/96")


class BadAddress(ValueError):
    """An address that is not taken; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address in its parts; `host` has no brackets, and `target` is the path with what follows it."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def url(self) -> str:
        """Write it as a whole."""
        return f"{self._origin}{self.target}"

    @property
    def shown(self) -> str:
        """Write as much of it as is no secret."""
        return f"{self._origin}/…" if self.target != "/" else f"{self._origin}/"

    @property
    def _origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == USUAL_PORTS[self.scheme] else f":{self.port}")


def parse_address(given: str) -> Address:
    """Read an address; raises BadAddress."""
    text = given.strip()
    if len(text) > LONGEST:
        raise BadAddress(f"An address may have {LONGEST:,} characters.")
    if set(text) - _WRITTEN:
        raise BadAddress("An address has no blanks and only plain letters: write others as % and two digits.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise BadAddress("This is no address.") from error
    if parts.scheme not in USUAL_PORTS or not parts.hostname:
        raise BadAddress("An address begins with https:// or http:// and the name of a host.")
    if parts.username is not None or parts.password is not None:
        raise BadAddress("Omit what stands before the @: the receiver knows a message by its signature.")
    port = USUAL_PORTS[parts.scheme] if port is None else port
    if (port < LEAST_PORT and port not in USUAL_PORTS.values()) or port in CLOSED_PORTS:
        raise BadAddress(f"Nothing is sent to port {port}: take 443, 80 or one above {LEAST_PORT - 1}.")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(parts.scheme, _host(parts.hostname), port, target)


def _host(given: str) -> str:
    if ":" in given:
        try:
            ip = ipaddress.IPv6Address(given)
        except ValueError as error:
            raise BadAddress("This is no address: what stands in brackets is no IPv6 address.") from error
        if ip.scope_id is not None:
            raise BadAddress("An IPv6 address with a zone means something on one machine alone.")
        return str(ip)
    if not _NAME.fullmatch(given) or len(given) > 253:
        raise BadAddress("This is no name of a host.")
    return given


def may_connect(place: str, allowed: Iterable[Network] = ()) -> bool:
    """Tell whether a connection to an IP address, as a socket has it, may be made.

    It may to public ones, and to those of networks that the operator allows. Of an address that carries another one,
    such as one of IPv4 in IPv6, both are looked at.
    """
    try:
        ip = ipaddress.ip_address(place.partition("%")[0])
    except ValueError:
        return False
    return all(_is_allowed(one, allowed) or _is_public(one) for one in (ip, *_carried(ip)))


def _is_public(ip: Ip) -> bool:
    if any(ip in network for network in _NOT_PUBLIC if network.version == ip.version):
        return False
    if ip in _NAT64 or (isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None):
        # They are what they carry.
        return True
    return ip.is_global and not (
        ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_reserved or ip.is_unspecified
    )


def _is_allowed(ip: Ip, allowed: Iterable[Network]) -> bool:
    carried = next(_carried(ip), ip)
    return any(one in network for network in allowed for one in (ip, carried) if network.version == one.version)


def _carried(ip: Ip) -> Iterator[Ip]:
    """Give the IPv4 addresses that one of IPv6 may lead to."""
    if not isinstance(ip, ipaddress.IPv6Address):
        return
    if ip.ipv4_mapped is not None:
        yield ip.ipv4_mapped
    if ip.sixtofour is not None:
        yield ip.sixtofour
    if ip.teredo is not None:
        yield from ip.teredo
    if ip in _NAT64 or ip in _COMPATIBLE or ip in _TRANSLATED:
        yield ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
