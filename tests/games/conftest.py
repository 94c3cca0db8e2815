"""What the tests of games share."""

from collections.abc import Iterator

import pytest

from mopsbox.games import GAMES, mopsen


@pytest.fixture(scope="module")
def mopsen_on_offer() -> Iterator[None]:
    """Mopsen among the games, for the journal, whether the box offers it or not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "mopsen", mopsen)
        yield
