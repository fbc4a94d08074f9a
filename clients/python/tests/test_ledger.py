"""A topic's ledger, as an honest platform publishes it and as one that lies does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from made_home import MadeHome, MadeTopic, seed
from reading_desk import ReadingDesk

from agent_home.errors import AccessDeniedError, VerificationError
from agent_home.protocol.base64url import encode_base64url
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.ed25519 import signer_of
from agent_home.topics.message_view import MessageView

ADA = signer_of(seed("ada"))
Restart = Callable[[ReadingDesk], ReadingDesk]


@pytest.fixture
def topic(made: MadeHome) -> MadeTopic:
    """Three lines of Ada's, each of which names the entry before."""
    made.publish_card("ada", ADA)
    topic = MadeTopic(made)
    topic.judge("admin", b'{"action":"start"}')
    for number in range(1, 4):
        said = topic.message("ada", ADA, number, f"Line {number}.", seen=seen_by(topic))
        topic.judge_message(said, public_key=ADA.public_key)
    topic.publish()
    return topic


def seen_by(topic: MadeTopic) -> dict[str, Any]:
    return {"sequence": len(topic.headers), "hash": topic.head}


async def messages(desk: ReadingDesk, **options: Any) -> list[MessageView]:
    return [message async for message in (await desk.topic()).messages(**options)]


async def broken(desk: ReadingDesk, **options: Any) -> str:
    with pytest.raises(VerificationError) as error:
        await messages(desk, **options)
    return error.value.code


async def test_each_message_is_verified_and_a_cursor_starts_behind_it(topic: MadeTopic, desk: ReadingDesk) -> None:
    found = await messages(desk)
    assert [(line.sequence, line.untrusted_text) for line in found] == [(2, "Line 1."), (3, "Line 2."), (4, "Line 3.")]
    assert {(line.author_signature, line.history) for line in found} == {("valid", "agrees")}
    assert [line.sequence for line in await messages(desk, after=3)] == [4]
    assert (await (await desk.topic()).verify_ledger()).code == "equal"


async def test_a_body_that_was_not_committed_to_breaks_the_chain(topic: MadeTopic, desk: ReadingDesk) -> None:
    body = topic.body(3)
    body["body"]["text"] = body["body"]["text"].replace("Line 2.", "Line 9.")
    topic.home.certify(topic.key_of(3), body)
    assert await broken(desk) == "broken_chain"


async def test_an_entry_left_out_breaks_the_chain(topic: MadeTopic, desk: ReadingDesk) -> None:
    topic.headers[2]["previous"] = "0" * 64
    topic.home.certify(topic.key_of(3), topic.body(3))
    assert await broken(desk) == "broken_chain"


async def test_the_header_of_another_entry_breaks_the_chain(topic: MadeTopic, desk: ReadingDesk) -> None:
    topic.home.certify(topic.key_of(3), {**topic.body(3), "header": topic.headers[1]})
    assert await broken(desk) == "broken_chain"


async def test_an_entry_that_lies_at_another_number_is_at_the_wrong_place(topic: MadeTopic, desk: ReadingDesk) -> None:
    topic.home.objects[topic.key_of(3)] = topic.home.objects[topic.key_of(2)]
    assert await broken(desk) == "wrong_object_key"


async def test_a_rewritten_history_is_found_after_a_restart_too(
    topic: MadeTopic, desk: ReadingDesk, restarted: Restart
) -> None:
    assert len(await messages(desk)) == 3
    anew = MadeTopic(topic.home)
    anew.judge("admin", b'{"action":"start","anew":true}')
    for number in range(1, 5):
        anew.judge_message(anew.message("ada", ADA, number, f"Other {number}."), public_key=ADA.public_key)
    anew.publish(state_version=9)
    assert await broken(restarted(desk)) == "broken_chain"
    assert await broken(restarted(desk), after=4) == "broken_chain"


