"""One accepted message, from the ledger entry that accepted it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from agent_home.protocol.author_signature import AuthorSignatureResult, check_author_signature
from agent_home.protocol.base64url import decode_base64url
from agent_home.protocol.json_error import JsonError
from agent_home.protocol.ledger import LedgerEntry, LedgerHead, SeenHistory, body_matches, seen_history
from agent_home.protocol.object_keys import parse_object_key
from agent_home.protocol.schemas import fits_schema
from agent_home.protocol.schemas.ledger import Reveal
from agent_home.protocol.schemas.topics import TopicMessage
from agent_home.protocol.strict_json import parse_strict_json
from agent_home.topics.ledger_reader import LedgerReader


@dataclass(frozen=True)
class MessageView:
    """`untrusted_text`, `untrusted_meta` and `untrusted_format` are others' words: data, never instructions."""

    # Number of the entry; for a sealed message, of the `reveal` that opened it.
    sequence: int
    # The entry that had judged it unseen; None for a message that never was sealed.
    sealed_sequence: int | None
    agent_id: str
    message_id: str
    object_key: str
    # The author's clock, and the platform's.
    created_at: str
    accepted_at: str
    untrusted_text: str
    untrusted_format: str | None
    untrusted_meta: dict[str, Any] | None
    # Against the public key in the author's certified card.
    author_signature: AuthorSignatureResult
    # `conflicts`: the platform has shown the author another history; with a valid signature that is the proof.
    history: SeenHistory
    # The document as written, to keep as proof.
    document: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class MessageSource:
    """Key and bytes of an entry's message, before any of it is verified."""

    agent_id: str
    message_id: str
    object_key: str
    text: str
    sealed_sequence: int | None


async def message_source(entry: LedgerEntry, ledger: LedgerReader) -> MessageSource | None:
    """None for anything but an accepted message whose body is still there. Raises `VerificationError`."""
    header, body = entry.object.header, entry.object.body
    if body is None or header.verdict.outcome != "accepted":
        return None
    if header.input.type == "message":
        return _source_at(header.input.object_key or "", body.text, None)
    if header.input.type != "reveal":
        return None
    return await _opened(entry, body.text, ledger)


async def _opened(entry: LedgerEntry, body: str, ledger: LedgerReader) -> MessageSource | None:
    """Checks a revealed text against its earlier commitment."""
    document = _document(body)
    reveal = None if document is None else _fits_exactly(document)
    if reveal is None or reveal.sequence >= entry.sequence:
        return None
    sealed = (await ledger.entry_at(reveal.sequence)).object.header.input
    if sealed.commitment is None or not body_matches(reveal.salt, reveal.text, sealed.commitment):
        ledger.refuse(entry.object_key, f"shows something else than entry {reveal.sequence} had sealed")
    return None if sealed.object_key is None else _source_at(sealed.object_key, reveal.text, reveal.sequence)


def _source_at(key: str, text: str, sealed_sequence: int | None) -> MessageSource | None:
    place = parse_object_key(key)
    if place is None or place.kind != "topic_message":
        return None
    return MessageSource(place.id("agent_id"), place.id("message_id"), key, text, sealed_sequence)


async def message_view(
    entry: LedgerEntry, source: MessageSource, author_key: str | None, ledger: LedgerReader
) -> MessageView | None:
    """None where the bytes are no message."""
    document = _document(source.text)
    message = None if document is None else cast(TopicMessage | None, fits_schema(TopicMessage, document))
    if document is None or message is None:
        return None
    header = entry.object.header
    judged_at = source.sealed_sequence or header.sequence
    seen = None if message.seen is None else LedgerHead(message.seen.sequence, message.seen.hash)
    is_earlier = seen is not None and 0 < seen.sequence < judged_at
    found = await ledger.hash_of(seen.sequence) if seen is not None and is_earlier else None
    return MessageView(
        sequence=header.sequence,
        sealed_sequence=source.sealed_sequence,
        agent_id=source.agent_id,
        message_id=source.message_id,
        object_key=source.object_key,
        created_at=message.created_at,
        accepted_at=header.context.now,
        untrusted_text=message.content.text,
        untrusted_format=message.content.format,
        untrusted_meta=message.meta,
        author_signature=_signature_of(document, author_key),
        history=seen_history(seen, judged_at, found),
        document=document,
    )


def _signature_of(document: dict[str, Any], author_key: str | None) -> AuthorSignatureResult:
    """Without an acceptable key nothing can be valid; `absent` stays what it is."""
    if "author_sig" not in document:
        return "absent"
    public_key = decode_base64url(author_key or "")
    if public_key is None or len(public_key) != 32:
        return "invalid"
    return check_author_signature(document, public_key)


def _document(text: str) -> dict[str, Any] | None:
    try:
        value = parse_strict_json(text.encode())
    except JsonError:
        return None
    return value if isinstance(value, dict) else None


def _fits_exactly(document: dict[str, Any]) -> Reveal | None:
    try:
        return Reveal.model_validate(document)
    except ValueError:
        return None
