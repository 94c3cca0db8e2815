"""Figures and days as a person reads them, in their language. Pure."""

from __future__ import annotations

from .statistics import Evening, Record
from .words import say

RECORD_WORDS = {"fastest": "record-fastest", "points": "record-points", "streak": "record-streak"}


def decimal(number: float, digits: int, language: str) -> str:
    """With so many digits after the language's point."""
    return f"{number:.{digits}f}".replace(".", say("decimal-point", language))


def seconds(us: int, language: str, digits: int = 3) -> str:
    """A time in microseconds, as seconds: 0,412 s."""
    return f"{decimal(us / 1_000_000, digits, language)} s"


def day(iso: str, language: str) -> str:
    """The day of a date, or of a date and time, ISO 8601; "" stays "": the clock was not set."""
    year, month, day = iso[:10].split("-") if iso[4:5] == "-" else ("", "", "")
    return say("day", language).format(year, month, day) if year else ""


def short_day(iso: str, language: str) -> str:
    """The same without its year."""
    _, month, day = iso[:10].split("-") if iso[4:5] == "-" else ("", "", "")
    return say("short-day", language).format(month, day) if day else ""


def best_evening(evening: Evening, language: str) -> str:
    """Its wins and its day."""
    return f"{evening.wins} ({short_day(evening.day, language)})"


def record_value(record: Record, language: str) -> str:
    return seconds(record.value, language) if record.name == "fastest" else str(record.value)


def record(record: Record, language: str) -> str:
    """A record as a sentence."""
    return f"{record_word(record, language)}: {record_value(record, language)}"


def short_record(record: Record, language: str) -> str:
    """Beside others: what it came to, with its unit."""
    value = record_value(record, language)
    match record.name:
        case "fastest":
            return value
        case "points":
            return say("short-points", language).format(value)
        case "streak":
            return say("short-streak", language).format(value)
        case _:
            return f"{record.name} {value}"


def record_word(record: Record, language: str) -> str:
    """Its name; a kind of record this version has no word for is shown by its own."""
    return say(RECORD_WORDS.get(record.name, record.name), language)
