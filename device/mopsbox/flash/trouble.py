"""How flashing ends when it does not work (formats.md, exit status)."""

from __future__ import annotations

FAILED, MISSING = 1, 3


class Stopped(Exception):
    """Nothing more is done. `status`: the command's; str(): one sentence that says what to do next."""

    def __init__(self, sentence: str, status: int = FAILED) -> None:
        super().__init__(sentence)
        self.status = status


def missing(sentence: str) -> Stopped:
    """There is no board, or it is gone."""
    return Stopped(sentence, MISSING)
