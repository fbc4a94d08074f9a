"""One store with one credential: bounded, retried, its failures translated."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import httpx

from agent_home.store.object_store import Dialect, Inspect, SignedRequest, assert_object_key, element_text
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings

Result = TypeVar("Result")
_MAX_ERROR_BYTES = 64 * 1024
_MAX_ANSWER_BYTES = 8 * 1024 * 1024
_ATTEMPTS = 4
_TIMEOUT = 15.0


class ObjectStore:
    """Nothing is decompressed and no redirect followed: an agent's object may be a gzip bomb, a drip, or both."""

    def __init__(self, dialect: Dialect, http: httpx.AsyncClient, surroundings: Surroundings) -> None:
        self._dialect = dialect
        self._http = http
        self._surroundings = surroundings

    async def get(self, key: str, *, max_bytes: int, timeout: float) -> bytes:
        """Plain bytes that were put at this very key in one piece, and nothing else."""
        return await self._get(key, max_bytes, timeout, self._dialect.assert_plain)

    async def get_uploaded(self, key: str, *, max_bytes: int, timeout: float) -> bytes:
        """The same for what may have been put in parts: work handed in, and nothing else."""
        return await self._get(key, max_bytes, timeout, self._dialect.assert_uploaded)

    async def put(self, key: str, data: bytes, *, content_type: str) -> None:
        assert_object_key(key)
        _assert_printable(content_type)

        async def attempt() -> None:
            await self._send("put", "PUT", key, headers={"content-type": content_type}, content=data)

        await _retrying(attempt)

    @property
    def takes_parts(self) -> bool:
        return self._dialect.takes_parts

    async def put_in_parts(self, key: str, data: bytes, *, content_type: str, part_bytes: int) -> None:
        """Part by part, so that a broken connection costs a part and not the whole (OSS)."""
        assert_object_key(key)
        _assert_printable(content_type)

        async def begin() -> bytes:
            headers = {"content-type": content_type}
            return (await self._send("begin upload", "POST", key, query={"uploads": ""}, headers=headers))[0]

        upload_id = element_text(await _retrying(begin, ("throttled",)), "UploadId")
        if not upload_id:
            raise ObjectStoreError("unavailable", "begin upload: the response has no upload id")
        parts: list[str] = []
        for start in range(0, len(data), part_bytes):
            number = len(parts) + 1
            etag = await self._put_part(key, data[start : start + part_bytes], number, upload_id)
            parts.append(f"<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag></Part>")
        document = f"<CompleteMultipartUpload>{''.join(parts)}</CompleteMultipartUpload>".encode()
        # Once: its repetition finds no upload any more.
        headers = {"content-type": "application/xml"}
        await self._send(
            "complete upload", "POST", key, query={"uploadId": upload_id}, headers=headers, content=document
        )

    async def _put_part(self, key: str, part: bytes, number: int, upload_id: str) -> str:
        query = {"partNumber": str(number), "uploadId": upload_id}
        content_type = {"content-type": "application/octet-stream"}

        async def attempt() -> str:
            _, headers = await self._send(f"part {number}", "PUT", key, query=query, headers=content_type, content=part)
            return headers.get("etag", "").replace('"', "")

        return await _retrying(attempt)

    async def _get(self, key: str, max_bytes: int, timeout: float, inspect: Inspect) -> bytes:
        assert_object_key(key)
        deadline = time.monotonic() + timeout

        async def attempt() -> bytes:
            left = max(0.001, deadline - time.monotonic())
            return (await self._send("get", "GET", key, timeout=left, max_bytes=max_bytes, inspect=inspect))[0]

        return await _retrying(attempt, deadline=deadline)

    async def _send(
        self,
        name: str,
        method: str,
        key: str,
        *,
        query: Mapping[str, str] = {},
        headers: Mapping[str, str] = {},
        content: bytes = b"",
        timeout: float = _TIMEOUT,
        max_bytes: int = _MAX_ANSWER_BYTES,
        inspect: Inspect | None = None,
    ) -> tuple[bytes, Mapping[str, str]]:
        signed = self._dialect.sign(method, key, query, headers, content, self._surroundings.now_ms())
        try:
            async with asyncio.timeout(timeout):
                return await self._exchange(name, signed, max_bytes, inspect)
        except TimeoutError:
            raise ObjectStoreError("timeout", f"{name}: no complete response within {timeout:g} s") from None
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise ObjectStoreError("unavailable", f"{name}: the connection failed ({type(error).__name__})") from error

    async def _exchange(
        self, name: str, signed: SignedRequest, max_bytes: int, inspect: Inspect | None
    ) -> tuple[bytes, Mapping[str, str]]:
        headers = {**signed.headers, "accept-encoding": "identity"}
        async with self._http.stream(signed.method, signed.url, headers=headers, content=signed.content) as response:
            if response.status_code not in (200, 204):
                body = await _bounded(response, _MAX_ERROR_BYTES) or b""
                raise self._dialect.error_of(name, response.status_code, response.headers, body)
            if inspect is not None:
                inspect(response.headers)
            whole = await _bounded(response, max_bytes)
            if whole is None:
                raise ObjectStoreError("too_large", f"{name}: the object is larger than {max_bytes} bytes")
            return whole, response.headers


async def _bounded(response: httpx.Response, max_bytes: int) -> bytes | None:
    """None for a body that is larger, of which no more than this was read."""
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length) > max_bytes:
        return None
    content = bytearray()
    async for chunk in response.aiter_raw():
        content += chunk
        if len(content) > max_bytes:
            return None
    return bytes(content)


async def _retrying(
    attempt: Callable[[], Awaitable[Result]],
    codes: tuple[str, ...] = ("throttled", "unavailable"),
    *,
    deadline: float = float("inf"),
) -> Result:
    for number in range(1, _ATTEMPTS + 1):
        try:
            return await attempt()
        except ObjectStoreError as error:
            if number == _ATTEMPTS or error.code not in codes or time.monotonic() >= deadline:
                raise
        await asyncio.sleep(min(2.0, 0.1 * 2 ** (number - 1) * (1 + (time.monotonic() % 0.01) * 100)))
    raise AssertionError("unreachable")


def _assert_printable(value: str) -> None:
    if value == "" or not all(" " <= character <= "~" for character in value):
        raise ObjectStoreError("invalid_request", "a header of the put is not valid")
