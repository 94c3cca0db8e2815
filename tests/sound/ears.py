"""What an ear makes of a sound: its spectrum in thirds of an octave, its loudness by the A curve, its rhythm.

Written without the generator's own means (mopsbox.sounds.synth weighs in time, this does in frequency).
"""

from __future__ import annotations

import cmath
import io
import math
import struct
import wave
from collections.abc import Sequence
from functools import cache

FRAME = 2048  # samples: 85 ms, 12 Hz apart at 24 kHz
THIRDS = [1000 * 2 ** (n / 3) for n in range(-8, 10)]  # 157 Hz to 8 kHz: what a small speaker gives back
FLOOR_DB = -40.0  # below the loudest third; what is weaker nobody hears beside it


def read(data: bytes) -> tuple[int, list[float]]:
    """Samples a second, and the samples, -1 to 1, of a WAV with one channel of 16 bit."""
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        count = file.getnframes()
        return file.getframerate(), [x / 32768 for x in struct.unpack(f"<{count}h", file.readframes(count))]


def fft(x: Sequence[complex]) -> list[complex]:
    """Of a power of two of samples."""
    if len(x) == 1:
        return list(x)
    even = fft(x[::2])
    turned = [turn * odd for turn, odd in zip(_turns(len(x)), fft(x[1::2]), strict=True)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [a - b for a, b in zip(even, turned, strict=True)]


@cache
def _turns(n: int) -> list[complex]:
    return [cmath.exp(-2j * math.pi * k / n) for k in range(n // 2)]


def power(samples: Sequence[float], rate: int) -> list[list[tuple[float, float]]]:
    """(Hz, power) frame after frame, half a frame apart; all powers of a frame add up to its mean square."""
    window = [0.5 - 0.5 * math.cos(2 * math.pi * n / FRAME) for n in range(FRAME)]
    norm = sum(w * w for w in window) * FRAME
    padded = [*samples, *[0.0] * FRAME]
    frames = []
    for first in range(0, len(samples), FRAME // 2):
        found = fft([w * x for w, x in zip(window, padded[first : first + FRAME], strict=True)])
        frames.append([(k * rate / FRAME, 2 * abs(found[k]) ** 2 / norm) for k in range(1, FRAME // 2)])
    return frames


def a_curve(hz: float) -> float:
    """How much of a power at this pitch counts (IEC 61672); 1 at 1 kHz."""
    f = hz * hz
    heard = 12194**2 * f * f / ((f + 20.6**2) * math.sqrt((f + 107.7**2) * (f + 737.9**2)) * (f + 12194**2))
    return (heard * 10 ** (2.0 / 20)) ** 2


def loudness(samples: Sequence[float], rate: int) -> float:
    """Of the loudest frame, dB(A) below full scale."""
    return 10 * math.log10(max(sum(p * a_curve(hz) for hz, p in frame) for frame in power(samples, rate)))


def colour(samples: Sequence[float], rate: int) -> list[float]:
    """How strong each third of an octave is in the whole sound, dB below the loudest one."""
    sums = [1e-12] * len(THIRDS)
    for frame in power(samples, rate):
        for hz, p in frame:
            third = round(3 * math.log2(hz / 1000)) + 8
            if 0 <= third < len(THIRDS):
                sums[third] += p * a_curve(hz)
    return [max(FLOOR_DB, 10 * math.log10(s / max(sums))) for s in sums]


def rhythm(samples: Sequence[float], rate: int, step_s: float = 0.02, steps: int = 32) -> list[float]:
    """How loud it is from step to step, dB below its loudest."""
    size = round(step_s * rate)
    squares = [sum(x * x for x in samples[n * size : (n + 1) * size]) / size + 1e-9 for n in range(steps)]
    return [max(FLOOR_DB, 10 * math.log10(s / max(squares))) for s in squares]


def apart(a: Sequence[float], b: Sequence[float]) -> float:
    """Mean difference in dB."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)
