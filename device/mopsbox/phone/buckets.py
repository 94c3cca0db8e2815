"""How often an address may ask: a bucket of tokens each, filled again with time. Pure: time comes in."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

RATE, BURST = 5.0, 40.0  # requests a second, and at once: a page looks every three seconds
MOST = 1024  # addresses that are remembered


class Buckets:
    """By address; of the newest IPv6 addresses by network, for a single machine has as many as it wants."""

    def __init__(self, rate: float = RATE, burst: float = BURST, most: int = MOST) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._left: dict[str, tuple[float, float]] = {}  # tokens, and when they were counted; who asked last is last

    def take(self, address: str, now_s: float) -> bool:
        """Is there a token for this address? Takes it."""
        key = owner(address)
        left, since = self._left.pop(key, (self.burst, now_s))
        left = min(self.burst, left + self.rate * max(0.0, now_s - since))
        self._left[key] = (left - 1, now_s) if left >= 1 else (left, now_s)
        if len(self._left) > self.most:
            del self._left[next(iter(self._left))]  # who asked longest ago
        return left >= 1


def plain(address: str) -> IPv4Address | IPv6Address | None:
    """The address itself, also where IPv6 wraps an old one; None: none."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def owner(address: str) -> str:
    """Whose bucket it is."""
    found = plain(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, 64), strict=False))
    return str(found)


def near(address: str) -> bool:
    """Is it on a network of a home, or this machine?"""
    found = plain(address)
    return found is not None and (found.is_private or found.is_loopback or found.is_link_local)
