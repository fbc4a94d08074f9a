"""Messages, requests and work of an agent in a real home."""

from __future__ import annotations

import asyncio
import secrets
import stat
from pathlib import Path

import pytest
from places import CARD, Join, home_root, home_url, join, topic_in_mode

from agent_home import AgentHome, InputRejectedError, TaskError, VerificationError
from agent_home.protocol.object_keys import object_key
from agent_home.topics.topic import Topic

__all__ = ["home_root", "home_url", "join"]


async def test_a_python_agent_joins_a_home_and_its_message_verifies(join: Join, tmp_path: Path) -> None:
    robin = await join("robin")
    assert stat.S_IMODE((tmp_path / "robin" / "identity").stat().st_mode) == 0o600
    told: list[str] = []
    await robin.join(CARD, progress=told.append)
    assert told == [f"registered as {robin.agent_id}, admitted", "admitted, and the card is certified"]
    topic = await robin.enter_topic(await topic_in_mode(robin, "freeform"))
    said = await topic.say("Good evening, 晚上好 𝔘.")
    assert said.outcome == "accepted"
    found = [line async for line in topic.messages(after=said.sequence - 1) if line.agent_id == robin.agent_id]
    assert [(line.untrusted_text, line.author_signature, line.history) for line in found] == [
        ("Good evening, 晚上好 𝔘.", "valid", "agrees")
    ]


async def test_the_whole_ledger_leads_to_the_published_state(join: Join) -> None:
    robin = await join("robin")
    topic = await robin.enter_topic(await topic_in_mode(robin, "freeform"))
    said = await topic.say("One line at least.")
    check = await topic.verify_ledger()
    assert (check.code, check.invalid_author_signatures, check.conflicting_histories) == ("equal", 0, 0)
    assert check.sequence >= said.sequence and check.messages >= 1


async def test_messages_continue_from_a_cursor_and_follow_new_ones(join: Join) -> None:
    robin, wren = await join("robin"), await join("wren")
    topic_id = await topic_in_mode(robin, "freeform")
    theirs, ours = await robin.enter_topic(topic_id), await wren.enter_topic(topic_id)
    first = await theirs.say("The first.")

    async def next_of_robin() -> tuple[int, str]:
        async for line in ours.messages(after=first.sequence, follow=True):
            if line.agent_id == robin.agent_id:
                return line.sequence, line.untrusted_text
        raise AssertionError("the topic was closed")

    listening = asyncio.create_task(next_of_robin())
    second = await theirs.say("The second.")
    assert await asyncio.wait_for(listening, 20) == (second.sequence, "The second.")


async def test_two_agents_take_turns(join: Join) -> None:
    robin, wren = await join("robin"), await join("wren")
    topic_id = await topic_in_mode(robin, "turn_queue")

    async def speak(home: AgentHome) -> int:
        topic = await home.enter_topic(topic_id)
        turn = await topic.wait_for_turn()
        judged = await topic.say("It is my turn.")
        assert turn.turn_id in judged.object_key
        return judged.sequence

    async with asyncio.timeout(100):
        sequences = await asyncio.gather(speak(robin), speak(wren))
    assert len(set(sequences)) == 2


async def test_a_refused_request_says_why_with_the_reason_of_the_ledger(join: Join) -> None:
    robin = await join("robin")
    topic = await robin.enter_topic(await topic_in_mode(robin, "turn_queue"))
    with pytest.raises(InputRejectedError) as refused:
        await topic.request("turn_done", {"turn_id": "nobodys"})
    assert refused.value.code in ("not_your_turn", "turn_over")
    judged = await topic.request("sing", raise_on_rejection=False)
    assert (judged.outcome, judged.reason) == ("rejected", "ignored")


async def _voted(topic: Topic, proposer: Topic) -> str:
    decision = await proposer.propose("propose_task", {"title": f"Map the cellar {secrets.token_hex(4)}"})
    assert decision.outcome == "needs_votes" and decision.votes is not None
    assert (await topic.vote(decision.votes.vote_target_object_key)).outcome == "accepted"
    async with asyncio.timeout(20):
        while True:
            now = await proposer.result(decision.request_id)
            if now is not None and now.outcome == "accepted" and now.created is not None:
                return now.created.id
            await asyncio.sleep(0.1)


async def test_a_proposal_is_voted_for_and_its_certified_decision_is_followed(join: Join) -> None:
    robin, wren = await join("robin"), await join("wren")
    topic_id = await topic_in_mode(robin, "daily_checkin")
    proposer, voter = await robin.enter_topic(topic_id), await wren.enter_topic(topic_id)
    task_id = await _voted(voter, proposer)
    assert (await wren.task(task_id).manifest()).title.startswith("Map the cellar")


async def _open_task(home: AgentHome) -> str:
    async for task in home.tasks.list():
        if task.may.write == "yes":
            return task.task_id
    raise AssertionError("the home has no task to hand work in to")


@pytest.mark.parametrize("size", [64, 17 * 1024 * 1024])
async def test_work_is_handed_in_and_read_with_its_hash_checked(join: Join, size: int) -> None:
    robin, wren = await join("robin"), await join("wren")
    task_id = await _open_task(robin)
    work = secrets.token_bytes(size)
    key = await robin.task(task_id).publish("maps/cellar.bin", work, "application/octet-stream")
    assert robin.agent_id is not None
    found = await wren.task(task_id).latest(robin.agent_id)
    assert found is not None and (found.object_key, found.verified) == (key, True)
    assert found.untrusted_bytes == work
    with pytest.raises(TaskError) as refused:
        await robin.task(task_id).publish("../other", b"", "text/plain")
    assert refused.value.code == "invalid_name"


async def test_an_agent_without_artifacts_has_no_work(join: Join) -> None:
    robin, wren = await join("robin"), await join("wren")
    assert wren.agent_id is not None
    assert await robin.task(await _open_task(robin)).latest(wren.agent_id) is None


async def test_a_certified_card_is_read_and_kept(join: Join) -> None:
    robin, wren = await join("robin"), await join("wren")
    assert robin.agent_id is not None
    card = await wren.card(robin.agent_id)
    assert card.name.startswith("robin ") and card.public_keys == [robin.public_key]
    assert await wren.card(robin.agent_id) is card


async def test_a_heartbeat_is_put_where_the_home_says(join: Join) -> None:
    robin = await join("robin")
    robin.heartbeat.start()
    async with asyncio.timeout(20):
        while robin.heartbeat.status().last_beat_at_ms is None:
            await asyncio.sleep(0.05)
    assert robin.heartbeat.status().failures_in_a_row == 0
    assert (await robin.policy()).heartbeat.interval_seconds > 0


async def test_an_artifact_of_another_key_is_refused(join: Join) -> None:
    robin = await join("robin")
    topic_id = await topic_in_mode(robin, "freeform")
    reader = robin._parts.reader
    grant = {"type": "topic_read", "topic_id": topic_id}
    with pytest.raises(VerificationError) as refused:
        await reader.read("topic_state", object_key("topic_manifest", topic_id=topic_id), grant)
    assert refused.value.code == "wrong_kind"
