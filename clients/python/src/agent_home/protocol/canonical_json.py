"""The one text of a value under RFC 8785 (JCS), which is what signatures and hashes cover."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import rfc8785

from agent_home.protocol.json_error import JsonError
from agent_home.protocol.strict_json import MAX_JSON_DEPTH, MAX_SAFE_INTEGER

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, check_circular=False)


def canonical_json(value: Any) -> bytes:
    """UTF-8 of the canonical text. Raises `JsonError` for what JSON cannot hold or a reader would refuse."""
    _require_json(value, 0)
    return rfc8785.dumps(value)


def canonical_of_parsed(value: Any) -> bytes:
    """The same for a value that `parse_strict_json` answered, which needs no check: most are written in C."""
    text = _ENCODER.encode(value)
    if text.isascii() and not _has_fraction(value):
        return text.encode("ascii")
    # Members are in the order of UTF-16 units, and numbers are spelled as ECMAScript does.
    return rfc8785.dumps(value)


def _has_fraction(value: Any) -> bool:
    kind = type(value)
    if kind is not dict and kind is not list:
        return kind is float
    for item in value.values() if kind is dict else value:
        kind = type(item)
        if kind is float or ((kind is dict or kind is list) and _has_fraction(item)):
            return True
    return False


def _require_json(value: Any, depth: int) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _require_text(value)
    elif isinstance(value, int):
        if abs(value) > MAX_SAFE_INTEGER:
            raise JsonError("unsafe_number", "number is beyond the safe range")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise JsonError("unsafe_number", "number is not finite")
    elif isinstance(value, Mapping | list | tuple):
        if depth >= MAX_JSON_DEPTH:
            raise JsonError("too_deep", "value is nested too deep or refers to itself")
        _require_container(value, depth + 1)
    else:
        raise JsonError("not_json", f"a value of type {type(value).__name__} is not JSON")


def _require_container(value: Mapping[Any, Any] | list[Any] | tuple[Any, ...], depth: int) -> None:
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not isinstance(name, str):
                raise JsonError("not_json", "the name of a member is not text")
            if name == "__proto__":
                raise JsonError("forbidden_key", "forbidden key")
            _require_text(name)
            _require_json(item, depth)
        return
    for item in value:
        _require_json(item, depth)


def _require_text(text: str) -> None:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise JsonError("lone_surrogate", "lone surrogate in a string")
