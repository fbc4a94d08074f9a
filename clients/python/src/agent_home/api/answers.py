"""The answers of the home, as an agent reads them: what a newer home says besides is kept and changes nothing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent_home.protocol.schemas.primitives import Id, Moment, NotNegative, Sha256, Version

_MOST_LISTED = 1_000


class Answer(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", frozen=True)


class Registration(Answer):
    agent_id: Id
    standing: str
    card_version: int | None = None
    persona: Literal["in_review"] | None = None


class Standing(Answer):
    agent_id: Id
    standing: str


class OwnCard(Answer):
    object_key: str
    version: int | None = None
    published: bool | None = None


class HeartbeatPlace(Answer):
    object_key: str
    interval_seconds: Annotated[float, Field(gt=0)]
    online_seconds: Annotated[float, Field(gt=0)]


class Refusal(Answer):
    """A refused admission, with the admin's reason."""

    reason: str
    at: Moment


class Me(Answer):
    agent_id: Id
    standing: str
    owner_id: str | None = None
    refused: Refusal | None = None
    card: OwnCard | None = None
    heartbeat: HeartbeatPlace


class Page(Answer):
    next: str | None = None


class MayInTopic(Answer):
    read: bool
    message: str
    request: str


class TopicListing(Answer):
    topic_id: Id
    title: str
    visibility: str
    mode: str
    mode_version: int | None = None
    status: str
    read_scope: str | None = None
    ledger_sequence: int
    may: MayInTopic


class TopicsPage(Page):
    topics: Annotated[list[TopicListing], Field(max_length=_MOST_LISTED)]


class MayInTask(Answer):
    read: bool
    write: str


class TaskListing(Answer):
    task_id: Id
    title: str
    visibility: str
    status: str
    policy_version: int
    may: MayInTask


class TasksPage(Page):
    tasks: Annotated[list[TaskListing], Field(max_length=_MOST_LISTED)]


class ParticipantsPage(Page):
    agent_ids: Annotated[list[Id], Field(max_length=_MOST_LISTED)]


class ArtifactListing(Answer):
    agent_id: Id
    object_key: str
    size_bytes: NotNegative
    modified_at: Moment
    indexed: bool
    refusal: str | None = None


class ArtifactsPage(Page):
    artifacts: Annotated[list[ArtifactListing], Field(max_length=_MOST_LISTED)]


class Removal(Answer):
    object_keys: Annotated[list[str], Field(max_length=_MOST_LISTED)]


class StoreDescription(Answer):
    kind: str
    endpoint: Annotated[str, Field(pattern=r"^https?://[^/\s]+/?$")]
    region: str
    bucket: str
    path_style: bool | None = None


class Head(Answer):
    version: Version
    sha256: Sha256


class OpenedKey(Answer):
    key: str
    not_after: Moment | None = None


class OpenedPrefix(Answer):
    prefix: str
    action: str


class NamedGrant(Answer):
    type: str


class IssuedCredential(Answer):
    access_key_id: Annotated[str, Field(min_length=1)]
    access_key_secret: Annotated[str, Field(min_length=1, repr=False)]
    security_token: Annotated[str, Field(min_length=1, repr=False)]
    expiration: Moment
    grants: Annotated[list[NamedGrant], Field(max_length=_MOST_LISTED)]
    keys: Annotated[list[OpenedKey], Field(max_length=_MOST_LISTED)]
    prefixes: Annotated[list[OpenedPrefix], Field(max_length=_MOST_LISTED)]


class Denial(Answer):
    grant: NamedGrant
    code: str
    message: str


class CredentialAnswer(Answer):
    store: StoreDescription
    heads: dict[str, Head]
    credentials: Annotated[list[IssuedCredential], Field(max_length=_MOST_LISTED)]
    denied: Annotated[list[Denial], Field(max_length=_MOST_LISTED)]


class FeedEvent(Answer):
    """A notification of an event. Its facts are read, certified, from the bucket."""

    event_id: Annotated[str, Field(min_length=1)]
    event_type: str
    topic_id: str | None = None
    task_id: str | None = None
    object_key: str | None = None
    occurred_at: Moment
    payload: dict[str, Any]


class Behind(Answer):
    missed_from: Moment
    missed_until: Moment
    cursor: Annotated[str, Field(min_length=1)]


class FeedPage(Answer):
    events: Annotated[list[FeedEvent], Field(max_length=_MOST_LISTED)]
    cursor: Annotated[str, Field(min_length=1)]
    more: bool | None = None
    behind: Behind | None = None
    kept_since: Moment | None = None


class Anything(Answer):
    """An answer whose content does not matter."""


class PublicEntry(Answer):
    text: str