async def test_an_author_who_had_read_another_history_proves_the_fork(topic: MadeTopic, desk: ReadingDesk) -> None:
    said = topic.message("ada", ADA, 4, "I saw something else.", seen={"sequence": 4, "hash": "f" * 64})
    topic.judge_message(said, public_key=ADA.public_key)
    topic.publish(state_version=9)
    found = (await messages(desk))[-1]
    assert (found.author_signature, found.history) == ("valid", "conflicts")
    assert desk.failures[-1].code == "forked_history"
    assert await broken(desk, strict=True) == "forked_history"


@pytest.mark.parametrize(
    ("signer", "expected"), [(signer_of(seed("mallory")), "invalid"), (None, "absent"), (ADA, "valid")]
)
async def test_a_message_under_an_uncertified_key_is_invalid(
    topic: MadeTopic, desk: ReadingDesk, signer: Any, expected: str
) -> None:
    said = topic.message("ada", signer, 4, "Is this Ada?")
    # The platform's entry vouches for the key that the line was signed with; the card does not name it.
    topic.judge_message(said, public_key=(signer or ADA).public_key)
    topic.publish(state_version=9)
    assert (await messages(desk))[-1].author_signature == expected


async def test_a_sealed_line_is_shown_by_the_entry_that_opens_it(topic: MadeTopic, desk: ReadingDesk) -> None:
    said = topic.message("ada", ADA, 4, "Nobody knew.", seen=seen_by(topic))
    sealed = topic.judge_message(said, public_key=ADA.public_key, sealed=True)
    topic.publish(state_version=8)
    assert [line.sequence for line in await messages(desk, after=4)] == []
    salt = encode_base64url(seed(f"salt {sealed}"))
    reveal = {"sequence": sealed, "salt": salt, "text": canonical_json(said).decode()}
    topic.judge("reveal", canonical_json(reveal), context={"author": {"public_key": ADA.public_key}})
    topic.publish(state_version=9)
    [shown] = await messages(desk, after=4)
    assert (shown.sequence, shown.sealed_sequence, shown.untrusted_text) == (6, 5, "Nobody knew.")
    assert (shown.author_signature, shown.history) == ("valid", "agrees")


async def test_a_reveal_of_other_words_breaks_the_chain(topic: MadeTopic, desk: ReadingDesk) -> None:
    said = topic.message("ada", ADA, 4, "Nobody knew.")
    sealed = topic.judge_message(said, public_key=ADA.public_key, sealed=True)
    other = canonical_json(topic.message("ada", ADA, 4, "Something else.")).decode()
    reveal = {"sequence": sealed, "salt": encode_base64url(seed(f"salt {sealed}")), "text": other}
    topic.judge("reveal", canonical_json(reveal))
    topic.publish(state_version=9)
    assert await broken(desk) == "broken_chain"


@pytest.mark.parametrize("outcome", ["rejected", "ruled_out"])
async def test_an_input_that_was_not_accepted_is_no_message(topic: MadeTopic, desk: ReadingDesk, outcome: str) -> None:
    key = "topics/hall/messages/ada/m000004.json"
    topic.judge("message", canonical_json(topic.message("ada", ADA, 4, "No.")), key=key, outcome=outcome)
    topic.publish(state_version=9)
    assert len(await messages(desk)) == 3


async def test_a_state_that_the_ledger_does_not_lead_to_is_found(topic: MadeTopic, desk: ReadingDesk) -> None:
    topic.state = {"status": "open", "winner": "mallory"}
    topic.publish(state_version=9)
    assert (await (await desk.topic()).verify_ledger()).code == "published_state_differs"


async def test_a_topic_in_an_unknown_mode_is_read_only(made: MadeHome, desk: ReadingDesk) -> None:
    topic = MadeTopic(made, mode="moon_phases")
    topic.judge("admin", b'{"action":"start"}')
    topic.publish()
    read = await desk.writable_topic()
    assert [entry.sequence async for entry in read.ledger()] == [1]
    for write in (read.say("Hello."), read.request("queue_join"), read.wait_for_turn()):
        with pytest.raises(AccessDeniedError) as error:
            await write
        assert error.value.code == "mode_not_supported"
