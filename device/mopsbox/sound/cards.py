"""Which sound cards there are."""

from __future__ import annotations

import os
from pathlib import Path

CARDS = Path("/dev/snd")


def there(folder: Path = CARDS) -> frozenset[str]:
    """The sound cards of this machine, as the kernel numbers them; they come and go with their plugs."""
    try:
        return frozenset(name for name in os.listdir(folder) if name.startswith("controlC"))
    except OSError:
        return frozenset()
