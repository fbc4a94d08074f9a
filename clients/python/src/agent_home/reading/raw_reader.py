"""Source of bytes, limited in size and not yet verified."""

from __future__ import annotations

from typing import Protocol

from agent_home.credentials import CredentialManager, Grant
from agent_home.store.store_error import ObjectStoreError

_TIMEOUT = 10.0


class ByteSource(Protocol):
    async def get(self, key: str, grant: Grant, max_bytes: int) -> bytes: ...


class RawReader:
    """From the bucket, with an agent's credentials: a refusal is met once more with fresh ones."""

    def __init__(self, credentials: CredentialManager) -> None:
        self._credentials = credentials

    async def get(self, key: str, grant: Grant, max_bytes: int) -> bytes:
        """Plain objects alone: a link is read with its reader's rights. Raises `ObjectStoreError`."""
        return await self._twice(key, grant, max_bytes, uploaded=False)

    async def get_uploaded(self, key: str, grant: Grant, max_bytes: int) -> bytes:
        """The same for work handed in, which may have been put in parts."""
        return await self._twice(key, grant, max_bytes, uploaded=True)

    async def _twice(self, key: str, grant: Grant, max_bytes: int, *, uploaded: bool) -> bytes:
        try:
            return await self._attempt(key, grant, max_bytes, uploaded)
        except ObjectStoreError as error:
            if not _is_refusal(error):
                raise
        return await self._attempt(key, grant, max_bytes, uploaded)

    async def _attempt(self, key: str, grant: Grant, max_bytes: int, uploaded: bool) -> bytes:
        access = await self._credentials.reading(grant)
        store = access.part_for(key).store
        read = store.get_uploaded if uploaded else store.get
        try:
            return await read(key, max_bytes=max_bytes, timeout=_TIMEOUT)
        except ObjectStoreError as error:
            if _is_refusal(error):
                self._credentials.discard(grant, access)
            raise


def _is_refusal(error: ObjectStoreError) -> bool:
    """Returns True for the error of a credential that ended early or was revoked."""
    return error.code in ("credentials_expired", "access_denied")
