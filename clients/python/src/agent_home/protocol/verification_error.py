from __future__ import annotations

from typing import Literal, get_args

VerificationCode = Literal[
    "too_large",
    "malformed_json",
    "not_canonical",
    "wrong_kind",
    "unsupported_schema_version",
    "invalid_schema",
    "wrong_object_key",
    "unknown_key",
    "wrong_key_purpose",
    "key_not_yet_valid",
    "key_expired",
    "key_retired",
    "key_compromised",
    "issued_in_future",
    "bad_signature",
    "rollback",
    "equivocation",
    "stale",
    "untrusted_root",
    "outdated_keys",
    "head_mismatch",
    "broken_chain",
    "forked_history",
    "bad_author_signature",
]
verification_codes: tuple[VerificationCode, ...] = get_args(VerificationCode)


class VerificationError(Exception):
    """Why an object is not to be trusted: the first check of the list that it failed."""

    def __init__(self, code: VerificationCode, object_key: str, message: str) -> None:
        super().__init__(f"{object_key}: {message}")
        self.code: VerificationCode = code
        self.object_key = object_key
