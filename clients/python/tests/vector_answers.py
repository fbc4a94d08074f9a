"""Results of this package for ledgers and for a home's responses, in the form of the vectors."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import httpx
from pydantic import ValidationError
from vector_form import Input, Refused, bytes_of

from agent_home.api.answers import FeedPage
from agent_home.api.client import problem_document
from agent_home.api.problem import problem_of
from agent_home.protocol.ledger import LedgerEntry, LedgerHead, body_matches, follow_ledger, seen_history
from agent_home.protocol.moments import milliseconds_of
from agent_home.protocol.schemas.ledger import LedgerBody, TopicLedgerEntry
from agent_home.topics.known_modes import CurrentTurn, find_mode

# Certificates are good in these vectors, and left out of them.
_CERTIFICATE = {
    "alg": "Ed25519",
    "canonicalization": "JCS",
    "issuer": "home.test",
    "key_id": f"ed25519-{'0' * 32}",
    "object_key": "topics/t1/ledger/0000000001.json",
    "version": 1,
    "issued_at": "2026-03-01T12:00:00.000Z",
    "signature": "A" * 86,
}


def commitments(given: Input) -> None:
    if not body_matches(given["salt"], given["text"], given["commitment"]):
        raise Refused("broken_chain")


def ledger_chains(given: Input) -> Any:
    head = LedgerHead(**given["head"]) if given.get("head") is not None else None
    for raw in given["entries"]:
        head = follow_ledger(head, LedgerEntry(_entry(raw), raw))
    return None if head is None else {"sequence": head.sequence, "hash": head.hash}


def _entry(raw: Input) -> TopicLedgerEntry:
    """Returns the entry without validating its body, which is another check."""
    without = {name: value for name, value in raw.items() if name != "body"}
    entry = TopicLedgerEntry.model_validate({**without, "cert": _CERTIFICATE})
    return entry.model_copy(update={"body": LedgerBody.model_construct(**raw["body"])} if "body" in raw else {})


def seen_histories(given: Input) -> Any:
    seen = LedgerHead(**given["seen"]) if given.get("seen") is not None else None
    return seen_history(seen, given["judged_at"], given.get("hash"))


def feed_answers(given: Input) -> Any:
    try:
        page = FeedPage.model_validate(given["answer"])
    except ValidationError:
        raise Refused("bad_answer") from None
    behind = None if page.behind is None else page.behind.model_dump(exclude_unset=True)
    found = {
        "events": [[event.event_id, event.event_type] for event in page.events],
        "cursor": page.cursor,
        "more": page.more or False,
        "behind": behind,
    }
    return {name: value for name, value in found.items() if value is not None}


def problems(given: Input) -> Any:
    response = httpx.Response(
        given["status"], headers=given["headers"], request=httpx.Request("GET", "https://home.test/v1/feed")
    )
    problem = problem_of(response, problem_document(bytes_of(given["body"])), milliseconds_of(given["now"]))
    found = {
        "status": problem.status,
        "path": problem.path,
        "retry_after": problem.retry_after,
        "clock_skew": problem.clock_skew_seconds,
    }
    raise Refused(problem.code, {name: value for name, value in found.items() if value is not None})


def mode_states(given: Input) -> Any:
    mode = find_mode(given["mode"], given["mode_version"])
    if mode is None:
        raise Refused("unknown_mode")
    turn = mode.turn(given["state"])
    return {
        "turn": asdict(turn) if isinstance(turn, CurrentTurn) else turn,
        "ends_with_turn_done": mode.ends_with_turn_done,
        "meta": mode.meta_of(given["state"], given["agent_id"], given["message_id"]),
    }
