"""Temporary credentials: requested on demand, kept in memory only, renewed before they end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_home.api.answers import CredentialAnswer, IssuedCredential, OpenedKey
from agent_home.api.client import ApiClient
from agent_home.errors import AccessDeniedError, ApiError, ConnectionFailed
from agent_home.protocol.moments import milliseconds_of
from agent_home.single_flight import SingleFlight
from agent_home.store.exchange import ObjectStore
from agent_home.store.object_store import StoreCredentials
from agent_home.store.open_store import StoreOpener
from agent_home.surroundings import Surroundings, log, told
from agent_home.trust.floor import VersionFloor

Grant = Mapping[str, str]
REGISTRY_READ: Grant = {"type": "registry_read"}
HEARTBEAT_WRITE: Grant = {"type": "heartbeat_write"}

# Long-lived, since every renewal costs the home a call to its token service.
_READ_SECONDS = 3600
# Clocks differ and requests take time: a credential counts as gone this long before its end.
_EXPIRY_MARGIN_MS = 90_000
_RENEWAL_RETRY_MS = 15_000


@dataclass(frozen=True)
class AccessPart:
    store: ObjectStore = field(repr=False)
    keys: list[OpenedKey]
    prefixes: list[str]


@dataclass(frozen=True, eq=False)
class Access:
    """Credentials of one grant until they end: a policy above the size limit was split into several credentials."""

    expires_at_ms: int
    renew_at_ms: int
    parts: list[AccessPart]

    def part_for(self, key: str) -> AccessPart:
        """Raises `ConnectionFailed` if no credential opens the key: the response did not fit the request."""
        for part in self.parts:
            if any(one.key == key for one in part.keys) or any(key.startswith(prefix) for prefix in part.prefixes):
                return part
        raise ConnectionFailed("bad_answer", f"the granted credentials do not cover {key}")


def grant_name(grant: Mapping[str, Any]) -> str:
    container = next((str(value) for name, value in grant.items() if name.endswith("_id")), None)
    return str(grant["type"]) if container is None else f"{grant['type']}:{container}"


class CredentialManager:
    def __init__(self, api: ApiClient, floor: VersionFloor, stores: StoreOpener, surroundings: Surroundings) -> None:
        self._api = api
        self._floor = floor
        self._stores = stores
        self._surroundings = surroundings
        self._live: dict[str, Access] = {}
        self._pending: SingleFlight[Access] = SingleFlight()
        self._next_renewal: dict[str, int] = {}
        self._read_seconds: int | None = _READ_SECONDS

    async def reading(self, grant: Grant) -> Access:
        """From memory where it is there. Raises `AccessDeniedError`."""
        name, now = grant_name(grant), self._surroundings.now_ms()
        access = self._live.get(name)
        if access is not None and now < access.expires_at_ms - _EXPIRY_MARGIN_MS:
            self._renew_when_due(grant, access)
            return access
        return await self._pending.run(name, lambda: self._acquire(grant))

    async def writing(self, grant: Grant) -> Access:
        """Fresh for every action: what may be written changes with every turn. Raises `AccessDeniedError`."""
        return await self._ask(grant, None)

    def discard(self, grant: Grant, access: Access) -> None:
        """Drops an access that the store refused: the next use requests a new one."""
        if self._live.get(grant_name(grant)) is access:
            del self._live[grant_name(grant)]

    async def close(self) -> None:
        await self._pending.cancel()

    def _renew_when_due(self, grant: Grant, access: Access) -> None:
        """Renews in the background, so no caller waits; an unused credential is left to expire."""
        name, now = grant_name(grant), self._surroundings.now_ms()
        if now < max(access.renew_at_ms, self._next_renewal.get(name, 0)) or self._pending.is_pending(name):
            return
        self._next_renewal[name] = now + _RENEWAL_RETRY_MS

        def look(task: asyncio.Task[Access]) -> None:
            error = None if task.cancelled() else task.exception()
            if isinstance(error, AccessDeniedError):
                self.discard(grant, access)
            if error is not None:
                log.warning("a credential could not be renewed: %s %s", name, told(error))

        self._pending.begin(name, lambda: self._acquire(grant)).add_done_callback(look)

    async def _acquire(self, grant: Grant) -> Access:
        try:
            access = await self._ask(grant, self._read_seconds)
        except ApiError as error:
            if error.code != "duration_out_of_range":
                raise
            # This home's limit is lower: take what it gives unasked.
            self._read_seconds = None
            access = await self._ask(grant, None)
        self._live[grant_name(grant)] = access
        return access

    async def _ask(self, grant: Grant, seconds: int | None) -> Access:
        body: dict[str, Any] = {"grants": [dict(grant)], **({} if seconds is None else {"duration_seconds": seconds})}
        answer = await self._api.request("POST", "/v1/credentials", CredentialAnswer, body=body)
        self._floor.raise_to(answer.heads)
        return self._access_of(answer, grant)

    def _access_of(self, answer: CredentialAnswer, grant: Grant) -> Access:
        name, now = grant_name(grant), self._surroundings.now_ms()
        for denial in answer.denied:
            if grant_name(denial.grant.model_dump()) == name:
                raise AccessDeniedError(denial.code, grant, denial.message)
        serving = [
            credential
            for credential in answer.credentials
            if any(grant_name(granted.model_dump()) == name for granted in credential.grants)
        ]
        if not serving:
            raise ConnectionFailed("bad_answer", "the home neither granted nor denied the requested access")
        expires_at = min(milliseconds_of(credential.expiration) for credential in serving)
        # Between two thirds and five sixths, so that agents that came together do not renew together for ever.
        renew_at = now + int((expires_at - now) * (2 / 3 + self._surroundings.fraction() / 6))
        return Access(expires_at, renew_at, [self._part(answer, credential) for credential in serving])

    def _part(self, answer: CredentialAnswer, credential: IssuedCredential) -> AccessPart:
        credentials = StoreCredentials(
            credential.access_key_id,
            credential.access_key_secret,
            credential.security_token,
            milliseconds_of(credential.expiration),
        )
        prefixes = [opened.prefix for opened in credential.prefixes if opened.action != "list"]
        return AccessPart(self._stores.open(answer.store, credentials), credential.keys, prefixes)
