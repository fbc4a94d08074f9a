"""The hash chain of a topic's ledger, commitments, and what authors say to have read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from agent_home.protocol.base64url import decode_base64url
from agent_home.protocol.canonical_json import canonical_json, canonical_of_parsed
from agent_home.protocol.object_keys import object_key
from agent_home.protocol.schemas.ledger import TopicLedgerEntry, TopicLedgerPack
from agent_home.protocol.verification_error import VerificationError

# How many entries one pack has at most. The first of a full pack is 1, 257, 513 and so on.
PACK_ENTRIES = 256


@dataclass(frozen=True)
class LedgerHead:
    """Position of a ledger's reader: the last entry it accepted."""

    sequence: int
    hash: str


@dataclass(frozen=True)
class LedgerEntry:
    """One certified entry: as a model, and as it was published, which is what the chain covers."""

    object: TopicLedgerEntry
    raw: dict[str, Any]

    @property
    def sequence(self) -> int:
        return self.object.sequence

    @property
    def object_key(self) -> str:
        return self.object.cert.object_key


def hash_header(header: dict[str, Any]) -> str:
    return hashlib.sha256(canonical_of_parsed(header)).hexdigest()


def hash_state(state: dict[str, Any]) -> str:
    """Hash of a mode's state, as ledger headers name it."""
    return hashlib.sha256(canonical_json(state)).hexdigest()


def commitment_of(salt: bytes, data: bytes) -> str:
    """sha256(salt ‖ bytes): binds an entry to its input without revealing it."""
    return hashlib.sha256(salt + data).hexdigest()


def body_matches(salt: str, text: str, commitment: str) -> bool:
    decoded = decode_base64url(salt)
    return decoded is not None and commitment_of(decoded, text.encode()) == commitment


def follow_ledger(head: LedgerHead | None, entry: LedgerEntry) -> LedgerHead:
    """Accepts the next entry of a ledger or raises `broken_chain`. Its certificate has been verified before."""
    parsed, header = entry.object, entry.object.header

    def broken(message: str) -> VerificationError:
        key = object_key("topic_ledger_entry", topic_id=parsed.topic_id, sequence=parsed.sequence)
        return VerificationError("broken_chain", key, message)

    if header.topic_id != parsed.topic_id or header.sequence != parsed.sequence:
        raise broken("its header belongs to another entry")
    if header.sequence != (0 if head is None else head.sequence) + 1:
        raise broken("does not follow the entry before")
    if header.previous != (None if head is None else head.hash):
        raise broken("names another entry as the one before")
    if parsed.body is not None:
        commitment = header.input.commitment
        if commitment is None or not body_matches(parsed.body.salt, parsed.body.text, commitment):
            raise broken("its body differs from its commitment")
    return LedgerHead(header.sequence, hash_header(entry.raw["header"]))


SeenHistory = Literal["agrees", "conflicts", "unknown"]


def seen_history(seen: LedgerHead | None, judged_at: int, found: str | None) -> SeenHistory:
    """How what an author says to have read last stands to the chain that a reader has verified.

    `judged_at` is the entry that judged the author's object, `found` the hash of the entry that was named, None where
    the reader does not have it. `unknown`: the author named nothing, or an entry that the reader cannot get at.
    """
    if seen is None or seen.sequence <= 0:
        return "unknown"
    if seen.sequence >= judged_at:
        return "conflicts"
    if found is None:
        return "unknown"
    return "agrees" if found == seen.hash else "conflicts"


def first_of_pack(sequence: int) -> int:
    """The first entry of the full pack that has this one."""
    return sequence - (sequence - 1) % PACK_ENTRIES


def last_of_pack(sequence: int) -> int:
    return first_of_pack(sequence) + PACK_ENTRIES - 1


def open_ledger_pack(pack: TopicLedgerPack) -> dict[int, str]:
    """The texts of a certified pack by their entries' numbers, nothing in them believed yet.

    Raises `invalid_schema` where its numbers do not fit its entries, or where it reaches into the next.
    """
    first, last = pack.sequence, pack.last_sequence
    if last != first + len(pack.entries) - 1 or first_of_pack(first) != first_of_pack(last):
        key = object_key("topic_ledger_pack", topic_id=pack.topic_id, sequence=first)
        raise VerificationError("invalid_schema", key, "does not contain the entries of its numbers")
    return {first + index: text for index, text in enumerate(pack.entries)}
