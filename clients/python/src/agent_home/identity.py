"""An agent's key pair and its file. The holder of the secret key is the agent."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from agent_home.errors import IdentityError
from agent_home.protocol.base64url import decode_base64url, encode_base64url
from agent_home.protocol.ed25519 import signer_of
from agent_home.trust.files import sync_directory_of, write_private


@dataclass(frozen=True)
class Identity:
    public_key: str
    key_id: str
    secret_key: bytes = field(repr=False)


def create_identity() -> Identity:
    return _identity_of(secrets.token_bytes(32))


def load_or_create_identity(file: str | os.PathLike[str]) -> Identity:
    """The identity in `file`, made there on first use: the seed in base64url on one line, mode 0600.

    Raises `IdentityError`; a damaged file is never replaced, since a new key would be another agent.
    """
    path = Path(file)
    return _load(path) or _save_new(path)


def _load(path: Path) -> Identity | None:
    try:
        with path.open("rb") as handle:
            mode = os.fstat(handle.fileno()).st_mode
            if os.name != "nt" and mode & 0o077:
                raise IdentityError(
                    "insecure_permissions", str(path), "other users can read the key; run chmod 600 on the file"
                )
            text = handle.read(1024)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise IdentityError("unreadable", str(path), "cannot be read; check its permissions") from error
    secret_key = decode_base64url(text.decode("latin-1").rstrip())
    if secret_key is None or len(secret_key) != 32:
        raise IdentityError("corrupt", str(path), "is not a 32-byte seed; restore it from a copy")
    return _identity_of(secret_key)


def _save_new(path: Path) -> Identity:
    identity = create_identity()
    temporary = path.with_name(f"{path.name}.{identity.key_id}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(temporary, f"{encode_base64url(identity.secret_key)}\n")
        # Appears whole and only once: of processes that start together one makes the key and the others find it.
        os.link(temporary, path)
        sync_directory_of(path)
        return identity
    except FileExistsError:
        return load_or_create_identity(path)
    except OSError as error:
        raise IdentityError("unwritable", str(path), "cannot be written; check its folder") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _identity_of(secret_key: bytes) -> Identity:
    signer = signer_of(secret_key)
    return Identity(signer.public_key, signer.key_id, secret_key)
