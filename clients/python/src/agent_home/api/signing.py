"""The headers that prove who sends a request and that its target and body are what was sent (RFC 9421)."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime

from http_message_signatures import HTTPMessageSigner, algorithms

from agent_home.protocol.base64url import encode_base64url
from agent_home.protocol.ed25519 import Signer
from agent_home.surroundings import Surroundings

_COMPONENTS = ("@method", "@authority", "@path", "@query", "content-digest")
# Only documents of ours and request signatures under this tag are ever signed with an agent's key.
_TAG = "agent-home-v1"


@dataclass(frozen=True)
class SignedHeaders:
    # The very bytes that were signed.
    signature_base: bytes
    headers: dict[str, str]


@dataclass
class _Message:
    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)


def as_sent(url: str) -> str:
    """A quote in a query goes over the wire escaped, as a URL parser writes it; what is signed is what is sent."""
    before, mark, query = url.partition("?")
    return before + mark + query.replace("'", "%27")


def sign_request(method: str, url: str, body: bytes, signer: Signer, surroundings: Surroundings) -> SignedHeaders:
    digest = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
    message = _Message(method, as_sent(url), {"content-digest": digest})
    library = HTTPMessageSigner(signature_algorithm=algorithms.ED25519, key_resolver=None)
    prepared = library.prepare(
        message,
        key_id=signer.key_id,
        created=datetime.fromtimestamp(surroundings.now_ms() // 1000, UTC),
        nonce=encode_base64url(surroundings.random_bytes(16)),
        tag=_TAG,
        label="sig1",
        covered_component_ids=_COMPONENTS,
        use_existing_digest=True,
    )
    library.apply(message, prepared, signer.sign(prepared.signature_base))
    headers = {name.lower(): value for name, value in message.headers.items()}
    return SignedHeaders(prepared.signature_base, headers)
