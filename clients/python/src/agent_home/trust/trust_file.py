"""The trust memory on disk, in the same format as the TypeScript SDK's `trust.json`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from agent_home.errors import TrustStoreError
from agent_home.protocol.canonical_json import canonical_json
from agent_home.protocol.checks import SeenVersion
from agent_home.protocol.json_error import JsonError
from agent_home.protocol.ledger import LedgerHead
from agent_home.protocol.schemas.platform import RootSet
from agent_home.protocol.schemas.primitives import Exact, Id, Maybe, Positive, Sha256, Version
from agent_home.trust.files import replace_file
from agent_home.trust.memory import TrustSnapshot

_FORMAT = 1
_WAY_OUT = (
    "restore it from a copy, or delete it: "
    "the agent then trusts the first versions that it reads"
)


class _Seen(Exact):
    version: Version
    sha256: Sha256


class _Head(Exact):
    sequence: Positive
    hash: Sha256


class _Content(Exact):
    agent_id: Maybe[Id] = None
    root_set: Maybe[RootSet] = None
    seen: list[Annotated[list[Any], Field(min_length=2, max_length=2)]]
    ledgers: list[Annotated[list[Any], Field(min_length=2, max_length=2)]]


def load_trust_file(file: Path) -> TrustSnapshot | None:
    """None where there is no file yet. Anything else that is not whole is an error, never a fresh start."""
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise _corrupt(file) from None
    except OSError as error:
        raise TrustStoreError("unreadable", str(file), "cannot be read; check its permissions") from error
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise _corrupt(file) from None
    if not isinstance(document, dict):
        raise _corrupt(file)
    found = document.get("format")
    if type(found) is int and found != _FORMAT:
        raise TrustStoreError(
            "unsupported_format", str(file), f"has format {found}, but the client reads format {_FORMAT}; update it"
        )
    content = document.get("content")
    if set(document) != {"format", "sha256", "content"} or type(found) is not int or not isinstance(content, dict):
        raise _corrupt(file)
    try:
        if _digest(content) != document["sha256"]:
            raise _corrupt(file)
        return _snapshot(content)
    except (JsonError, ValidationError, ValueError, TypeError):
        raise _corrupt(file) from None


def save_trust_file(file: Path, snapshot: TrustSnapshot) -> None:
    content: dict[str, Any] = {
        **({} if snapshot.agent_id is None else {"agent_id": snapshot.agent_id}),
        **({} if snapshot.root_set is None else {"root_set": snapshot.root_set}),
        "seen": [[key, {"version": seen.version, "sha256": seen.sha256}] for key, seen in snapshot.seen],
        "ledgers": [[topic, {"sequence": head.sequence, "hash": head.hash}] for topic, head in snapshot.ledgers],
    }
    document = {"format": _FORMAT, "sha256": _digest(content), "content": content}
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(file, json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")
    except OSError as error:
        raise TrustStoreError("unwritable", str(file), "cannot be written; check its folder") from error


def _snapshot(content: dict[str, Any]) -> TrustSnapshot:
    parsed = _Content.model_validate(content)
    seen = []
    for key, value in parsed.seen:
        found = _Seen.model_validate(value)
        seen.append((_text(key), SeenVersion(found.version, found.sha256)))
    ledgers = []
    for topic_id, value in parsed.ledgers:
        head = _Head.model_validate(value)
        ledgers.append((_text(topic_id), LedgerHead(head.sequence, head.hash)))
    return TrustSnapshot(parsed.agent_id, content.get("root_set"), seen, ledgers)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a name is text")
    return value


def _digest(content: dict[str, Any]) -> str:
    """Detects damage of the file, not a change by an attacker."""
    return hashlib.sha256(canonical_json(content)).hexdigest()


def _corrupt(file: Path) -> TrustStoreError:
    return TrustStoreError("corrupt", str(file), f"is damaged; {_WAY_OUT}")
