"""Reports every refused object to the caller and every different one to the platform."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agent_home.api.answers import Anything
from agent_home.api.client import ApiClient
from agent_home.errors import AgentHomeError
from agent_home.protocol.verification_error import VerificationCode, VerificationError
from agent_home.surroundings import Surroundings, log, told
from agent_home.trust.lru import Lru

_DELAY = 1.0
_MOST_AT_ONCE, _MOST_WAITING = 50, 500
# The same failure of the same object again within this time is not worth another report.
_REPEAT_AFTER_MS = 10 * 60_000


@dataclass(frozen=True)
class VerificationFailure:
    """An object that was refused."""

    object_key: str
    code: VerificationCode
    version: int | None
    detail: str

    def report(self) -> dict[str, Any]:
        version = {} if self.version is None else {"version": self.version}
        return {"object_key": self.object_key, "code": self.code, **version, "detail": self.detail}


class FailureReporter:
    """No reader ever waits for it."""

    def __init__(
        self, api: ApiClient, surroundings: Surroundings, notify: Callable[[VerificationFailure], None] | None
    ) -> None:
        self._api = api
        self._surroundings = surroundings
        self._notify = notify
        self._reported: Lru[str, int] = Lru(2_000)
        self._waiting: list[VerificationFailure] = []
        self._timer: asyncio.TimerHandle | None = None
        self._running: set[asyncio.Task[None]] = set()

    def record(self, error: BaseException, version: int | None = None) -> None:
        """Records what is a verification failure and leaves any other error alone."""
        if not isinstance(error, VerificationError):
            return
        failure = VerificationFailure(error.object_key, error.code, version, str(error)[:300])
        log.warning("an object was refused: %s %s", error.object_key, error.code)
        if self._notify is not None:
            try:
                self._notify(failure)
            except Exception as thrown:
                log.error("on_verification_failure raised %s", told(thrown))
        self._queue(failure)

    async def flush(self) -> None:
        """Sends what waits, as far as that works at once. Never raises."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._waiting:
            batch, self._waiting = self._waiting[:_MOST_AT_ONCE], self._waiting[_MOST_AT_ONCE:]
            body = {"failures": [failure.report() for failure in batch]}
            try:
                await self._api.request(
                    "POST", "/v1/verification-failures", Anything, body=body, attempts=2, timeout=3.0
                )
            except AgentHomeError as error:
                log.warning("verification failures could not be reported: %s", told(error))
                return

    def _queue(self, failure: VerificationFailure) -> None:
        name = f"{failure.code} {failure.object_key} {failure.version or ''}"
        now = self._surroundings.now_ms()
        reported_at = self._reported.get(name)
        is_repeated = reported_at is not None and now - reported_at < _REPEAT_AFTER_MS
        if is_repeated or len(self._waiting) >= _MOST_WAITING:
            return
        self._reported.set(name, now)
        self._waiting.append(failure)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_DELAY, self._begin)

    def _begin(self) -> None:
        task = asyncio.ensure_future(self.flush())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
