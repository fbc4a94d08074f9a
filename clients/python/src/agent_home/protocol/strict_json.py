"""JSON as the home takes it: RFC 8259 in UTF-8, and nothing that two parsers could read differently."""

from __future__ import annotations

import json
from typing import Any

from agent_home.protocol.json_error import JsonError
from agent_home.protocol.json_scanner import JsonScanner

Json = Any
MAX_SAFE_INTEGER = 2**53 - 1
MAX_JSON_DEPTH = 64
DEFAULT_MAX_BYTES = 1024 * 1024
# The scanner recurses once for each container, so no caller may lift the bound to where the stack ends.
DEEPEST_ALLOWED = 200

# Any number of so many digits is safe.
_SAFE_DIGITS = 15


class _NotPlain(Exception):
    """The document needs the slow scanner, which says exactly what is wrong with it, or that nothing is."""


def parse_strict_json(data: bytes, *, max_bytes: int = DEFAULT_MAX_BYTES, max_depth: int = MAX_JSON_DEPTH) -> Json:
    """Parses one document. Raises `JsonError`.

    Nearly all documents hold nothing that Python's own parser and ours would read differently, and are read by
    that, which is fast; the others go through the scanner.
    """
    if len(data) > max_bytes:
        raise JsonError("too_large", "document is too large")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise JsonError("invalid_utf8", "document is not valid UTF-8") from None
    depth = min(max_depth, DEEPEST_ALLOWED)
    if not _may_be_unusual(text, depth):
        try:
            return _PLAIN.decode(text)
        except (ValueError, RecursionError, _NotPlain):
            pass
    return JsonScanner(text, depth).scan_document()


def _may_be_unusual(text: str, depth: int) -> bool:
    return text.count("{") + text.count("[") > depth or "\\u" in text or "__proto__" in text


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotPlain
    return members


def _integer(text: str) -> int:
    if len(text) > _SAFE_DIGITS:
        raise _NotPlain
    return int(text)


def _other_number(text: str) -> Json:
    raise _NotPlain


_PLAIN = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_other_number, parse_constant=_other_number
)
