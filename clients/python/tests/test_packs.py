"""A ledger with packs: what a reader takes from them, and what it does where they are wrong or all that is left."""

from __future__ import annotations

from typing import Any

import pytest
from made_home import MadeHome, MadeTopic, seed
from reading_desk import ReadingDesk

from agent_home.protocol.ed25519 import signer_of
from agent_home.store.store_error import ObjectStoreError

ADA = signer_of(seed("ada"))


def topic_of(made: MadeHome, entries: int) -> MadeTopic:
    made.publish_card("ada", ADA)
    topic = MadeTopic(made)
    topic.judge("admin", b'{"action":"start"}')
    for number in range(1, entries):
        topic.judge_message(topic.message("ada", ADA, number, f"Line {number}."), public_key=ADA.public_key)
    topic.publish()
    return topic


async def sequences(desk: ReadingDesk, **options: Any) -> list[int]:
    return [entry.sequence async for entry in (await desk.topic()).ledger(**options)]


def asked_of_ledger(desk: ReadingDesk) -> list[str]:
    return [key for key in desk.bucket.asked if "/ledger/" in key]


async def test_a_ledger_is_read_by_packs_and_later_entries(made: MadeHome, desk: ReadingDesk) -> None:
    topic = topic_of(made, 270)
    pack = topic.publish_pack(1, 256)
    assert await sequences(desk) == list(range(1, 271))
    assert asked_of_ledger(desk)[0] == pack
    assert len(asked_of_ledger(desk)) == 1 + 270 - 256
    assert desk.failures == []


async def test_an_archived_ledger_is_read_from_its_packs_alone(made: MadeHome, desk: ReadingDesk) -> None:
    topic = topic_of(made, 300)
    topic.archive()
    assert await sequences(desk) == list(range(1, 301))
    assert len(asked_of_ledger(desk)) == 2
    assert await sequences(desk, after=295) == [296, 297, 298, 299, 300]
    assert [line.sequence async for line in (await desk.topic()).messages(after=290)] == list(range(291, 301))


async def test_a_short_archived_ledger_is_read_with_few_requests(made: MadeHome, desk: ReadingDesk) -> None:
    topic_of(made, 7).archive()
    assert await sequences(desk) == [1, 2, 3, 4, 5, 6, 7]
    assert len(asked_of_ledger(desk)) <= 3


async def test_a_pack_split_by_large_entries_is_read_in_parts(made: MadeHome, desk: ReadingDesk) -> None:
    topic = topic_of(made, 256)
    topic.publish_pack(1, 100)
    topic.publish_pack(101, 256)
    assert await sequences(desk) == list(range(1, 257))
    assert len(asked_of_ledger(desk)) == 2


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"last_sequence": 255}, "invalid_schema"),
        ({"topic_id": "elsewhere"}, "wrong_object_key"),
        ({"entries": ["no entry"] * 256}, "malformed_json"),
        ({"kind": "topic_state"}, "wrong_kind"),
    ],
)
async def test_a_pack_that_is_wrong_changes_nothing_that_is_read(
    made: MadeHome, desk: ReadingDesk, changes: dict[str, Any], code: str
) -> None:
    topic_of(made, 260).publish_pack(1, 256, **changes)
    assert await sequences(desk) == list(range(1, 261))
    assert code in {failure.code for failure in desk.failures}


async def test_a_pack_entry_at_another_number_is_refused(made: MadeHome, desk: ReadingDesk) -> None:
    topic = topic_of(made, 256)
    texts = [made.objects[topic.key_of(sequence)].decode() for sequence in range(1, 257)]
    texts[5], texts[6] = texts[6], texts[5]
    topic.publish_pack(1, 256, entries=texts)
    assert await sequences(desk) == list(range(1, 257))
    assert {failure.code for failure in desk.failures} == {"wrong_object_key"}


async def test_an_archived_entry_that_no_pack_has_is_not_there(made: MadeHome, desk: ReadingDesk) -> None:
    topic = topic_of(made, 20)
    topic.archive()
    del made.objects["topics/hall/ledger/packs/0000000001.json"]
    with pytest.raises(ObjectStoreError) as error:
        await sequences(desk)
    assert error.value.code == "not_found"
