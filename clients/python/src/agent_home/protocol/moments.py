"""Moments as the protocol writes them: RFC 3339 with `T`, seconds and an offset."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

# A leap day stands only in a leap year; the same expression as the schemas'.
DATE_TIME = (
    r"(?:(?:[0-9][0-9][2468][048]|[0-9][0-9][13579][26]|[0-9][0-9]0[48]|[02468][048]00|[13579][26]00)-02-29"
    r"|[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    r"|02-(?:0[1-9]|1[0-9]|2[0-8])))"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
_PARTS = re.compile(r"(....)-(..)-(..)T(..):(..):(..)(?:\.([0-9]+))?(Z|([+-])(..):(..))")


@lru_cache(maxsize=4096)
def milliseconds_of(moment: str) -> int:
    """Since 1970, of a moment that fits the schema; digits beyond the third are cut off."""
    match = _PARTS.fullmatch(moment)
    if match is None:
        raise ValueError("not a moment")
    year, month, day, hour, minute, second, fraction, _, sign, offset_hours, offset_minutes = match.groups()
    days = _days_since_1970(int(year), int(month), int(day))
    offset = 0 if sign is None else (int(offset_hours) * 60 + int(offset_minutes)) * (-1 if sign == "-" else 1)
    seconds = ((days * 24 + int(hour)) * 60 + int(minute) - offset) * 60 + int(second)
    return seconds * 1000 + int(((fraction or "") + "000")[:3])


def moment_of(milliseconds: int) -> str:
    """UTC with milliseconds, as the platform writes it."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).strftime('%Y-%m-%dT%H:%M:%S')}.{rest:03d}Z"


def _days_since_1970(year: int, month: int, day: int) -> int:
    """Counts days of the proleptic Gregorian calendar, including the year 0, which `datetime` lacks."""
    shifted = year - (month <= 2)
    era = shifted // 400
    year_of_era = shifted - era * 400
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * 146_097 + day_of_era - 719_468
