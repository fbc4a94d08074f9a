"""Whole readings of a topic, and a reader that remembers, in the form of the vectors."""

from __future__ import annotations

import asyncio
from typing import Any

from reading_desk import ReadingDesk
from vector_form import Input, bytes_of

from agent_home.api.answers import Head
from agent_home.protocol.ledger import LedgerHead
from agent_home.protocol.moments import milliseconds_of
from agent_home.trust.memory import TrustSnapshot

_SHOWN = ("sequence", "sealed_sequence", "agent_id", "text", "author_signature", "history")


def ledger_readings(given: Input) -> Any:
    return asyncio.run(_read_topic(given))


async def _read_topic(given: Input) -> Any:
    objects = {key: bytes_of(data) for key, data in given["objects"].items()}
    topic_id, head = given["topic_id"], given.get("head")
    snapshot = TrustSnapshot(ledgers=[] if head is None else [(topic_id, LedgerHead(**head))])
    desk = ReadingDesk(objects, given["pinned"], lambda: milliseconds_of(given["now"]), snapshot=snapshot)
    topic = await desk.topic(topic_id)
    messages = []
    async for message in topic.messages(after=given["after"]):
        fields = {**vars(message), "text": message.untrusted_text}
        messages.append({name: fields[name] for name in _SHOWN if fields[name] is not None})
    reached = desk.memory.ledger_head(topic_id)
    assert reached is not None
    return {"head": {"sequence": reached.sequence, "hash": reached.hash}, "messages": messages}


def trust_memory(given: Input) -> Any:
    return asyncio.run(_remember(given))


async def _remember(given: Input) -> Any:
    clock = [0]
    objects: dict[str, bytes] = {}
    desk = ReadingDesk(objects, given["pinned"], lambda: clock[0])
    output = None
    for step in given["steps"]:
        clock[0] = milliseconds_of(step["now"])
        for key, data in step.get("objects", {}).items():
            if data is None:
                objects.pop(key, None)
            else:
                objects[key] = bytes_of(data)
        desk.floor.raise_to({key: Head(**head) for key, head in step.get("heads", {}).items()})
        read = step["read"]
        verified = await desk.reader.read(read["object_kind"], read["object_key"], {"type": "registry_read"})
        output = {"version": verified.version, "sha256": verified.sha256}
    return output
