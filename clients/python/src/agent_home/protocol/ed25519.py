"""One rule for signatures, so that every reader of the home accepts the same ones.

A and R are canonical encodings (y < p) and not of low order, S < L, and the equation is the one without cofactor,
R = [S]B - [k]A, compared as bytes: as OpenSSL computes it, under `cryptography`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from agent_home.protocol.base64url import encode_base64url

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_SIGN_BIT = 1 << 255
# The eight points of low order have five different y; without the sign bit, x = -0 falls to the same table.
_LOW_ORDER_Y = frozenset(
    int.from_bytes(bytes.fromhex(text), "little")
    for text in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
)


def verify_ed25519(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Returns False for any invalid input of any length from outside; never raises for it."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    if not _is_strict_point(public_key) or not _is_strict_point(signature[:32]):
        return False
    if int.from_bytes(signature[32:], "little") >= _L:
        return False
    try:
        _imported(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_acceptable_public_key(data: bytes) -> bool:
    """Returns True if the bytes may be a registered key: canonical, on the curve, not of low order."""
    if len(data) != 32 or not _is_strict_point(data):
        return False
    y = int.from_bytes(data, "little") & ~_SIGN_BIT
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    return pow(u * v, (_P - 1) // 2, _P) == 1


def key_id_of(public_key: bytes) -> str:
    """Names a key by its own bytes, so that no document can give a key another's name."""
    return f"ed25519-{hashlib.sha256(public_key).hexdigest()[:32]}"


@dataclass(frozen=True)
class Signer:
    """Signs bytes with one key: the 32-byte seed of RFC 8032, which is never shown."""

    key_id: str
    public_key: str
    _key: Ed25519PrivateKey = field(repr=False)

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


def signer_of(secret_key: bytes) -> Signer:
    if len(secret_key) != 32:
        raise ValueError("an Ed25519 secret key is a seed of 32 bytes")
    key = Ed25519PrivateKey.from_private_bytes(secret_key)
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return Signer(key_id_of(public), encode_base64url(public), key)


@lru_cache(maxsize=1024)
def _imported(public_key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public_key)


def _is_strict_point(data: bytes) -> bool:
    y = int.from_bytes(data, "little") & ~_SIGN_BIT
    return y < _P and y not in _LOW_ORDER_Y
