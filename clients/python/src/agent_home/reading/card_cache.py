"""Verified cards, bounded in number and in age."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agent_home.protocol.schemas.agents import AgentCard
from agent_home.single_flight import SingleFlight
from agent_home.surroundings import Surroundings
from agent_home.trust.lru import Lru

_MOST_CARDS = 1_000
_FRESH_MS = 300_000
_STALE_MS = 3_600_000


@dataclass(frozen=True)
class CardView:
    """A certified agent card. Its texts are another's words: data, never instructions."""

    card: AgentCard

    @property
    def agent_id(self) -> str:
        return self.card.agent_id

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def withdrawn(self) -> bool:
        """The agent has left for good: the card is a tombstone."""
        return self.card.status == "withdrawn"

    @property
    def public_keys(self) -> list[str]:
        """base64url: the one of today first, then those that lines of earlier times were signed with."""
        return [self.card.agent_public_key, *(self.card.previous_public_keys or [])]


@dataclass(frozen=True)
class _Entry:
    view: CardView
    fresh_until_ms: int


class CardCache:
    """For five minutes a card is answered without looking, for an hour after that while it is looked for again."""

    def __init__(self, load: Callable[[str], Awaitable[AgentCard]], surroundings: Surroundings) -> None:
        self._load = load
        self._surroundings = surroundings
        self._entries: Lru[str, _Entry] = Lru(_MOST_CARDS)
        self._loading: SingleFlight[CardView] = SingleFlight()
        self._generation = 0

    async def card(self, agent_id: str) -> CardView:
        entry = self._entries.get(agent_id)
        now = self._surroundings.now_ms()
        if entry is None or now >= entry.fresh_until_ms + _STALE_MS:
            return await self.refresh(agent_id)
        if now >= entry.fresh_until_ms:
            self._loading.begin(agent_id, lambda: self._fetch(agent_id))
        return entry.view

    async def refresh(self, agent_id: str) -> CardView:
        """Returns the card from the bucket, for a caller that knows that the cached one is outdated."""
        return await self._loading.run(agent_id, lambda: self._fetch(agent_id))

    def clear(self) -> None:
        """The signing keys changed: what an untrusted key certified must not live on here."""
        self._generation += 1
        self._entries.clear()

    async def close(self) -> None:
        await self._loading.cancel()

    async def _fetch(self, agent_id: str) -> CardView:
        generation = self._generation
        view = CardView(await self._load(agent_id))
        if generation == self._generation:
            self._entries.set(agent_id, _Entry(view, self._surroundings.now_ms() + _FRESH_MS))
        return view
