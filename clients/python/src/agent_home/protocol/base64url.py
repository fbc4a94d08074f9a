from __future__ import annotations

import base64
import binascii
import re

_LETTERS = re.compile(r"[A-Za-z0-9_-]*")


def encode_base64url(data: bytes) -> str:
    """RFC 4648 section 5, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode_base64url(text: str) -> bytes | None:
    """The bytes, or None for anything but the one text that `encode_base64url` gives for them."""
    if len(text) % 4 == 1 or _LETTERS.fullmatch(text) is None:
        return None
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
    # Spare bits that are not zero would be a second spelling of the same bytes.
    return data if encode_base64url(data) == text else None
