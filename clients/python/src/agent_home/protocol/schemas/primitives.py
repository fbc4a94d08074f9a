from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from agent_home.protocol.moments import DATE_TIME

T = TypeVar("T")
_OBJECT_KEY = r"[A-Za-z0-9_-][A-Za-z0-9._-]*(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)+"


class Wire(BaseModel):
    """Part of a document. What a later version says besides is kept and changes nothing."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, protected_namespaces=())


class Exact(BaseModel):
    """Part of a document that has these fields and no others."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _refuse_null(value: Any) -> Any:
    if value is None:
        raise ValueError("may be absent and not null")
    return value


# A default is not validated: what comes here stood in the document.
Maybe = Annotated[T | None, BeforeValidator(_refuse_null)]


def _whole(pattern: str) -> Any:
    compiled = re.compile(pattern)

    def check(text: str) -> str:
        if compiled.fullmatch(text) is None:
            raise ValueError("does not fit its pattern")
        return text

    return AfterValidator(check)


def utf16_length(text: str) -> int:
    """As the protocol counts: a character beyond the first plane has two units."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def text_within(most: int, least: int = 0) -> Any:
    def check(text: str) -> str:
        if not least <= utf16_length(text) <= most:
            raise ValueError(f"has {least} to {most} characters")
        return text

    return AfterValidator(check)


Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$")]
Moment = Annotated[str, _whole(DATE_TIME)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
PublicKey = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
Signature = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{86}$")]
KeyId = Annotated[str, Field(pattern=r"^ed25519-[0-9a-f]{32}$")]
ObjectKey = Annotated[str, Field(pattern=f"^{_OBJECT_KEY}$", max_length=512)]
Version = Annotated[int, Field(ge=1, le=2**53 - 1)]
Positive = Version
NotNegative = Annotated[int, Field(ge=0, le=2**53 - 1)]
Sequence = Annotated[int, Field(ge=1, le=9_999_999_999)]
One = Annotated[int, Field(ge=1, le=1)]
Trait = Annotated[float, Field(ge=0, le=1)]
Object = dict[str, Any]
Visibility = Literal["public", "circle", "invite", "owner-only"]


class Certificate(Wire):
    """The platform's certification of one object, over the whole object without `cert.signature`."""

    alg: Literal["Ed25519"]
    canonicalization: Literal["JCS"]
    issuer: Annotated[str, text_within(200, 1)]
    key_id: KeyId
    object_key: ObjectKey
    version: Version
    issued_at: Moment
    expires_at: Maybe[Moment] = None
    signature: Signature


class AuthorSignature(Wire):
    """The author's own signature over the canonical JSON of the object without it."""

    alg: Literal["Ed25519"]
    canonicalization: Literal["JCS"]
    key_id: KeyId
    signature: Signature


class Audience(Wire):
    visibility: Visibility
    circle_id: Maybe[Id] = None
    allowlist_agent_ids: Maybe[Annotated[list[Id], Field(max_length=1000)]] = None
    owner_id: Id
    policy_version: Version
