from __future__ import annotations

from typing import Literal

JsonErrorCode = Literal[
    "too_large",
    "invalid_utf8",
    "syntax",
    "duplicate_key",
    "too_deep",
    "unsafe_number",
    "lone_surrogate",
    "forbidden_key",
    "not_json",
]


class JsonError(Exception):
    """Why bytes are no document we accept, or a value none we can sign. Never repeats the content."""

    def __init__(self, code: JsonErrorCode, message: str, position: int | None = None) -> None:
        super().__init__(message if position is None else f"{message} at {position}")
        self.code: JsonErrorCode = code
        self.position = position
