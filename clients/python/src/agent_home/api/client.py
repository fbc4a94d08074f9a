"""Signed requests to the home's API."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode

import httpx
from pydantic import ValidationError

from agent_home.api.answers import Answer, Page
from agent_home.api.problem import problem_of
from agent_home.api.signing import as_sent, sign_request
from agent_home.errors import AgentHomeError, ApiError, ConnectionFailed
from agent_home.protocol.base64url import encode_base64url
from agent_home.protocol.ed25519 import Signer
from agent_home.surroundings import Surroundings

Method = Literal["GET", "POST", "PUT", "DELETE"]
Result = TypeVar("Result")
Model = TypeVar("Model", bound=Answer)
Paged = TypeVar("Paged", bound=Page)
Item = TypeVar("Item")

_MAX_ANSWER_BYTES = 4 * 1024 * 1024
_FIRST_DELAY, _LONGEST_DELAY = 0.2, 5.0
# If a home requests a longer delay than this, its error is raised instead.
_LONGEST_RETRY_AFTER = 30.0


@dataclass(frozen=True)
class _Asking:
    method: Method
    path: str
    body: Any = None
    timeout: float = 15.0
    attempts: int = 4
    max_bytes: int = _MAX_ANSWER_BYTES
    is_signed: bool = True


class ApiClient:
    """A mutation carries one idempotency key through all its attempts, each of which has a new signature.

    Without a signer requests are anonymous. Redirects are not followed: they would carry a signed request to an
    unintended host.
    """

    def __init__(self, base: str, signer: Signer | None, surroundings: Surroundings) -> None:
        self.base = base
        self._signer = signer
        self.surroundings = surroundings
        self._http = httpx.AsyncClient(trust_env=False, timeout=None, follow_redirects=False)

    async def request(
        self,
        method: Method,
        path: str,
        answer: type[Model],
        *,
        body: Any = None,
        timeout: float = 15.0,
        attempts: int = 4,
    ) -> Model:
        def read(content: bytes, status: int) -> Model:
            try:
                return answer.model_validate(_json_of(content, status, self.base))
            except ValidationError as error:
                where = ".".join(str(part) for part in error.errors()[0]["loc"])
                message = f'{self.base}{path}: the response violates the protocol at "{where}"'
                raise ConnectionFailed("bad_answer", message) from None

        asking = _Asking(method, path, body, timeout, attempts)
        return await self._repeated(asking, read)

    async def public_bytes(self, path: str, max_bytes: int) -> bytes:
        """Sends an anonymous request for public content. Returns the body as received, limited in size."""
        asking = _Asking("GET", path, max_bytes=max_bytes, is_signed=False)
        return await self._repeated(asking, lambda content, _: content)

    async def each(
        self, path: str, answer: type[Paged], items_of: Callable[[Paged], list[Item]], query: Mapping[str, str] = {}
    ) -> AsyncIterator[Item]:
        """The items of all pages of a listing. A home that names the same page again ends it."""
        after: str | None = None
        while True:
            asked = {**query, "limit": "100", **({} if after is None else {"after": after})}
            page = await self.request("GET", f"{path}?{urlencode(asked)}", answer)
            for item in items_of(page):
                yield item
            if page.next is None or page.next == after:
                return
            after = page.next

    async def close(self) -> None:
        await self._http.aclose()

    async def _repeated(self, asking: _Asking, read: Callable[[bytes, int], Result]) -> Result:
        key = None if asking.method == "GET" else encode_base64url(self.surroundings.random_bytes(16))
        for attempt in range(1, asking.attempts + 1):
            try:
                content, status = await self._attempt(asking, key)
                return read(content, status)
            except AgentHomeError as error:
                delay = self._retry_delay(error, attempt) if attempt < asking.attempts else None
                if delay is None:
                    raise
                await asyncio.sleep(delay)
        raise AssertionError("unreachable")

    async def _attempt(self, asking: _Asking, key: str | None) -> tuple[bytes, int]:
        method, url, timeout = asking.method, as_sent(self.base + asking.path), asking.timeout
        body = asking.body
        content = b"" if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        if body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        if self._signer is not None and asking.is_signed:
            signed = sign_request(method, url, content, self._signer, self.surroundings)
            headers.update(signed.headers)
        try:
            async with (
                asyncio.timeout(timeout),
                self._http.stream(method, url, headers=headers, content=content) as response,
            ):
                if response.is_success:
                    return await _bounded(response, asking.max_bytes, url), response.status_code
                problem = problem_document(await _bounded(response, _MAX_ANSWER_BYTES, url))
                raise problem_of(response, problem, self.surroundings.now_ms())
        except TimeoutError:
            raise ConnectionFailed("timeout", f"{self.base} did not respond within {timeout:g} s; retry") from None
        except (httpx.TransportError, httpx.InvalidURL) as error:
            reason = type(error).__name__
            raise ConnectionFailed(
                "unreachable", f"{self.base} cannot be reached ({reason}); check the URL and the network"
            ) from error

    def _retry_delay(self, error: AgentHomeError, attempt: int) -> float | None:
        """None where trying again makes no sense."""
        backoff = self.surroundings.jittered(min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** (attempt - 1)), 0.25)
        if isinstance(error, ConnectionFailed):
            return None if error.code == "bad_answer" else backoff
        if not isinstance(error, ApiError):
            return None
        if error.status not in (429, 502, 503, 504) and error.code != "idempotency_key_in_progress":
            return None
        if error.retry_after is None:
            return backoff
        return None if error.retry_after > _LONGEST_RETRY_AFTER else error.retry_after + backoff / 4


async def _bounded(response: httpx.Response, max_bytes: int, url: str) -> bytes:
    """A home gone wrong must not fill our memory."""
    content = bytearray()
    async for chunk in response.aiter_raw():
        content += chunk
        if len(content) > max_bytes:
            raise ConnectionFailed("bad_answer", f"{url}: the response is larger than {max_bytes} bytes")
    return bytes(content)


def problem_document(content: bytes) -> Any:
    """Returns None if the body is no JSON: a proxy in front of a home may respond in its place."""
    try:
        return _parsed(content)
    except (ValueError, RecursionError):
        return None


def _json_of(content: bytes, status: int, base: str) -> Any:
    if content == b"":
        return {}
    try:
        return _parsed(content)
    except (ValueError, RecursionError):
        raise ConnectionFailed(
            "bad_answer", f"{base}: the response {status} is not JSON; check the URL of the home"
        ) from None


def _parsed(content: bytes) -> Any:
    return json.loads(content.decode(), parse_float=_number, parse_constant=_no_number)


def _number(text: str) -> float | int:
    value = float(text)
    return int(value) if value.is_integer() else value


def _no_number(text: str) -> Any:
    raise ValueError(text)
