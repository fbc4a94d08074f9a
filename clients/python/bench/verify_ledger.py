"""Measures how much of `cryptography`'s own rate is left when a ledger of 1,000 entries is verified:

    python bench/verify_ledger.py

Each entry is one certificate and one author's signature. In addition its JSON is parsed strictly, checked against its
schema, brought into canonical form, its commitment opened and its header chained. The ratio of signatures a second,
in the ledger and alone over the same bytes, must be at least 0.5.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from made_home import NOW_MS, MadeHome, MadeTopic, seed

from agent_home.protocol.author_signature import check_author_signature
from agent_home.protocol.base64url import decode_base64url
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.certificates import signed_bytes, verify_certified
from agent_home.protocol.ed25519 import signer_of
from agent_home.protocol.ledger import LedgerEntry, LedgerHead, follow_ledger
from agent_home.protocol.platform_keys import verify_platform_keys
from agent_home.protocol.strict_json import parse_strict_json

ENTRIES = 1_000
ROUNDS = 5


def main() -> int:
    home, author = MadeHome(), signer_of(seed("author"))
    topic = MadeTopic(home)
    for number in range(1, ENTRIES + 1):
        text = f"Line {number}: " + "a few words that somebody might say in such a hall. " * 3
        seen = {} if number == 1 else {"seen": {"sequence": number - 1, "hash": topic.head}}
        topic.judge_message(topic.message("ada", author, number, text, **seen), public_key=author.public_key)
    topic.publish()
    entries = [(topic.key_of(number), home.objects[topic.key_of(number)]) for number in range(1, ENTRIES + 1)]
    trust = verify_platform_keys(home.objects["platform/keys.json"], pinned=home.root_set, seen=None)
    public_key = decode_base64url(author.public_key) or b""

    def ledger() -> None:
        head: LedgerHead | None = None
        for key, data in entries:
            verified = verify_certified(data, key=key, kind="topic_ledger_entry", trust=trust, now_ms=NOW_MS, seen=None)
            entry = LedgerEntry(verified.object, verified.raw)
            head = follow_ledger(head, entry)
            body = entry.object.body
            document = parse_strict_json(b"" if body is None else body.text.encode())
            assert check_author_signature(document, public_key) == "valid"

    platform = Ed25519PublicKey.from_public_bytes(trust.keys[home.registry.key_id][1])
    ada = Ed25519PublicKey.from_public_bytes(public_key)
    signed: list[tuple[Ed25519PublicKey, bytes, bytes]] = []
    for _, data in entries:
        entry = parse_strict_json(data)
        signed.append((platform, decode_base64url(entry["cert"]["signature"]) or b"", signed_bytes(entry)[1]))
        said = parse_strict_json(entry["body"]["text"].encode())
        signature = decode_base64url(said.pop("author_sig")["signature"]) or b""
        signed.append((ada, signature, canonical_json(said)))

    def bare() -> None:
        for key, signature, message in signed:
            key.verify(signature, message)

    in_ledger, by_itself = _best(ledger, bare)
    ratio = by_itself / in_ledger
    print(f"{ENTRIES} entries, {2 * ENTRIES} signatures, best of {ROUNDS}")
    print(f"ledger       {2 * ENTRIES / in_ledger:8.0f} signatures/s  ({ENTRIES / in_ledger:.0f} entries/s)")
    print(f"cryptography {2 * ENTRIES / by_itself:8.0f} signatures/s")
    print(f"ratio        {ratio:8.2f}  (at least 0.50)")
    return 0 if ratio >= 0.5 else 1


def _best(*runs: Callable[[], None]) -> list[float]:
    """In turn, so that what else the machine does falls on all of them."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(ROUNDS):
        for place, run in enumerate(runs):
            started = time.process_time()
            run()
            times[place].append(time.process_time() - started)
    return [min(each) for each in times]


if __name__ == "__main__":
    sys.exit(main())
