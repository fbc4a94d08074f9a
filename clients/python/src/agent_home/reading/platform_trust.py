"""From the pinned root set to the signing keys of today, kept fresh by use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agent_home.credentials import REGISTRY_READ
from agent_home.errors import AgentHomeError
from agent_home.protocol.certificates import verify_platform_timestamp
from agent_home.protocol.checks import SeenVersion, TrustedKeys
from agent_home.protocol.moments import milliseconds_of
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.platform_keys import KEYS_KEY, MAX_KEYS_BYTES, verify_platform_keys
from agent_home.protocol.verification_error import VerificationError
from agent_home.reading.failure_reporter import FailureReporter
from agent_home.reading.raw_reader import ByteSource
from agent_home.single_flight import SingleFlight
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings, log, told
from agent_home.trust.floor import VersionFloor, check_floor
from agent_home.trust.memory import TrustMemory

_TIMESTAMP_KEY = object_key("platform_timestamp")
_MAX_TIMESTAMP_BYTES = 64 * 1024
# A timestamp is void after an hour; a fresh one is published every quarter.
_REFRESH_AFTER_MS = 40 * 60_000
_VOID_AFTER_MS = 60 * 60_000
# Without a pause the holder of the bucket could cause a refresh by every object with an unknown key.
_PAUSE_MS = 10_000
_ROTATION_WAIT = 0.5
_NEVER = -(10**15)


@dataclass(frozen=True)
class _Trusted:
    keys: TrustedKeys
    timestamped_at_ms: int


class PlatformTrust:
    def __init__(
        self,
        *,
        pinned: dict[str, Any],
        raw: ByteSource,
        memory: TrustMemory,
        floor: VersionFloor,
        failures: FailureReporter,
        surroundings: Surroundings,
        changed: Callable[[], None],
    ) -> None:
        self._pinned = pinned
        self._raw = raw
        self._memory = memory
        self._floor = floor
        self._failures = failures
        self._surroundings = surroundings
        self._changed = changed
        self._trusted: _Trusted | None = None
        self._refreshing: SingleFlight[TrustedKeys] = SingleFlight()
        self._attempted_at = _NEVER
        self._looked_at = _NEVER

    async def current(self) -> TrustedKeys:
        """Raises `VerificationError` where there are none that may be trusted, `ObjectStoreError`."""
        trusted = self._trusted
        if trusted is None:
            return await self._refresh()
        now = self._surroundings.now_ms()
        age = now - trusted.timestamped_at_ms
        named = self._floor.at(KEYS_KEY)
        is_overtaken = named is not None and named.version > trusted.keys.version
        if age < _REFRESH_AFTER_MS and not is_overtaken:
            return trusted.keys
        if now - self._attempted_at < _PAUSE_MS and age < _VOID_AFTER_MS:
            return trusted.keys
        try:
            return await self._refresh()
        except (AgentHomeError, VerificationError, ObjectStoreError) as error:
            if age >= _VOID_AFTER_MS:
                raise
            log.warning("the key list could not be refreshed: %s", told(error))
            return trusted.keys

    def require_own_home(self, key_list: bytes) -> None:
        """Checks that a key list from a home follows from the pinned root set. Raises `VerificationError`.

        Any server may copy a public list: this detects the wrong home and not a man in the middle.
        """
        self._verify_keys(key_list, None)

    async def look_for_new_keys(self) -> bool:
        """An object names a key we do not know: perhaps it is new. Whether there is another key list now."""
        now = self._surroundings.now_ms()
        if now - self._looked_at < _PAUSE_MS and not self._refreshing.is_pending("keys"):
            return False
        self._looked_at = now
        before = None if self._trusted is None else self._trusted.keys.version
        return (await self._refresh()).version != before

    async def close(self) -> None:
        await self._refreshing.cancel()

    async def _refresh(self) -> TrustedKeys:
        return await self._refreshing.run("keys", self._fetch)

    async def _fetch(self) -> TrustedKeys:
        self._attempted_at = self._surroundings.now_ms()
        try:
            try:
                return await self._attempt()
            except VerificationError as error:
                if error.code != "outdated_keys":
                    raise
            # The two objects change one after the other.
            await asyncio.sleep(_ROTATION_WAIT)
            return await self._attempt()
        except VerificationError as error:
            self._failures.record(error)
            raise

    async def _attempt(self) -> TrustedKeys:
        seen_keys, seen_timestamp = self._memory.seen(KEYS_KEY), self._memory.seen(_TIMESTAMP_KEY)
        floor = self._floor.at(KEYS_KEY)
        data, timestamp_data = await asyncio.gather(
            self._raw.get(KEYS_KEY, REGISTRY_READ, MAX_KEYS_BYTES),
            self._raw.get(_TIMESTAMP_KEY, REGISTRY_READ, _MAX_TIMESTAMP_BYTES),
        )
        keys = self._verify_keys(data, seen_keys)
        check_floor(floor, SeenVersion(keys.version, keys.sha256), KEYS_KEY)
        now = self._surroundings.now_ms()
        timestamp = verify_platform_timestamp(timestamp_data, trust=keys, now_ms=now, seen=seen_timestamp)
        self._memory.remember(KEYS_KEY, SeenVersion(keys.version, keys.sha256))
        self._memory.remember(_TIMESTAMP_KEY, SeenVersion(timestamp.version, timestamp.sha256))
        self._memory.remember_root_set(keys.raw_root_set)
        is_new = self._trusted is not None and self._trusted.keys.sha256 != keys.sha256
        self._trusted = _Trusted(keys, milliseconds_of(timestamp.certificate.issued_at))
        if is_new:
            self._changed()
        return keys

    def _verify_keys(self, data: bytes, seen: SeenVersion | None) -> TrustedKeys:
        """The remembered root set cannot be walked back from, the caller's own pin always holds as well."""
        keys = verify_platform_keys(data, pinned=self._pinned, seen=seen)
        remembered = self._memory.root_set
        return keys if remembered is None else verify_platform_keys(data, pinned=remembered, seen=seen)
