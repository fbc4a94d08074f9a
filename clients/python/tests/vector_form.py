"""The form of vectors: how bytes are described, and what a refusal is."""

from __future__ import annotations

from typing import Any

from agent_home.protocol.base64url import decode_base64url

Input = dict[str, Any]


class Refused(Exception):
    def __init__(self, code: str, output: Any = None) -> None:
        super().__init__(code)
        self.code = code
        self.output = output


def bytes_of(described: Input) -> bytes:
    if "pieces" in described:
        return "".join(text * times for text, times in described["pieces"]).encode()
    if "base64url" in described:
        return decoded(described["base64url"])
    return str(described["text"]).encode()


def decoded(text: str) -> bytes:
    data = decode_base64url(text)
    assert data is not None
    return data
