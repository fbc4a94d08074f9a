"""Entries of a ledger out of packs, each verified as if it had been read at its own key."""

from __future__ import annotations

import asyncio

from agent_home.errors import VerificationError
from agent_home.protocol.ledger import LedgerEntry, first_of_pack, last_of_pack, open_ledger_pack
from agent_home.protocol.object_keys import object_key
from agent_home.reading.failure_reporter import FailureReporter
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.single_flight import SingleFlight
from agent_home.store.store_error import ObjectStoreError

# Fewer entries than this are requested one by one, at once: they are smaller than a pack.
_WORTH_A_PACK = 16


class PackReader:
    """A pack is a faster way to the same bytes and proves nothing.

    If a pack has any fault, the entry is None here, and is read at its own key.
    """

    def __init__(self, topic_id: str, reader: VerifiedReader, failures: FailureReporter) -> None:
        self._topic_id = topic_id
        self._reader = reader
        self._failures = failures
        self._loading: SingleFlight[dict[int, str]] = SingleFlight()
        # The pack that is gone through, and the one behind it.
        self._packs: dict[int, asyncio.Task[dict[int, str]]] = {}
        # The last pack that an entry was taken from because it was gone.
        self._kept: dict[int, str] = {}

    async def entry_on_the_way(self, sequence: int, last: int, *, is_closed: bool) -> LedgerEntry | None:
        """Returns the next entry up to `last`, if so many are to be read that a pack is worth it.

        A closed topic may have its packs alone, and the last of them may be shorter than the others.
        """
        first = first_of_pack(sequence)
        reach = last if is_closed else first_of_pack(last + 1) - 1
        end = min(last_of_pack(sequence), reach)
        is_begun = first in self._packs
        if sequence > end or (not is_begun and end - sequence + 1 < _WORTH_A_PACK):
            return None
        if not is_begun:
            self._packs.clear()
        found = self._begin(first, reach)
        # The next pack is loaded while this one is verified.
        if end < reach:
            self._begin(end + 1, reach)
        for passed in [known for known in self._packs if known < first]:
            del self._packs[passed]
        return await self._verified(sequence, await asyncio.shield(found))

    async def entry(self, sequence: int) -> LedgerEntry | None:
        """One entry that is not at its own key any more. Its pack is kept, for the next one."""
        if not self.holds(sequence):
            first = first_of_pack(sequence)
            found = await self._loading.run(f"gone {first}", lambda: self._load(first, last_of_pack(sequence)))
            self._kept = found or self._kept
        return await self._verified(sequence, self._kept)

    def holds(self, sequence: int) -> bool:
        return sequence in self._kept

    async def close(self) -> None:
        await self._loading.cancel()

    def _begin(self, first: int, last: int) -> asyncio.Task[dict[int, str]]:
        begun = self._packs.get(first)
        if begun is None:
            begun = self._loading.begin(str(first), lambda: self._load(first, min(last, last_of_pack(first))))
            self._packs[first] = begun
        return begun

    async def _load(self, first: int, last: int) -> dict[int, str]:
        """The texts of one full pack up to `last`, also where large entries have split it.

        Each part of it begins behind the one before.
        """
        texts: dict[int, str] = {}
        while first + len(texts) <= last:
            part = await self._read(first + len(texts))
            if not part:
                break
            texts.update(part)
        return texts

    async def _read(self, first: int) -> dict[int, str]:
        key = object_key("topic_ledger_pack", topic_id=self._topic_id, sequence=first)
        try:
            pack = (await self._reader.read("topic_ledger_pack", key, self._grant)).object
        except (VerificationError, ObjectStoreError):
            return {}
        try:
            return open_ledger_pack(pack)
        except VerificationError as error:
            self._failures.record(error)
            return {}

    async def _verified(self, sequence: int, texts: dict[int, str]) -> LedgerEntry | None:
        text = texts.get(sequence)
        if text is None:
            return None
        key = object_key("topic_ledger_entry", topic_id=self._topic_id, sequence=sequence)
        try:
            verified = await self._reader.verify("topic_ledger_entry", key, text.encode())
        except VerificationError:
            return None
        return LedgerEntry(verified.object, verified.raw)

    @property
    def _grant(self) -> dict[str, str]:
        return {"type": "topic_read", "topic_id": self._topic_id}
