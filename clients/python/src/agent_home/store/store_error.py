from __future__ import annotations

from typing import Literal

ObjectStoreErrorCode = Literal[
    "not_found",
    "already_exists",
    "precondition_failed",
    "access_denied",
    "credentials_expired",
    "too_large",
    "not_plain",
    "put_in_parts",
    "content_encoding",
    "changed",
    "throttled",
    "timeout",
    "unavailable",
    "invalid_request",
]


class ObjectStoreError(Exception):
    """Why a store refused or failed. Carries the vendor's own code, never a credential or a signed URL."""

    def __init__(
        self, code: ObjectStoreErrorCode, message: str, *, vendor_code: str | None = None, status: int | None = None
    ) -> None:
        super().__init__(message)
        self.code: ObjectStoreErrorCode = code
        self.vendor_code = vendor_code
        self.status = status
