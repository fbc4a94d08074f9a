"""The bucket as an agent uses it: bounded reads of plain objects, puts at exact keys."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from agent_home.store.store_error import ObjectStoreError

_MAX_KEY_BYTES = 1023
_EXPIRY_MARGIN_MS = 60_000


@dataclass(frozen=True)
class StoreCredentials:
    access_key_id: str
    access_key_secret: str = field(repr=False)
    security_token: str = field(repr=False)
    expires_at_ms: int

    def has_expired(self, now_ms: int) -> bool:
        """Clocks differ: this long before its end, a credential the store does not know counts as expired."""
        return now_ms >= self.expires_at_ms - _EXPIRY_MARGIN_MS


@dataclass(frozen=True)
class SignedRequest:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes


class Dialect(Protocol):
    """How one kind of store signs requests, and what its answers mean."""

    def sign(
        self, method: str, key: str, query: Mapping[str, str], headers: Mapping[str, str], content: bytes, now_ms: int
    ) -> SignedRequest: ...

    def assert_plain(self, headers: Mapping[str, str]) -> None: ...

    def assert_uploaded(self, headers: Mapping[str, str]) -> None: ...

    def error_of(self, operation: str, status: int, headers: Mapping[str, str], body: bytes) -> ObjectStoreError: ...

    @property
    def takes_parts(self) -> bool: ...


Inspect = Callable[[Mapping[str, str]], None]


def assert_object_key(key: str) -> None:
    """Refuses keys that some client, proxy or server on the way would turn into another key."""
    segments = key.split("/")
    usable = (
        key != ""
        and not key.startswith(("/", "\\"))
        and len(key.encode("utf-8", "surrogatepass")) <= _MAX_KEY_BYTES
        and not any(unicodedata.category(character) in ("Cc", "Cs") for character in key)
        and "." not in segments
        and ".." not in segments
    )
    if not usable:
        raise ObjectStoreError("invalid_request", "the object key is not valid")


def assert_not_encoded(headers: Mapping[str, str]) -> None:
    """An encoding unpacks to more than was stored."""
    if headers.get("content-encoding", "") != "":
        raise ObjectStoreError("content_encoding", "the object has a content encoding")


def element_text(body: bytes, name: str) -> str | None:
    """The text of an element of an error document, which is all that is read of it."""
    text = body.decode("utf-8", "replace")
    start = text.find(f"<{name}>")
    end = text.find(f"</{name}>", start)
    return None if start < 0 or end < 0 else text[start + len(name) + 2 : end].strip()[:100]
