"""The one way from the bucket to an object that may be believed."""

from __future__ import annotations

import re
from typing import Any

from agent_home.credentials import Grant
from agent_home.protocol.certificates import Verified, verify_certified
from agent_home.protocol.checks import SeenVersion, TrustedKeys, max_object_bytes_of
from agent_home.protocol.object_keys import ObjectKind
from agent_home.protocol.verification_error import VerificationError
from agent_home.reading.failure_reporter import FailureReporter
from agent_home.reading.platform_trust import PlatformTrust
from agent_home.reading.raw_reader import ByteSource
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings
from agent_home.trust.floor import VersionFloor, check_floor
from agent_home.trust.memory import TrustMemory

_VERSION = re.compile(rb'"cert":\{[^{}]*"version":([0-9]{1,15})[,}]')


class VerifiedReader:
    def __init__(
        self,
        *,
        raw: ByteSource,
        trust: PlatformTrust,
        memory: TrustMemory,
        floor: VersionFloor,
        failures: FailureReporter,
        surroundings: Surroundings,
    ) -> None:
        self._raw = raw
        self._trust = trust
        self._memory = memory
        self._floor = floor
        self._failures = failures
        self._surroundings = surroundings

    async def read(self, kind: ObjectKind, key: str, grant: Grant) -> Verified[Any]:
        """Raises `VerificationError` (recorded and reported), `ObjectStoreError`, `AccessDeniedError`."""
        await self._trust.current()
        # As they stand before the get: what another read learns meanwhile does not make this copy an old one.
        seen, floor = self._memory.seen(key), self._floor.at(key)
        data = await self._raw.get(key, grant, max_object_bytes_of(kind))
        return await self._verify(kind, key, data, seen, floor)

    async def verify(self, kind: ObjectKind, key: str, data: bytes) -> Verified[Any]:
        """The same of bytes that came otherwise, such as an entry's in a pack, as if they had been read at its key."""
        return await self._verify(kind, key, data, self._memory.seen(key), self._floor.at(key))

    async def _verify(
        self, kind: ObjectKind, key: str, data: bytes, seen: SeenVersion | None, floor: SeenVersion | None
    ) -> Verified[Any]:
        now = self._surroundings.now_ms()

        def check(trust: TrustedKeys) -> Verified[Any]:
            return verify_certified(data, key=key, kind=kind, trust=trust, now_ms=now, seen=seen)

        try:
            try:
                verified = check(await self._trust.current())
            except VerificationError as error:
                if error.code != "unknown_key" or not await self._trust.look_for_new_keys():
                    raise
                verified = check(await self._trust.current())
            found = SeenVersion(verified.version, verified.sha256)
            check_floor(floor, found, key)
            # The ledger is bound by its chain; remembering each of its entries would push out everything else.
            if kind not in ("topic_ledger_entry", "topic_ledger_pack"):
                self._memory.remember(key, found)
            return verified
        except VerificationError as error:
            self._failures.record(error, _version_in(data))
            raise

    async def read_if_there(self, kind: ObjectKind, key: str, grant: Grant) -> Verified[Any] | None:
        """An object that need not be there yet. One that was here before and is gone is withheld, not absent."""
        try:
            return await self.read(kind, key, grant)
        except ObjectStoreError as error:
            if error.code == "not_found" and self._memory.seen(key) is None:
                return None
            raise


def _version_in(data: bytes) -> int | None:
    """The version a refused object claims, for the report only."""
    found = _VERSION.search(data[:65_536])
    return None if found is None else int(found[1])
