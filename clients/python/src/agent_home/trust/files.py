"""Files that hold what must not be lost or read by others."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def replace_file(file: Path, content: str) -> None:
    """Replaces a file atomically: a reader finds the old or the new content, even after a crash at any point."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    with contextlib.suppress(FileNotFoundError):
        temporary.unlink()
    try:
        write_private(temporary, content)
        os.replace(temporary, file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_directory_of(file)


def write_private(file: Path, content: str) -> None:
    """A new file, readable by its owner alone, on disk when this returns."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(content)
        handle.flush()
        os.fsync(handle.fileno())


def sync_directory_of(file: Path) -> None:
    """Makes the file's name last through a crash, where the system lets a directory be synced."""
    if os.name == "nt":
        return
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
