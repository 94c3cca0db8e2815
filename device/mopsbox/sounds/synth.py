"""What a sound is made with: tones, noise, echoes of hollow things, loudness, WAV. Pure, and the same everywhere.

A sound is a list of samples, -1 to 1, RATE of them a second. No chance: its noise is the same at every run.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

RATE = 24_000  # samples a second: up to 12 kHz, all that small speakers give back
EDGE_S = 0.002  # every sound swells and dies at least so slowly: no click where none is meant
DAMPED_S = 0.008  # and every tone in it ends so
WINDOW_S, HOP_S = 0.1, 0.025  # loudness: of the loudest tenth of a second
HEADROOM = 0.89  # -1 dB: resampling and mixing need a little room above the highest sample

Samples = list[float]
Curve = Callable[[float], float]
"""A value over time: seconds since the sound's beginning -> Hz or level."""


def silence(seconds: float) -> Samples:
    return [0.0] * round(seconds * RATE)


def line(*points: tuple[float, float]) -> Curve:
    """Straight from one (seconds, value) to the next; before the first and after the last it stays."""

    def at(t: float) -> float:
        if t <= points[0][0]:
            return points[0][1]
        for (t1, a), (t2, b) in pairwise(points):
            if t < t2:
                return a + (b - a) * (t - t1) / (t2 - t1)
        return points[-1][1]

    return at


def dying(half_s: float, attack_s: float = 0.003) -> Curve:
    """A level that swells for `attack_s` and then halves every `half_s`."""
    return lambda t: min(1.0, t / attack_s) * math.exp(-math.log(2) * t / half_s)


def glide(start: float, end: float, seconds: float) -> Curve:
    """Pitch that the ear hears rise or fall evenly."""
    return lambda t: start * (end / start) ** min(1.0, t / seconds)


def steady(value: float) -> Curve:
    return lambda t: value


def tone(seconds: float, pitch: Curve, level: Curve, overtones: Sequence[float] = (1.0,)) -> Samples:
    """`overtones`: how strong the pitch itself, its double, its triple ... are. What would lie above what the rate can
    tell is left out."""
    phase, made, length = 0.0, Samples(), round(seconds * RATE)
    for n in range(length):
        t = n / RATE
        hz = pitch(t)
        phase += 2 * math.pi * hz / RATE
        heard = min(len(overtones), int(0.45 * RATE / hz))
        high = level(t) * min(1.0, (length - n) / (DAMPED_S * RATE))
        made.append(high * sum(part * math.sin(k * phase) for k, part in enumerate(overtones[:heard], 1) if part))
    return made


def struck(seconds: float, pitch: float, half_s: float, parts: Sequence[tuple[float, float]]) -> Samples:
    """Something struck. `parts`: (times the pitch, strength) of what rings; the higher, the sooner it is over."""
    return mixed(
        *(
            (0.0, scaled(tone(seconds, steady(pitch * times), dying(half_s / times**0.7, 0.0015)), strength))
            for times, strength in parts
            if pitch * times < 0.45 * RATE
        )
    )


def noise(seconds: float, level: Curve, seed: int = 1) -> Samples:
    draw = _draws(seed)
    return [level(n / RATE) * next(draw) for n in range(round(seconds * RATE))]


def _draws(seed: int) -> Iterator[float]:
    state = seed
    while True:
        state = (state * 1_103_515_245 + 12_345) % 2**31
        yield state / 2**30 - 1


def hollow(samples: Samples, hz: Curve, width: float) -> Samples:
    """What a hollow tuned to `hz`, so many Hz wide, makes of it: a throat, a beak, a box."""
    r = math.exp(-math.pi * width / RATE)
    made, last, before = Samples(), 0.0, 0.0
    for n, x in enumerate(samples):
        around = 2 * r * math.cos(2 * math.pi * hz(n / RATE) / RATE)
        last, before = (1 - r) * x + around * last - r * r * before, last
        made.append(last)
    return made


def scaled(samples: Samples, by: float) -> Samples:
    return [x * by for x in samples]


def squeezed(samples: Samples, by: float) -> Samples:
    """Its peaks rounded off, as an amplifier does that is asked too much."""
    most = max(map(abs, samples))
    return [math.tanh(by * x / most) for x in samples]


def levelled(samples: Samples, level: Curve) -> Samples:
    return [x * level(n / RATE) for n, x in enumerate(samples)]


def mixed(*parts: tuple[float, Samples]) -> Samples:
    """Each part from its second on."""
    made = [0.0] * max(round(at * RATE) + len(samples) for at, samples in parts)
    for at, samples in parts:
        first = round(at * RATE)
        for n, x in enumerate(samples, first):
            made[n] += x
    return made


def loudness(samples: Samples) -> float:
    """Of the loudest tenth of a second, in dB below full scale, as ears weigh it (ITU-R BS.1770's weighting)."""
    power = [x * x for x in _weighed(samples)]
    sums, total = [0.0], 0.0
    for p in power:
        total += p
        sums.append(total)
    window, hop = round(WINDOW_S * RATE), round(HOP_S * RATE)
    last = max(1, len(power) - window + 1)
    best = max(sums[min(len(power), n + window)] - sums[n] for n in range(0, last, hop))
    return 10 * math.log10(best / window) if best else -math.inf


def _weighed(samples: Samples) -> Samples:
    """First what a head adds above 1.5 kHz, then what an ear takes away below 60 Hz."""
    gain, hz, q = 10 ** (3.999843853973347 / 20), 1681.974450955533, 0.7071752369554196
    k = math.tan(math.pi * hz / RATE)
    b, norm = gain**0.4996667741545416, 1 + k / q + k * k
    shelf = ((gain + b * k / q + k * k), 2 * (k * k - gain), (gain - b * k / q + k * k))
    samples = _biquad(samples, [x / norm for x in shelf], 2 * (k * k - 1) / norm, (1 - k / q + k * k) / norm)
    hz, q = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * hz / RATE)
    norm = 1 + k / q + k * k
    return _biquad(samples, (1.0, -2.0, 1.0), 2 * (k * k - 1) / norm, (1 - k / q + k * k) / norm)


def _biquad(samples: Samples, b: Sequence[float], a1: float, a2: float) -> Samples:
    x1 = x2 = y1 = y2 = 0.0
    made = Samples()
    for x in samples:
        y = b[0] * x + b[1] * x1 + b[2] * x2 - a1 * y1 - a2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        made.append(y)
    return made


def finished(samples: Samples, db: float) -> Samples:
    """As loud as `db` (loudness), never above HEADROOM, beginning and ending in silence, swinging round zero."""
    edge, last, middle = round(EDGE_S * RATE), len(samples) - 1, sum(samples) / len(samples)
    samples = [(x - middle) * min(1.0, n / edge, (last - n) / edge) for n, x in enumerate(samples)]
    by = 10 ** ((db - loudness(samples)) / 20)
    return scaled(samples, min(by, HEADROOM / max(map(abs, samples))))


def wav(samples: Samples) -> bytes:
    """As a file: one channel, 16 bit."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(samples)}h", *(round(x * 32767) for x in samples)))
    return file.getvalue()
