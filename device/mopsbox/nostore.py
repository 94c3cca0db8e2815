"""The store of a box whose disk could not be used at the start: until it can, nothing is kept and nothing promised."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from .database import prepared
from .jsonl import BadInput
from .places import StoreFault
from .sitters import Found
from .store import Store


class NoStore(Store):
    """A disk that could not be used at the start: the box still comes up and says why, and neither begins a game nor
    takes a name it could not keep. Whenever it is to write, the disk is tried once more; if it can be used by then,
    this is the store that `again` opened. `again` raises StoreFault and BadInput."""

    def __init__(self, fault: StoreFault, again: Callable[[], Store] | None = None) -> None:
        super().__init__(prepared(":memory:"), None, None)
        self.notice, self._fault, self._again = fault.word, fault, again

    @property
    def there(self) -> bool:
        """Can the disk be used by now?"""
        return self._again is None and self._folder is not None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._try_again()
        with super()._transaction():
            yield

    def _read(self, read: Callable[..., Found], *asked: Any) -> Found:
        if not self.there:
            raise self._fault
        return super()._read(read, *asked)

    def _try_again(self) -> None:
        """Raises StoreFault."""
        if self.there:
            return
        try:
            if self._again is None:
                raise self._fault
            found = self._again()
        except StoreFault as fault:
            self._fault = fault
            raise
        except BadInput as bad:
            raise self._fault from bad
        self._db.close()
        self._db, self._files, self._lock, self._folder = found._db, found._files, found._lock, found._folder
        self._highest, self._again = found._highest, None
