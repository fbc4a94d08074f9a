from __future__ import annotations

import asyncio
from pathlib import Path

from agent_home.errors import TrustStoreError
from agent_home.surroundings import log, told
from agent_home.trust.memory import TrustMemory
from agent_home.trust.trust_file import save_trust_file

_DELAY = 0.25


class TrustSaver:
    """Writes the memory behind the reads: many changes are one write, and none is lost when the client closes."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._memory: TrustMemory | None = None
        self._dirty = False
        self._timer: asyncio.TimerHandle | None = None
        self._writing = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()

    def watch(self, memory: TrustMemory) -> None:
        self._memory = memory

    def changed(self) -> None:
        self._dirty = True
        if self._file is None or self._timer is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._timer = loop.call_later(_DELAY, self._begin)

    async def flush(self) -> None:
        """Everything changed so far is on disk afterwards. Raises `TrustStoreError` `unwritable`."""
        self._stop_timer()
        async with self._writing:
            if not self._dirty or self._file is None or self._memory is None:
                return
            self._dirty = False
            try:
                await asyncio.to_thread(save_trust_file, self._file, self._memory.snapshot())
            except BaseException:
                self._dirty = True
                raise

    def _begin(self) -> None:
        self._timer = None
        task = asyncio.ensure_future(self._behind())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _behind(self) -> None:
        try:
            await self.flush()
        except TrustStoreError as error:
            log.error("the trust memory could not be written; trying again: %s", told(error))
            self.changed()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
