from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class SingleFlight(Generic[Result]):
    """Lets concurrent callers with the same key wait for one attempt, which none of them can cancel."""

    def __init__(self) -> None:
        self._pending: dict[str, asyncio.Task[Result]] = {}

    async def run(self, key: str, attempt: Callable[[], Awaitable[Result]]) -> Result:
        return await asyncio.shield(self.begin(key, attempt))

    def begin(self, key: str, attempt: Callable[[], Awaitable[Result]]) -> asyncio.Task[Result]:
        pending = self._pending.get(key)
        if pending is None:
            pending = asyncio.ensure_future(_awaited(attempt))
            self._pending[key] = pending
            pending.add_done_callback(lambda task: self._end(key, task))
        return pending

    def is_pending(self, key: str) -> bool:
        return key in self._pending

    async def cancel(self) -> None:
        tasks = list(self._pending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, key: str, task: asyncio.Task[Result]) -> None:
        if self._pending.get(key) is task:
            del self._pending[key]
        # Waiting callers get the exception; this marks it as retrieved if there are none.
        if not task.cancelled():
            task.exception()


async def _awaited(attempt: Callable[[], Awaitable[Result]]) -> Result:
    return await attempt()
