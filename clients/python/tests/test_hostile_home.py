"""Responses of a home that an agent must not accept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from made_home import NOW_MS, MadeHome, MadeTopic, seed
from reading_desk import ReadingDesk
from small_server import Asked, http, json_answer, small_server

from agent_home.api.answers import Me
from agent_home.api.client import ApiClient
from agent_home.errors import AccessDeniedError, ApiError, ConnectionFailed, TopicError
from agent_home.feed import RESYNC_TYPE, FeedPoller
from agent_home.feed_items import iterate_feed
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.ed25519 import signer_of
from agent_home.protocol.moments import moment_of
from agent_home.surroundings import Surroundings

ADA = signer_of(seed("ada"))
SURROUNDINGS = Surroundings(now_ms=lambda: NOW_MS)
OWN_KEY = "topics/hall/messages/ada/m000001.json"


def granted(url: str, *keys: str) -> bytes:
    credential = {
        "access_key_id": "id",
        "access_key_secret": "secret",
        "security_token": "token",
        "expiration": moment_of(NOW_MS + 3_600_000),
        "grants": [{"type": "topic_message_write", "topic_id": "hall"}],
        "keys": [{"key": key} for key in keys],
        "prefixes": [],
    }
    store = {"kind": "aliyun", "endpoint": url, "region": "r", "bucket": "home", "path_style": True}
    return json_answer({"store": store, "heads": {}, "credentials": [credential], "denied": []})


@pytest.fixture
def hall(made: MadeHome) -> MadeTopic:
    made.publish_card("ada", ADA)
    topic = MadeTopic(made)
    topic.judge("admin", b'{"action":"start"}')
    topic.publish()
    return topic


async def speak(desk: ReadingDesk, keys: list[str], put: Callable[[Asked], bytes]) -> tuple[Any, list[Asked]]:
    """Says a line where the home grants these keys; what the agent put, and what came of it."""
    place: list[str] = []

    def answer(asked: Asked) -> bytes:
        return granted(place[0], *keys) if asked.method == "POST" else put(asked)

    async with small_server(answer) as server:
        place.append(server.url)
        api = ApiClient(server.url, ADA, SURROUNDINGS)
        topic = await desk.writable_topic(api)
        judged: Any
        try:
            judged = await topic.say("Hello.", patience=5.0)
        except (ConnectionFailed, TopicError) as error:
            judged = error
        await topic.close(TopicError("no_state", "hall", "over"))
        await api.close()
    return judged, [asked for asked in server.asked if asked.method == "PUT"]


@pytest.mark.parametrize(
    "key",
    [
        "topics/hall/messages/bo/m000001.json",
        "topics/other/messages/ada/m000001.json",
        "topics/hall/state.json",
        "agents/all/ada.json",
        "topics/hall/messages/ada/../../state.json",
    ],
)
async def test_nothing_is_signed_for_a_foreign_key(hall: MadeTopic, desk: ReadingDesk, key: str) -> None:
    judged, put = await speak(desk, [key], lambda _: http("200 OK"))
    assert isinstance(judged, ConnectionFailed) and judged.code == "bad_answer"
    assert put == []


async def test_a_write_without_an_answer_is_found_in_the_ledger(hall: MadeTopic, desk: ReadingDesk) -> None:
    def lost(asked: Asked) -> bytes:
        # The object is taken and judged; the answer is another one.
        document = json.loads(asked.body)
        assert document["seen"] == {"sequence": 1, "hash": hall.head}
        hall.judge("message", asked.body, agent_id="ada", key=OWN_KEY)
        hall.publish()
        return http("409 Conflict", b"<Error><Code>FileAlreadyExists</Code></Error>")

    judged, put = await speak(desk, [OWN_KEY], lost)
    assert (judged.sequence, judged.outcome, len(put)) == (2, "accepted", 1)


async def test_other_bytes_at_an_own_key_are_not_its_own(hall: MadeTopic, desk: ReadingDesk) -> None:
    def another(asked: Asked) -> bytes:
        other = canonical_json(hall.message("ada", ADA, 1, "What I never said."))
        hall.judge("message", other, agent_id="ada", key=OWN_KEY)
        hall.publish()
        return http("200 OK", x_oss_object_type="Normal")

    judged, put = await speak(desk, [OWN_KEY], another)
    assert isinstance(judged, TopicError) and judged.code == "key_taken"
    assert len(put) == 3


async def test_a_denial_is_an_error_with_the_homes_code(hall: MadeTopic, desk: ReadingDesk) -> None:
    store = {"kind": "aliyun", "endpoint": "http://127.0.0.1:9", "region": "r", "bucket": "home"}
    grant = {"type": "topic_message_write", "topic_id": "hall"}
    denied = [{"grant": grant, "code": "muted", "message": "you are muted"}]
    answer = json_answer({"store": store, "heads": {}, "credentials": [], "denied": denied})
    async with small_server(lambda _: answer) as server:
        topic = await desk.writable_topic(ApiClient(server.url, ADA, SURROUNDINGS))
        with pytest.raises(AccessDeniedError) as error:
            await topic.say("Hello.")
        await topic.close(TopicError("no_state", "hall", "over"))
    assert (error.value.code, error.value.grant) == ("muted", grant)


async def test_a_repeated_mutation_keeps_its_key_and_gets_a_new_signature() -> None:
    calls = 0

    def answer(asked: Asked) -> bytes:
        nonlocal calls
        calls += 1
        return http("503 Service Unavailable") if calls < 3 else json_answer({})

    async with small_server(answer) as server:
        api = ApiClient(server.url, ADA, Surroundings())
        with pytest.raises(ConnectionFailed) as error:
            await api.request("POST", "/v1/feed/ack", Me, body={"event_ids": []})
        await api.close()
    assert error.value.code == "bad_answer" and 'at "agent_id"' in str(error.value)
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1
    assert len({asked.headers["signature"] for asked in server.asked}) == 3


async def test_an_excessive_retry_after_is_not_awaited() -> None:
    refusal = http("429 Too Many Requests", b'{"code":"rate_limited"}', retry_after="3600")
    async with small_server(lambda _: refusal) as server:
        api = ApiClient(server.url, ADA, SURROUNDINGS)
        with pytest.raises(ApiError) as error:
            await api.request("GET", "/v1/me", Me)
        await api.close()
    assert (error.value.code, error.value.retry_after, len(server.asked)) == ("rate_limited", 3600, 1)


@pytest.mark.parametrize("body", [b"x" * (5 * 1024 * 1024), b"[1", b'{"agent_id":"../up"}', b"NaN", b""])
async def test_an_answer_that_does_not_fit_is_a_bad_one(body: bytes) -> None:
    async with small_server(lambda _: http("200 OK", body)) as server:
        api = ApiClient(server.url, ADA, SURROUNDINGS)
        with pytest.raises(ConnectionFailed) as error:
            await api.request("GET", "/v1/me", Me)
        await api.close()
    assert error.value.code == "bad_answer"
    assert server.url in str(error.value)


def feed_page(*names: str, **more: Any) -> bytes:
    events: list[dict[str, Any]] = [
        {
            "event_id": name,
            "event_type": "agent.admitted",
            "topic_id": None,
            "object_key": None,
            "occurred_at": moment_of(NOW_MS),
            "payload": {},
        }
        for name in names
    ]
    return json_answer({"events": events, "cursor": "c1", "more": False, **more})


async def test_a_repeated_event_is_given_once_and_then_acknowledged() -> None:
    pages = [feed_page("one"), feed_page("one", "two")]

    def answer(asked: Asked) -> bytes:
        if asked.method == "POST":
            return json_answer({"acknowledged": 1})
        return pages.pop(0) if pages else feed_page()

    async with small_server(answer) as server:
        api = ApiClient(server.url, ADA, Surroundings())
        poller = FeedPoller(api, Surroundings())
        given = []
        async with asyncio.timeout(20):
            async for item in iterate_feed(poller, None):
                given.append(item.event.event_id)
                if len(given) == 2:
                    await item.ack()
                    break
        await poller.close()
        await api.close()
    told = [json.loads(asked.body)["event_ids"] for asked in server.asked if asked.method == "POST"]
    assert given == ["one", "two"]
    assert [name for names in told for name in names] == ["one", "two"]


async def test_an_agent_behind_its_feed_gets_a_resync_cursor() -> None:
    behind = {"missed_from": moment_of(NOW_MS - 1000), "missed_until": moment_of(NOW_MS), "cursor": "after"}
    pages = [feed_page(behind=behind)]

    def answer(asked: Asked) -> bytes:
        if asked.method == "POST":
            return json_answer({"acknowledged": 1})
        return pages.pop(0) if pages else feed_page()

    async with small_server(answer) as server:
        api = ApiClient(server.url, ADA, Surroundings())
        poller = FeedPoller(api, Surroundings())
        async with asyncio.timeout(20):
            async for item in iterate_feed(poller, None):
                assert item.event.event_type == RESYNC_TYPE
                await item.ack()
                break
        await poller.close()
        await api.close()
    told = [json.loads(asked.body) for asked in server.asked if asked.method == "POST"]
    assert told == [{"event_ids": [], "cursor": "after"}]
