from __future__ import annotations

from typing import Any, Literal, cast

from agent_home.protocol.base64url import decode_base64url, encode_base64url
from agent_home.protocol.canonical_json import canonical_json, canonical_of_parsed
from agent_home.protocol.ed25519 import Signer, key_id_of, verify_ed25519
from agent_home.protocol.schemas import fits_schema
from agent_home.protocol.schemas.primitives import AuthorSignature

AuthorSignatureResult = Literal["valid", "invalid", "absent"]


def sign_authored(document: dict[str, Any], signer: Signer) -> dict[str, Any]:
    """Adds the author's signature to a message or a request."""
    signature = encode_base64url(signer.sign(canonical_json(_content(document))))
    block = {"alg": "Ed25519", "canonicalization": "JCS", "key_id": signer.key_id, "signature": signature}
    return {**document, "author_sig": block}


def check_author_signature(document: dict[str, Any], public_key: bytes) -> AuthorSignatureResult:
    """Checks a document from `parse_strict_json`. `absent` is for the topic's policy to judge."""
    if "author_sig" not in document:
        return "absent"
    block = document["author_sig"]
    parsed = cast(AuthorSignature | None, fits_schema(AuthorSignature, block)) if isinstance(block, dict) else None
    signature = None if parsed is None else decode_base64url(parsed.signature)
    if parsed is None or signature is None or parsed.key_id != key_id_of(public_key):
        return "invalid"
    return "valid" if verify_ed25519(public_key, canonical_of_parsed(_content(document)), signature) else "invalid"


def _content(document: dict[str, Any]) -> dict[str, Any]:
    """Its `kind` keeps one document from passing as another."""
    return {name: value for name, value in document.items() if name != "author_sig"}
