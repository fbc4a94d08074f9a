"""One pass over the text that builds the value, and stops at the first thing that is not as it must be."""

from __future__ import annotations

import re
from typing import Any

from agent_home.protocol.json_error import JsonError

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_MAX_SAFE_INTEGER = 2**53 - 1


class JsonScanner:
    def __init__(self, text: str, max_depth: int) -> None:
        self._text = text
        self._max_depth = max_depth
        self._position = 0

    def scan_document(self) -> Any:
        value = self._value(self._skip_space(), 0)
        if self._skip_space() != "":
            raise self._syntax("unexpected text after the document")
        return value

    def _value(self, first: str, depth: int) -> Any:
        if first == '"':
            return self._string()
        if first == "{":
            return self._object(depth + 1)
        if first == "[":
            return self._array(depth + 1)
        for word, value in (("true", True), ("false", False), ("null", None)):
            if first == word[0]:
                return self._literal(word, value)
        return self._number()

    def _object(self, depth: int) -> dict[str, Any]:
        self._enter(depth)
        members: dict[str, Any] = {}
        following = self._skip_space()
        if following == "}":
            self._position += 1
            return members
        while True:
            if following != '"':
                raise self._syntax("expected a key")
            start = self._position
            key = self._string()
            if key == "__proto__":
                raise JsonError("forbidden_key", "forbidden key", start)
            if key in members:
                raise JsonError("duplicate_key", "duplicate key", start)
            if self._skip_space() != ":":
                raise self._syntax("expected a colon")
            self._position += 1
            members[key] = self._value(self._skip_space(), depth)
            following = self._skip_space()
            if following not in (",", "}"):
                raise self._syntax("expected a comma or a closing brace")
            self._position += 1
            if following == "}":
                return members
            following = self._skip_space()

    def _array(self, depth: int) -> list[Any]:
        self._enter(depth)
        items: list[Any] = []
        following = self._skip_space()
        if following == "]":
            self._position += 1
            return items
        while True:
            items.append(self._value(following, depth))
            following = self._skip_space()
            if following not in (",", "]"):
                raise self._syntax("expected a comma or a closing bracket")
            self._position += 1
            if following == "]":
                return items
            following = self._skip_space()

    def _enter(self, depth: int) -> None:
        if depth > self._max_depth:
            raise JsonError("too_deep", "document is nested too deep", self._position)
        self._position += 1

    def _string(self) -> str:
        start = self._position + 1
        position = start
        pieces: list[str] = []
        while True:
            match = _PLAIN.match(self._text, position)
            end = match.end() if match else position
            pieces.append(self._text[position:end])
            stop = self._text[end : end + 1]
            if stop == '"':
                self._position = end + 1
                return _without_lone_surrogates("".join(pieces), start)
            if stop != "\\":
                raise JsonError("syntax", "unterminated string or bare control character", end)
            escaped, position = self._escape(end)
            pieces.append(escaped)

    def _escape(self, backslash: int) -> tuple[str, int]:
        letter = self._text[backslash + 1 : backslash + 2]
        if letter == "u":
            digits = _HEX.match(self._text, backslash + 2)
            if digits is None:
                raise JsonError("syntax", "broken unicode escape", backslash)
            return chr(int(digits.group(), 16)), backslash + 6
        if letter not in _ESCAPES:
            raise JsonError("syntax", "unknown escape", backslash)
        return _ESCAPES[letter], backslash + 2

    def _number(self) -> int | float:
        start = self._position
        match = _NUMBER.match(self._text, start)
        if match is None:
            raise JsonError("syntax", "expected a value", start)
        self._position = match.end()
        value = float(match.group())
        if not abs(value) <= _MAX_SAFE_INTEGER:
            raise JsonError("unsafe_number", "number is beyond the safe range", start)
        # One number for `1`, `1.0` and `10e-1`, and none for minus zero: as a double has them.
        return int(value) if value.is_integer() else value

    def _literal(self, word: str, value: bool | None) -> bool | None:
        if not self._text.startswith(word, self._position):
            raise self._syntax("unknown word")
        self._position += len(word)
        return value

    def _skip_space(self) -> str:
        match = _SPACE.match(self._text, self._position)
        self._position = match.end() if match else self._position
        return self._text[self._position : self._position + 1]

    def _syntax(self, message: str) -> JsonError:
        return JsonError("syntax", message, self._position)


def _without_lone_surrogates(text: str, start: int) -> str:
    """Two halves may come from two escapes; one alone has no UTF-8 form."""
    if _SURROGATE.search(text) is None:
        return text
    joined = _PAIR.sub(lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), text)
    if _SURROGATE.search(joined) is not None:
        raise JsonError("lone_surrogate", "lone surrogate in a string", start)
    return joined
