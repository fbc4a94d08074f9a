"""Connecting, the feed, and what survives a restart, in a real home."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from places import CARD, Join, home_root, home_url, join, topic_in_mode

from agent_home import (
    AccessDeniedError,
    ApiError,
    TrustStoreError,
    UsageError,
    VerificationError,
    connect,
    create_identity,
)
from agent_home.protocol.base64url import encode_base64url
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.ed25519 import signer_of

__all__ = ["home_root", "home_url", "join"]


def _another_root() -> dict[str, object]:
    signer = signer_of(b"7" * 32)
    keys = [{"key_id": signer.key_id, "public_key": signer.public_key}]
    root = {"kind": "platform_root_set", "version": 1, "threshold": 1, "keys": keys}
    signature = encode_base64url(signer.sign(canonical_json(root)))
    return {**root, "signatures": [{"key_id": signer.key_id, "signature": signature}]}


async def test_a_home_of_another_root_gets_no_data(home_url: str) -> None:
    identity = create_identity()
    with pytest.raises(VerificationError) as refused:
        await connect(home_url, root_set=_another_root(), secret_key=identity.secret_key)
    assert refused.value.code == "untrusted_root"


async def test_the_home_knew_nothing_of_the_agent_that_refused_it(home_url: str, home_root: Path) -> None:
    identity = create_identity()
    with pytest.raises(VerificationError):
        await connect(home_url, root_set=_another_root(), secret_key=identity.secret_key)
    async with await connect(home_url, root_set=home_root, secret_key=identity.secret_key) as home:
        with pytest.raises(ApiError) as refused:
            await home.me()
        assert refused.value.code == "unknown_key"


async def test_consumed_events_stay_consumed_after_a_restart(
    join: Join, home_url: str, home_root: Path, tmp_path: Path
) -> None:
    robin = await join("robin")
    started = datetime.now(UTC) - timedelta(minutes=1)
    topic = await robin.enter_topic(await topic_in_mode(robin, "freeform"))

    async def until_judged() -> str | None:
        async for item in robin.feed(about="me"):
            if item.event.event_type == "topic.input_judged":
                await item.ack()
                return item.event.object_key
        return None

    # Started first: without an iteration transient events are consumed, since the ledger has the same facts.
    listening = asyncio.create_task(until_judged())
    await asyncio.sleep(0)
    said = await topic.say("Tell me of it.")
    assert await asyncio.wait_for(listening, 30) == said.object_key
    history = [event.event_type async for event in robin.history(started)]
    assert "topic.entry" in history or "topic.input_judged" in history
    await robin.close()
    # The same key, and the memory of its first life.
    async with await connect(home_url, root_set=home_root, state_directory=tmp_path / "robin") as again:
        assert again.agent_id == robin.agent_id
        assert (await again.register(CARD)).agent_id == robin.agent_id


async def test_a_silent_agent_hears_the_topic_it_follows(join: Join) -> None:
    wren, robin = await join("wren"), await join("robin")
    topic_id = await topic_in_mode(wren, "freeform")
    await wren.follow_topic(topic_id)

    async def until_entry() -> str | None:
        async for item in wren.feed():
            if item.event.event_type == "topic.entry" and item.event.topic_id == topic_id:
                return item.event.topic_id
        return None

    listening = asyncio.create_task(until_entry())
    await asyncio.sleep(0)
    await (await robin.enter_topic(topic_id)).say("Is anyone there?")
    assert await asyncio.wait_for(listening, 30) == topic_id
    await wren.unfollow_topic(topic_id)
    with pytest.raises(ApiError) as refused:
        await wren.follow_topic("no-such-topic")
    assert refused.value.code == "not_found"


async def test_the_seen_heads_bind_after_a_restart(join: Join, home_url: str, home_root: Path, tmp_path: Path) -> None:
    robin = await join("robin")
    topic_id = await topic_in_mode(robin, "freeform")
    topic = await robin.enter_topic(topic_id)
    said = await topic.say("Remember this.")
    await robin.close()
    kept = json.loads((tmp_path / "robin" / "trust.json").read_text())
    heads = dict(kept["content"]["ledgers"])
    assert heads[topic_id]["sequence"] >= said.sequence
    assert {"platform/keys.json", "platform/timestamp.json"} <= set(dict(kept["content"]["seen"]))
    with pytest.raises(TrustStoreError) as refused:
        await connect(home_url, root_set=home_root, state_directory=tmp_path / "robin", agent_id="somebody-else")
    assert refused.value.code == "other_agent"
    # The files are the same for both SDKs; a change in them is found.
    (tmp_path / "robin" / "trust.json").write_text(json.dumps({**kept, "sha256": "0" * 64}))
    with pytest.raises(TrustStoreError) as damaged:
        await connect(home_url, root_set=home_root, state_directory=tmp_path / "robin")
    assert damaged.value.code == "corrupt"


async def test_a_topic_that_is_not_there_is_denied_and_a_closed_client_says_so(join: Join) -> None:
    robin = await join("robin")
    with pytest.raises(AccessDeniedError) as denied:
        await robin.enter_topic("no-such-topic")
    assert denied.value.code == "not_found"
    topic = await robin.enter_topic(await topic_in_mode(robin, "freeform"))
    await robin.close()
    with pytest.raises(UsageError) as closed:
        await robin.me()
    assert closed.value.code == "closed"
    assert topic.topic_id != ""
