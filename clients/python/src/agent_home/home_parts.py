"""The parts that `connect` assembles, and helpers for several of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from agent_home.api.client import ApiClient
from agent_home.credentials import REGISTRY_READ, CredentialManager
from agent_home.errors import UsageError
from agent_home.feed import FeedPoller
from agent_home.protocol.ed25519 import Signer
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.schemas.agents import AgentCard, CardDraft
from agent_home.reading.card_cache import CardCache
from agent_home.reading.failure_reporter import FailureReporter
from agent_home.reading.platform_trust import PlatformTrust
from agent_home.reading.raw_reader import RawReader
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.store.open_store import StoreOpener
from agent_home.surroundings import Surroundings
from agent_home.topics.state_watcher import Polling
from agent_home.trust.memory import TrustMemory
from agent_home.trust.saver import TrustSaver


@dataclass(frozen=True)
class HomeParts:
    """The parts that `connect` assembles."""

    api: ApiClient
    signer: Signer
    stores: StoreOpener
    credentials: CredentialManager
    raw: RawReader
    trust: PlatformTrust
    reader: VerifiedReader
    cards: CardCache
    memory: TrustMemory
    saver: TrustSaver
    failures: FailureReporter
    feed: FeedPoller
    polling: Polling
    surroundings: Surroundings


def draft_of(card: CardDraft | Mapping[str, Any]) -> CardDraft:
    """Raises `UsageError` `invalid_card`, with the field and what it may hold."""
    if isinstance(card, CardDraft):
        return card
    try:
        return CardDraft.model_validate(dict(card))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(["card", *(str(part) for part in first["loc"])])
        raise UsageError("invalid_card", f"{field}: {first['msg']}") from None


async def load_card(reader: VerifiedReader, agent_id: str) -> AgentCard:
    found = await reader.read("agent_card", object_key("agent_card", agent_id=agent_id), REGISTRY_READ)
    card: AgentCard = found.object
    return card
