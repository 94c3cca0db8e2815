"""A text as a QR code (ISO/IEC 18004): byte mode, versions 1 to 6, level M. Pure.

Level M mends a seventh of the signs, and six versions hold 106 bytes: an address with room to spare. The steps, in the
standard's order: bits, Reed-Solomon, the function patterns, the bits along the columns, the best of eight masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

Grid = Sequence[Sequence[bool]]
Module = tuple[int, int]
"""Row, column, from the upper left corner."""

LEVELS = ((1, 16, 10), (1, 28, 16), (1, 44, 26), (2, 32, 18), (2, 43, 24), (4, 27, 16))
"""By version, from 1: blocks, bytes of data and of correction in each (table 9, level M)."""
QUIET = 4  # modules of free ground on every side
FORMAT_M = 0b00
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, j: i % 2 == 0,
    lambda i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)


def encoded(text: str, mask: int | None = None) -> tuple[tuple[bool, ...], ...]:
    """The rows of the code, dark modules True, without the quiet zone. `mask`: None, the one the standard's penalties
    choose. Raises ValueError: more than 106 bytes."""
    data = text.encode()
    version = next((n for n, (blocks, size, _) in enumerate(LEVELS, 1) if len(data) + 2 <= blocks * size), None)
    if version is None:
        raise ValueError(f"{len(data)} bytes are more than a code of version {len(LEVELS)} holds; shorten the text")
    stream = _interleaved(_codewords(data, version), version)
    grid, fixed = _patterns(version)
    _fill(grid, fixed, stream)
    tried: list[Grid] = [_masked(grid, fixed, n) for n in (range(8) if mask is None else (mask,))]
    best = min(tried, key=penalty)
    return tuple(map(tuple, best))


def quiet(rows: Sequence[Sequence[bool]]) -> tuple[tuple[bool, ...], ...]:
    """The code in its quiet zone, without which readers do not find it."""
    side, wide = (False,) * QUIET, (False,) * (len(rows) + 2 * QUIET)
    return (wide,) * QUIET + tuple((*side, *row, *side) for row in rows) + (wide,) * QUIET


# --- bits


def _codewords(data: bytes, version: int) -> bytes:
    """Mode, length, data, end, and the filling up to what the version holds."""
    blocks, size, _ = LEVELS[version - 1]
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * blocks * size - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = bytes(int(bits[n : n + 8], 2) for n in range(0, len(bits), 8))
    missing = blocks * size - len(words)
    return words + (b"\xec\x11" * (missing // 2 + 1))[:missing]


def _interleaved(words: bytes, version: int) -> Iterator[bool]:
    """First bytes of all blocks, second bytes, ...; then the same of the corrections."""
    blocks, size, extra = LEVELS[version - 1]
    parts = [words[n * size : (n + 1) * size] for n in range(blocks)]
    for each in (parts, [correction(part, extra) for part in parts]):
        for column in zip(*each, strict=True):
            for byte in column:
                yield from (bool(byte >> bit & 1) for bit in range(7, -1, -1))


def _tables() -> tuple[list[int], list[int]]:
    powers, logs, value = [], [0] * 256, 1
    for n in range(255):
        powers.append(value)
        logs[value] = n
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return powers * 2, logs


POWERS, LOGS = _tables()


def _times(a: int, b: int) -> int:
    return POWERS[LOGS[a] + LOGS[b]] if a and b else 0


def correction(data: Iterable[int], size: int) -> bytes:
    """The `size` Reed-Solomon bytes of a block: the rest of its division by (x - 1)(x - a)...(x - a^(size-1))."""
    generator = [1]
    for n in range(size):
        shifted = [*generator, 0]
        generator = [a ^ b for a, b in zip(shifted, [0, *(_times(g, POWERS[n]) for g in generator)], strict=True)]
    rest = [0] * size
    for byte in data:
        factor = byte ^ rest[0]
        rest = [a ^ _times(g, factor) for a, g in zip([*rest[1:], 0], generator[1:], strict=True)]
    return bytes(rest)


def format_bits(mask: int) -> int:
    """The fifteen bits that say level and mask."""
    value = rest = FORMAT_M << 3 | mask
    for _ in range(10):
        rest = rest << 1 ^ (0x537 if rest & 0x200 else 0)
    return (value << 10 | rest) ^ 0x5412


# --- modules


def _patterns(version: int) -> tuple[list[list[bool]], set[Module]]:
    """What every code of a version has, and where: finders, timing, alignment; the format's places are kept free."""
    n = 17 + 4 * version
    grid = [[False] * n for _ in range(n)]
    fixed: set[Module] = set()

    def put(row: int, column: int, dark: bool) -> None:
        if 0 <= row < n and 0 <= column < n:
            grid[row][column] = dark
            fixed.add((row, column))

    def rings(row: int, column: int, reach: int, dark: tuple[int, ...]) -> None:
        for i in range(-reach, reach + 1):
            for j in range(-reach, reach + 1):
                put(row + i, column + j, max(abs(i), abs(j)) in dark)

    for k in range(n):
        put(6, k, k % 2 == 0)
        put(k, 6, k % 2 == 0)
    for row, column in ((3, 3), (3, n - 4), (n - 4, 3)):
        rings(row, column, 4, (0, 1, 3))
    if version > 1:
        rings(n - 7, n - 7, 2, (0, 2))
    for row, column in (*_format_places(n)[0], *_format_places(n)[1]):
        put(row, column, False)
    put(n - 8, 8, True)
    return grid, fixed


