"""How often an address may ask: a bucket of tokens each, filled again with time. Pure: time comes in."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

RATE, BURST = 5.0, 40.0  # requests a second, and at once: a page looks every three seconds
SHARED = 10  # of a network of IPv6, so many times that: a home's phones have one together
MOST = 1024  # addresses that are remembered


class Buckets:
    """By address; in IPv6 also by network, for a single machine has as many addresses as it wants."""

    def __init__(self, rate: float = RATE, burst: float = BURST, most: int = MOST) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._left: dict[str, tuple[float, float]] = {}  # tokens, and when they were counted; who asked last is last

    def take(self, address: str, now_s: float) -> bool:
        """Is there a token for this address? Takes it."""
        own, network = str(plain(address)), owner(address)
        shares = {own: 1, network: SHARED} if network != own else {own: 1}
        left = {key: self._filled(key, many, now_s) for key, many in shares.items()}
        enough = min(left.values()) >= 1
        for key in left:
            self._left[key] = (left[key] - enough, now_s)
        while len(self._left) > self.most:
            del self._left[next(iter(self._left))]  # who asked longest ago
        return enough

    def _filled(self, key: str, many: int, now_s: float) -> float:
        most = self.burst * many
        left, since = self._left.pop(key, (most, now_s))
        return min(most, left + self.rate * many * max(0.0, now_s - since))


def plain(address: str) -> IPv4Address | IPv6Address | None:
    """The address itself, also where IPv6 wraps an old one; None: none."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def owner(address: str) -> str:
    """Whose it is: the address, or in IPv6 its network."""
    found = plain(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, 64), strict=False))
    return str(found)


def near(address: str) -> bool:
    """Is it on a network of a home, or this machine?"""
    found = plain(address)
    return found is not None and (found.is_private or found.is_loopback or found.is_link_local)
