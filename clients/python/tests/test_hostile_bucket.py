"""Attacks by the holder of the bucket: old copies, other bytes, swapped objects, old keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from made_home import NOW_MS, MadeHome, MadeTopic, seed
from reading_desk import ReadingDesk

from agent_home.api.answers import Head
from agent_home.errors import ObjectStoreError, VerificationError
from agent_home.protocol.ed25519 import signer_of

ADA = signer_of(seed("ada"))
CARD = "agents/all/ada.json"
GRANT = {"type": "registry_read"}
Restart = Callable[[ReadingDesk], ReadingDesk]


async def refused(desk: ReadingDesk, key: str = CARD, kind: str = "agent_card") -> str:
    with pytest.raises(VerificationError) as error:
        await desk.reader.read(kind, key, GRANT)  # type: ignore[arg-type]
    assert desk.failures[-1].code == error.value.code
    return error.value.code


async def test_an_older_copy_is_a_rollback_also_after_a_restart(
    made: MadeHome, desk: ReadingDesk, restarted: Restart
) -> None:
    made.publish_card("ada", ADA, version=1)
    old = made.objects[CARD]
    made.publish_card("ada", ADA, version=2)
    await desk.reader.read("agent_card", CARD, GRANT)
    made.objects[CARD] = old
    assert await refused(desk) == "rollback"
    assert await refused(restarted(desk)) == "rollback"


async def test_other_bytes_under_a_version_that_was_seen_are_equivocation(
    made: MadeHome, desk: ReadingDesk, restarted: Restart
) -> None:
    made.publish_card("ada", ADA)
    await desk.reader.read("agent_card", CARD, GRANT)
    made.publish_card("ada", signer_of(seed("another key")))
    assert await refused(desk) == "equivocation"
    assert await refused(restarted(desk)) == "equivocation"


async def test_a_first_copy_older_than_the_credential_names_is_refused(made: MadeHome, desk: ReadingDesk) -> None:
    made.publish_card("ada", ADA, version=1)
    desk.floor.raise_to({CARD: Head(version=2, sha256="0" * 64)})
    assert await refused(desk) == "rollback"
    made.publish_card("ada", ADA, version=2)
    assert await refused(desk) == "head_mismatch"


async def test_a_frozen_home_is_stale_within_the_hour(made: MadeHome, desk: ReadingDesk, restarted: Restart) -> None:
    made.publish_card("ada", ADA)
    await desk.reader.read("agent_card", CARD, GRANT)
    made.now_ms = NOW_MS + 3_600_001
    # Kept keys are void now, and the timestamp in the bucket is the one of an hour ago.
    assert await refused(desk) == "stale"
    assert await refused(restarted(desk)) == "stale"


async def test_an_old_key_list_under_a_new_timestamp_is_outdated(made: MadeHome, desk: ReadingDesk) -> None:
    made.publish_card("ada", ADA)
    old = made.objects["platform/keys.json"]
    made.publish_keys(2)
    made.objects["platform/keys.json"] = old
    assert await refused(desk) == "outdated_keys"


async def test_a_key_list_that_goes_back_is_a_rollback(made: MadeHome, desk: ReadingDesk, restarted: Restart) -> None:
    made.publish_card("ada", ADA)
    old = (made.objects["platform/keys.json"], made.objects["platform/timestamp.json"])
    made.publish_keys(2)
    await desk.reader.read("agent_card", CARD, GRANT)
    made.objects["platform/keys.json"], made.objects["platform/timestamp.json"] = old
    assert await refused(restarted(desk)) == "rollback"


async def test_the_keys_of_another_home_are_an_untrusted_root(made: MadeHome, desk: ReadingDesk) -> None:
    made.publish_card("ada", ADA)
    made.objects.update(MadeHome("another home").objects)
    assert await refused(desk) == "untrusted_root"


async def test_an_object_of_another_key_is_at_the_wrong_place(made: MadeHome, desk: ReadingDesk) -> None:
    made.publish_card("ada", ADA)
    made.publish_card("bo", signer_of(seed("bo")))
    made.objects[CARD] = made.objects["agents/all/bo.json"]
    assert await refused(desk) == "wrong_object_key"


async def test_a_vanished_object_is_withheld_and_not_absent(made: MadeHome, desk: ReadingDesk) -> None:
    key = "topics/hall/summary.json"
    assert await desk.reader.read_if_there("topic_summary", key, GRANT) is None
    body = {"kind": "topic_summary", "schema_version": 1, "topic_id": "hall", "updated_at": "2026-01-01T00:00:00Z"}
    made.certify(key, {**body, "summary": "Nothing yet."})
    assert await desk.reader.read_if_there("topic_summary", key, GRANT) is not None
    del made.objects[key]
    with pytest.raises(ObjectStoreError) as error:
        await desk.reader.read_if_there("topic_summary", key, GRANT)
    assert error.value.code == "not_found"


async def test_a_card_is_kept_until_the_signing_keys_change(made: MadeHome, desk: ReadingDesk) -> None:
    made.publish_card("ada", ADA)
    first = await desk.cards.card("ada")
    assert await desk.cards.card("ada") is first
    assert desk.bucket.asked.count(CARD) == 1
    made.now_ms = NOW_MS + 50 * 60_000
    made.publish_keys(2)
    made.publish_card("ada", ADA, version=2)
    await desk.trust.current()
    assert (await desk.cards.card("ada")).card.card_version == 2


async def test_a_megabyte_of_brackets_is_refused_without_harm(made: MadeHome, desk: ReadingDesk) -> None:
    made.objects[CARD] = b"[" * 1_000_000
    assert await refused(desk) == "malformed_json"
    made.objects[CARD] = b'{"a":' * 200_000
    assert await refused(desk) == "malformed_json"
    made.objects[CARD] = b" " * (1024 * 1024 + 1)
    assert await refused(desk) == "too_large"


async def test_a_topic_whose_state_goes_back_is_given_up_on(made: MadeHome, desk: ReadingDesk) -> None:
    topic = MadeTopic(made)
    topic.judge("deadline", b"{}")
    topic.publish(state_version=1)
    old = made.objects["topics/hall/state.json"]
    topic.judge("deadline", b"{}")
    topic.publish(state_version=2)
    hall = await desk.topic()
    assert (await hall.state()).ledger.sequence == 2
    made.objects["topics/hall/state.json"] = old
    with pytest.raises(VerificationError) as error:
        await hall._watcher.beyond(2)
    assert error.value.code == "rollback"
