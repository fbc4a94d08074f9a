"""Sources of time and randomness, and the log; tests bring their own."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

log = logging.getLogger("agent_home")


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Surroundings:
    now_ms: Callable[[], int] = field(default=_now_ms)
    random_bytes: Callable[[int], bytes] = field(default=secrets.token_bytes)

    def fraction(self) -> float:
        """A number in [0, 1) for jitter."""
        return int.from_bytes(self.random_bytes(2), "big") / 65_536

    def jittered(self, seconds: float, share: float) -> float:
        """`seconds` give or take `share` of it, so that many agents do not come in step."""
        return seconds * (1 - share + 2 * share * self.fraction())


def told(error: BaseException) -> str:
    """Returns the part of an error for a log: its class and code, never a message that could hold foreign text."""
    code = getattr(error, "code", None)
    return type(error).__name__ if code is None else f"{type(error).__name__} {code}"
