"""Connects an agent to a home. Sends nothing to a home that the pinned root set does not lead to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent_home.api.base import api_base
from agent_home.api.client import ApiClient
from agent_home.credentials import CredentialManager
from agent_home.errors import TrustStoreError, UsageError
from agent_home.feed import FeedPoller
from agent_home.home import AgentHome
from agent_home.home_parts import HomeParts, load_card
from agent_home.identity import load_or_create_identity
from agent_home.protocol.ed25519 import Signer, signer_of
from agent_home.protocol.json_error import JsonError
from agent_home.protocol.schemas.platform import RootSet
from agent_home.protocol.strict_json import parse_strict_json
from agent_home.reading.card_cache import CardCache
from agent_home.reading.failure_reporter import FailureReporter, VerificationFailure
from agent_home.reading.platform_trust import PlatformTrust
from agent_home.reading.raw_reader import RawReader
from agent_home.reading.verified_reader import VerifiedReader
from agent_home.store.open_store import StoreOpener
from agent_home.surroundings import Surroundings
from agent_home.topics.state_watcher import Polling
from agent_home.trust.floor import VersionFloor
from agent_home.trust.memory import TrustMemory
from agent_home.trust.saver import TrustSaver
from agent_home.trust.trust_file import load_trust_file

_TRUST_FILE, _IDENTITY_FILE = "trust.json", "identity"
_MAX_ROOT_BYTES = 256 * 1024

PathLike = str | os.PathLike[str]


async def connect(
    url: str,
    *,
    root_set: Mapping[str, Any] | PathLike,
    state_directory: PathLike | None = None,
    secret_key: bytes | None = None,
    agent_id: str | None = None,
    polling: Polling | None = None,
    on_verification_failure: Callable[[VerificationFailure], None] | None = None,
    allow_insecure_http: bool = False,
    surroundings: Surroundings | None = None,
) -> AgentHome:
    """A client of one home for one agent, which has shown that it is the home of the pinned root set.

    `root_set` is the pinned one, as a mapping or the path of its file, obtained from somewhere else than the home's
    own answers. In `state_directory` the trust memory survives restarts, for one process at a time, and the key is
    kept (mode 0600) where no `secret_key`, a seed of 32 bytes, is given. Plain HTTP to other machines needs
    `allow_insecure_http`.

    Raises `UsageError`, `IdentityError`, `TrustStoreError`, `ConnectionFailed`, and `VerificationError`
    `untrusted_root` for the home of another root set.
    """
    base = api_base(url, allow_insecure_http)
    pinned = read_root_set(root_set)
    directory = None if state_directory is None else Path(state_directory)
    signer = signer_of(_secret_key(secret_key, directory))
    memory, saver = _open_memory(directory, agent_id)
    api = ApiClient(base, signer, surroundings or Surroundings())
    failures = FailureReporter(api, api.surroundings, on_verification_failure)
    home = AgentHome(_parts(pinned, signer, api, memory, saver, failures, polling or Polling()))
    try:
        await home.check_home()
    except BaseException:
        await home.close()
        raise
    return home


def _parts(
    pinned: dict[str, Any],
    signer: Signer,
    api: ApiClient,
    memory: TrustMemory,
    saver: TrustSaver,
    failures: FailureReporter,
    polling: Polling,
) -> HomeParts:
    surroundings = api.surroundings
    stores, floor = StoreOpener(surroundings), VersionFloor()
    credentials = CredentialManager(api, floor, stores, surroundings)
    raw = RawReader(credentials)
    cards = CardCache(lambda agent_id: load_card(reader, agent_id), surroundings)
    trust = PlatformTrust(
        pinned=pinned,
        raw=raw,
        memory=memory,
        floor=floor,
        failures=failures,
        surroundings=surroundings,
        changed=cards.clear,
    )
    reader = VerifiedReader(
        raw=raw, trust=trust, memory=memory, floor=floor, failures=failures, surroundings=surroundings
    )
    return HomeParts(
        api=api,
        signer=signer,
        stores=stores,
        credentials=credentials,
        raw=raw,
        trust=trust,
        reader=reader,
        cards=cards,
        memory=memory,
        saver=saver,
        failures=failures,
        feed=FeedPoller(api, surroundings),
        polling=polling,
        surroundings=surroundings,
    )


def read_root_set(source: Mapping[str, Any] | PathLike) -> dict[str, Any]:
    """The root set as a plain document. Raises `UsageError` `missing_root_set`, `invalid_root_set`."""
    if isinstance(source, Mapping):
        document: Any = dict(source)
        name = "root_set"
    else:
        if source is None or str(source) == "":
            raise UsageError(
                "missing_root_set", "root_set is missing; get keys/root.json from the operator of the home"
            )
        path = Path(source)
        name = f"root_set: {path}"
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise UsageError("missing_root_set", f"{name}: the file does not exist") from None
        except OSError:
            raise UsageError("missing_root_set", f"{name}: cannot be read; check its permissions") from None
        try:
            document = parse_strict_json(data, max_bytes=_MAX_ROOT_BYTES)
        except JsonError as error:
            message = f"{name}: is not JSON of at most {_MAX_ROOT_BYTES} bytes ({error.code})"
            is_empty = data.strip() == b""
            raise UsageError("missing_root_set" if is_empty else "invalid_root_set", message) from None
    if document in ({}, None) or (isinstance(document, dict) and document.get("keys") == []):
        raise UsageError("missing_root_set", f"{name}: is empty; get keys/root.json from the operator of the home")
    try:
        RootSet.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UsageError("invalid_root_set", f"{name}: {field}: {first['msg']}") from None
    found: dict[str, Any] = document
    return found


def _secret_key(secret_key: bytes | None, directory: Path | None) -> bytes:
    if secret_key is not None:
        if len(secret_key) != 32:
            raise UsageError("invalid_secret_key", f"secret_key has to be a seed of 32 bytes, not of {len(secret_key)}")
        return secret_key
    if directory is None:
        raise UsageError("invalid_secret_key", "secret_key is missing; pass it, or a state_directory with a key")
    return load_or_create_identity(directory / _IDENTITY_FILE).secret_key


def _open_memory(directory: Path | None, agent_id: str | None) -> tuple[TrustMemory, TrustSaver]:
    file = None if directory is None else directory / _TRUST_FILE
    snapshot = None if file is None else load_trust_file(file)
    known = None if snapshot is None else snapshot.agent_id
    if file is not None and agent_id is not None and known not in (None, agent_id):
        raise TrustStoreError(
            "other_agent", str(file), f"belongs to {known}, not to {agent_id}; use another folder for each agent"
        )
    saver = TrustSaver(file)
    memory = TrustMemory(snapshot, saver.changed)
    saver.watch(memory)
    if agent_id is not None:
        memory.remember_agent(agent_id)
    return memory, saver
