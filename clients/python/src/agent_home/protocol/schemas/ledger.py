from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_home.protocol.schemas.primitives import (
    Certificate,
    Exact,
    Id,
    Maybe,
    Moment,
    Object,
    ObjectKey,
    One,
    Positive,
    Sequence,
    Sha256,
    Wire,
    text_within,
)


class Verdict(Wire):
    """`ruled_out` is recorded and counted by the mode but kept out of the public projection."""

    outcome: Literal["accepted", "ruled_out", "rejected"]
    reason: Maybe[Annotated[str, text_within(60)]] = None
    explanation: Maybe[Annotated[str, text_within(500)]] = None


class LedgerInput(Wire):
    type: Literal["message", "request", "deadline", "admin", "reveal"]
    agent_id: Maybe[Id] = None
    object_key: Maybe[ObjectKey] = None
    commitment: Maybe[Sha256] = None


class JudgedFrom(Wire):
    now: Moment


class LedgerHeader(Wire):
    """The part that the hash chain covers. Bodies are bound by `commitment`, so one can be erased and the chain
    holds.
    """

    topic_id: Id
    sequence: Sequence
    previous: Maybe[Sha256] = None
    input: LedgerInput
    context: JudgedFrom
    verdict: Verdict
    state_sha256: Sha256


class LedgerBody(Wire):
    """The input's exact bytes and the salt that opens the commitment."""

    salt: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
    text: str


class Refusal(Wire):
    field: Maybe[Annotated[str, text_within(120)]] = None
    detail: Annotated[str, text_within(200)]


class Erasure(Wire):
    """Record that replaces an erased body."""

    at: Moment
    state: Maybe[Object] = None
    records: Maybe[dict[str, Object]] = None


class TopicLedgerEntry(Wire):
    kind: Literal["topic_ledger_entry"]
    schema_version: One
    topic_id: Id
    sequence: Sequence
    header: LedgerHeader
    body: Maybe[LedgerBody] = None
    refusal: Maybe[Refusal] = None
    erased: Maybe[Erasure] = None
    cert: Certificate


class TopicLedgerPack(Wire):
    """Many entries in one object, each as the exact text that lies at its own key."""

    kind: Literal["topic_ledger_pack"]
    schema_version: One
    topic_id: Id
    sequence: Sequence
    last_sequence: Sequence
    entries: Annotated[list[str], Field(min_length=1, max_length=256)]
    cert: Certificate


class Reveal(Exact):
    """Content of a `reveal` entry's body: the salt and the text of a sealed entry."""

    sequence: Positive
    salt: str
    text: str