def _format_places(n: int) -> tuple[list[Module], list[Module]]:
    """Where the format's bits lie, the most significant first, twice."""
    bent = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    return bent, [(n - 1 - k, 8) for k in range(7)] + [(8, n - 8 + k) for k in range(8)]


def _fill(grid: list[list[bool]], fixed: set[Module], stream: Iterator[bool]) -> None:
    """Up and down in pairs of columns from the right; the bits that are left over stay light."""
    n, upwards = len(grid), True
    for right in (*range(n - 1, 6, -2), 5, 3, 1):
        for row in range(n - 1, -1, -1) if upwards else range(n):
            for column in (right, right - 1):
                if (row, column) not in fixed:
                    grid[row][column] = next(stream, False)
        upwards = not upwards


def _masked(grid: Grid, fixed: set[Module], mask: int) -> Grid:
    n, turns = len(grid), MASKS[mask]
    made = [[grid[i][j] ^ ((i, j) not in fixed and turns(i, j)) for j in range(n)] for i in range(n)]
    for places in _format_places(n):
        for k, (row, column) in enumerate(places):
            made[row][column] = bool(format_bits(mask) >> (14 - k) & 1)
    return made


# --- which mask


LIKE_A_FINDER = tuple(map(bool, (1, 0, 1, 1, 1, 0, 1)))
LIGHT = (False,) * 4


def penalty(grid: Grid) -> int:
    """How hard a reader would find it (7.8.3): long runs, blocks, what looks like a finder, more dark than light."""
    n = len(grid)
    lines: list[Sequence[bool]] = [*grid, *zip(*grid, strict=True)]
    runs = (len(list(run)) for line in lines for _, run in groupby(line))
    found = sum(run - 2 for run in runs if run >= 5)
    found += 3 * sum(
        grid[i][j] == grid[i][j + 1] == grid[i + 1][j] == grid[i + 1][j + 1] for i in range(n - 1) for j in range(n - 1)
    )
    wrong = ((*LIKE_A_FINDER, *LIGHT), (*LIGHT, *LIKE_A_FINDER))
    found += 40 * sum(tuple(line[k : k + 11]) in wrong for line in lines for k in range(n - 10))
    dark = sum(map(sum, grid))
    return found + 10 * (abs(20 * dark - 10 * n * n) // (n * n))
