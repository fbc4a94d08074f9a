"""A reader over a bucket that is a dictionary: tests change its content as the holder of a bucket could."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from made_home import MadeHome, seed

from agent_home.api.answers import FeedEvent
from agent_home.api.client import ApiClient
from agent_home.credentials import CredentialManager, Grant
from agent_home.feed import FeedPoller
from agent_home.home_parts import load_card
from agent_home.protocol.ed25519 import signer_of
from agent_home.reading.card_cache import CardCache
from agent_home.reading.failure_reporter import FailureReporter, VerificationFailure
from agent_home.reading.platform_trust import PlatformTrust
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.store.open_store import StoreOpener
from agent_home.store.store_error import ObjectStoreError
from agent_home.surroundings import Surroundings
from agent_home.topics.readable_topic import ReadableTopic, ReadingSurroundings, read_manifest
from agent_home.topics.state_watcher import Polling
from agent_home.topics.topic import Topic
from agent_home.trust.floor import VersionFloor
from agent_home.trust.memory import TrustMemory, TrustSnapshot


class _Bucket:
    def __init__(self, objects: dict[str, bytes]) -> None:
        self.objects = objects
        self.asked: list[str] = []

    async def get(self, key: str, grant: Grant, max_bytes: int) -> bytes:
        self.asked.append(key)
        if key not in self.objects:
            raise ObjectStoreError("not_found", f"{key} is not there")
        return self.objects[key]


class _QuietFeed(FeedPoller):
    """A feed without events and without requests."""

    def watch(self, watch: Callable[[FeedEvent], None]) -> Callable[[], None]:
        return lambda: None


class ReadingDesk:
    def __init__(
        self,
        objects: dict[str, bytes],
        pinned: dict[str, Any],
        now_ms: Callable[[], int],
        *,
        snapshot: TrustSnapshot | None = None,
    ) -> None:
        self.failures: list[VerificationFailure] = []
        # Reports are sent a second later, so no request reaches this address before.
        api = self._api = ApiClient("http://127.0.0.1:9", None, Surroundings())
        self.surroundings = Surroundings(now_ms=now_ms)
        self.bucket = _Bucket(objects)
        self.memory = TrustMemory(snapshot, lambda: None)
        self.floor = VersionFloor()
        reporter = FailureReporter(api, self.surroundings, self.failures.append)
        self.cards = CardCache(lambda agent_id: load_card(self.reader, agent_id), self.surroundings)
        self.trust = PlatformTrust(
            pinned=pinned,
            raw=self.bucket,
            memory=self.memory,
            floor=self.floor,
            failures=reporter,
            surroundings=self.surroundings,
            changed=self.cards.clear,
        )
        self.reader = VerifiedReader(
            raw=self.bucket,
            trust=self.trust,
            memory=self.memory,
            floor=self.floor,
            failures=reporter,
            surroundings=self.surroundings,
        )
        self._shared = ReadingSurroundings(
            reader=self.reader,
            memory=self.memory,
            failures=reporter,
            feed=_QuietFeed(api, self.surroundings),
            card=self.cards.card,
            refresh_card=self.cards.refresh,
            polling=Polling(0.01, 0.05),
            surroundings=self.surroundings,
        )

    async def topic(self, topic_id: str = "hall") -> ReadableTopic:
        return ReadableTopic(await read_manifest(self.reader, topic_id), self._shared)

    async def writable_topic(self, api: ApiClient | None = None, topic_id: str = "hall") -> Topic:
        """Returns a topic of the agent `ada`, whose writes use that API; without one there is no store to write to."""
        manifest = await read_manifest(self.reader, topic_id)
        stores = StoreOpener(self.surroundings)
        credentials = CredentialManager(api or self._api, self.floor, stores, self.surroundings)

        async def agent_id() -> str:
            return "ada"

        return Topic(manifest, self._shared, agent_id=agent_id, signer=signer_of(seed("ada")), credentials=credentials)


def desk_in(made: MadeHome, *, snapshot: TrustSnapshot | None = None) -> ReadingDesk:
    return ReadingDesk(made.objects, made.root_set, lambda: made.now_ms, snapshot=snapshot)
