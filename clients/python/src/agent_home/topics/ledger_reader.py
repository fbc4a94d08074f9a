"""Entries of one topic's ledger, each certified, all in one chain that also holds across restarts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NoReturn

from agent_home.protocol.ledger import LedgerEntry, LedgerHead, follow_ledger, hash_header, last_of_pack
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.verification_error import VerificationError
from agent_home.reading.failure_reporter import FailureReporter
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.single_flight import SingleFlight
from agent_home.store.store_error import ObjectStoreError
from agent_home.topics.pack_reader import PackReader
from agent_home.trust.lru import Lru
from agent_home.trust.memory import TrustMemory

# Number of entries that are requested ahead of the one being checked.
_READ_AHEAD = 16
_KEPT_ENTRIES, _KEPT_HASHES = 256, 4_096


class LedgerReader:
    def __init__(self, topic_id: str, reader: VerifiedReader, memory: TrustMemory, failures: FailureReporter) -> None:
        self._topic_id = topic_id
        self._reader = reader
        self._memory = memory
        self._failures = failures
        self._entries: Lru[int, LedgerEntry] = Lru(_KEPT_ENTRIES)
        self._hashes: Lru[int, str] = Lru(_KEPT_HASHES)
        self._loading: SingleFlight[LedgerEntry] = SingleFlight()
        self._packs = PackReader(topic_id, reader, failures)

    @property
    def head(self) -> LedgerHead | None:
        """The last entry that was checked in its chain, also by an earlier process."""
        return self._memory.ledger_head(self._topic_id)

    def hash_at(self, sequence: int) -> str | None:
        """The hash of an entry seen lately."""
        return self._hashes.get(sequence)

    async def hash_of(self, sequence: int) -> str | None:
        """To compare with what other authors say they saw; None where it cannot be read."""
        known = self.hash_at(sequence)
        if known is not None:
            return known
        try:
            return hash_header((await self.entry_at(sequence)).raw["header"])
        except ObjectStoreError as error:
            if error.code == "not_found":
                return None
            raise

    def anchor_at(self, head: LedgerHead) -> LedgerHead:
        """The first anchor of a reader that was never here: the entry that a certified state names."""
        known = self.head
        if known is not None:
            return known
        self._remember(head)
        return head

    async def entries(
        self, after: int, to: LedgerHead, *, is_closed: bool = False
    ) -> AsyncIterator[LedgerEntry]:
        """The entries after `after` up to the one that the state names. Raises `broken_chain`.

        Where an earlier chain ended before `after`, the entries between are checked too: skipping them would leave
        room for another history. Where no entry comes any more, `is_closed`, what is read may be archived.
        """
        head = await self._start_for(after, to)
        # Entries of a closed topic may be gone, so none is requested ahead before one was found.
        ahead = 0 if is_closed else _READ_AHEAD
        for sequence in range((0 if head is None else head.sequence) + 1, to.sequence + 1):
            entry = self._entries.get(sequence)
            if entry is None:
                entry = await self._packs.entry_on_the_way(sequence, to.sequence, is_closed=is_closed)
            if entry is None:
                # Entries that a pack may contain are not requested before that pack is missing.
                end = min(to.sequence, sequence + ahead, last_of_pack(sequence))
                for following in range(sequence + 1, end + 1):
                    self._begin(following)
                entry = await self._load(sequence)
                ahead = _READ_AHEAD
            self._entries.set(sequence, entry)
            head = self._follow(head, entry, to)
            if sequence > after:
                yield entry

    async def entry_at(self, sequence: int) -> LedgerEntry:
        """One earlier entry, certified, and the one read before where it was read in its chain."""
        entry = await self._load(sequence)
        known = self.hash_at(sequence)
        if known is None or known == hash_header(entry.raw["header"]):
            return entry
        self.refuse(self._key_of(sequence), "is not the entry read before")

    def refuse(self, key: str, message: str) -> NoReturn:
        """Reports a contradiction to the history read so far, and raises it as `broken_chain`."""
        error = VerificationError("broken_chain", key, message)
        self._failures.record(error)
        raise error

    async def close(self) -> None:
        await self._loading.cancel()
        await self._packs.close()

    async def _start_for(self, after: int, to: LedgerHead) -> LedgerHead | None:
        known = self.head
        if after <= 0:
            return None
        if known is not None and after >= known.sequence:
            return known
        if known is None and after >= to.sequence:
            return self.anchor_at(to)
        entry = await self._load(after)
        # No chain leads here from before: this one entry stands on its certificate.
        previous = entry.object.header.previous
        before = None if previous is None else LedgerHead(after - 1, previous)
        return self._follow(before, entry, to)

    def _follow(self, head: LedgerHead | None, entry: LedgerEntry, to: LedgerHead) -> LedgerHead:
        try:
            following = follow_ledger(head, entry)
            for known in (self.head, to):
                if known is not None and known.sequence == following.sequence and known.hash != following.hash:
                    key = self._key_of(following.sequence)
                    raise VerificationError("broken_chain", key, "differs from the entry that was named before")
        except VerificationError as error:
            self._failures.record(error)
            raise
        self._remember(following)
        return following

    def _remember(self, head: LedgerHead) -> None:
        self._hashes.set(head.sequence, head.hash)
        known = self.head
        # Only a chain without a gap moves the head on.
        if known is None or head.sequence == known.sequence + 1:
            self._memory.remember_ledger_head(self._topic_id, head)

    def _begin(self, sequence: int) -> None:
        if sequence not in self._entries:
            self._loading.begin(str(sequence), lambda: self._fetch(sequence))

    async def _load(self, sequence: int) -> LedgerEntry:
        kept = self._entries.get(sequence)
        return kept if kept is not None else await self._loading.run(str(sequence), lambda: self._fetch(sequence))

    async def _fetch(self, sequence: int) -> LedgerEntry:
        entry = await self._packs.entry(sequence) if self._packs.holds(sequence) else None
        entry = entry or await self._read(sequence)
        self._entries.set(sequence, entry)
        return entry

    async def _read(self, sequence: int) -> LedgerEntry:
        grant = {"type": "topic_read", "topic_id": self._topic_id}
        try:
            verified = await self._reader.read("topic_ledger_entry", self._key_of(sequence), grant)
        except ObjectStoreError as error:
            # A topic that closed long ago has its packs alone.
            packed = await self._packs.entry(sequence) if error.code == "not_found" else None
            if packed is None:
                raise
            return packed
        return LedgerEntry(verified.object, verified.raw)

    def _key_of(self, sequence: int) -> str:
        return object_key("topic_ledger_entry", topic_id=self._topic_id, sequence=sequence)
