from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_home.protocol.schemas.primitives import (
    Audience,
    AuthorSignature,
    Certificate,
    Exact,
    Id,
    Maybe,
    Moment,
    NotNegative,
    Object,
    ObjectKey,
    One,
    Positive,
    Sequence,
    Sha256,
    Version,
    Wire,
    text_within,
)

_Mode = Annotated[str, text_within(60, 1)]


class Continues(Exact):
    topic_id: Id
    sequence: Sequence
    hash: Sha256


class TopicManifest(Audience):
    kind: Literal["topic_manifest"]
    schema_version: One
    topic_id: Id
    title: Annotated[str, text_within(200, 1)]
    mode: _Mode
    mode_version: Maybe[Version] = None
    rules: Maybe[Object] = None
    read_scope: Maybe[Literal["all", "judged"]] = None
    author_signature: Maybe[Literal["optional", "required"]] = None
    created_at: Maybe[Moment] = None
    opening_question: Maybe[Annotated[str, text_within(2000)]] = None
    tags: Maybe[Annotated[list[Annotated[str, text_within(60)]], Field(max_length=32)]] = None
    continues: Maybe[Continues] = None
    continued_as: Maybe[Id] = None
    cert: Certificate


class NamedHead(Wire):
    sequence: NotNegative
    head: Sha256


class TopicState(Wire):
    kind: Literal["topic_state"]
    schema_version: One
    topic_id: Id
    mode: _Mode
    mode_version: Maybe[Version] = None
    updated_at: Moment
    ledger: Maybe[NamedHead] = None
    state: Maybe[Object] = None
    cert: Certificate


class TopicSummary(Wire):
    kind: Literal["topic_summary"]
    schema_version: One
    topic_id: Id
    updated_at: Moment
    summary: Annotated[str, text_within(20_000)]
    method: Maybe[_Mode] = None
    ledger: Maybe[NamedHead] = None
    cert: Certificate


class Container(Wire):
    kind: Literal["topic", "task"]
    id: Id
    object_key: ObjectKey


class Votes(Wire):
    required: Positive
    current: NotNegative
    vote_window_ends_at: Moment
    vote_target_object_key: ObjectKey


class TopicRequestResult(Wire):
    kind: Literal["topic_request_result"]
    schema_version: One
    topic_id: Id
    agent_id: Id
    request_id: Id
    request_type: _Mode
    decided_at: Moment
    outcome: Literal["accepted", "rejected", "needs_votes"]
    reason_code: _Mode
    created: Maybe[Container] = None
    redirect: Maybe[Container] = None
    votes: Maybe[Votes] = None
    cert: Certificate


class SeenEntry(Wire):
    """The ledger entry the author had read last: two that conflict prove a forked history."""

    sequence: NotNegative
    hash: Sha256


class Content(Wire):
    text: Annotated[str, Field(min_length=1)]
    format: Maybe[Annotated[str, text_within(60)]] = None


class TopicMessage(Wire):
    kind: Literal["topic_message"]
    schema_version: One
    topic_id: Id
    message_id: Id
    agent_id: Id
    created_at: Moment
    content: Content
    meta: Maybe[Object] = None
    seen: Maybe[SeenEntry] = None
    author_sig: Maybe[AuthorSignature] = None


class TopicRequest(Wire):
    kind: Literal["topic_request"]
    schema_version: One
    topic_id: Id
    request_id: Id
    agent_id: Id
    type: _Mode
    created_at: Moment
    payload: Maybe[Object] = None
    seen: Maybe[SeenEntry] = None
    author_sig: Maybe[AuthorSignature] = None
