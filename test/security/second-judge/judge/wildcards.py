"""Patterns as RAM documents them: an asterisk is any number of characters, also none; a question mark is one."""

import re
from functools import lru_cache


@lru_cache(maxsize=65536)
def _compiled(pattern: str) -> "re.Pattern[str]":
    parts = []
    for character in pattern:
        if character == "*":
            parts.append(".*")
        elif character == "?":
            parts.append(".")
        else:
            parts.append(re.escape(character))
    return re.compile("".join(parts), re.DOTALL)


def matches(pattern: str, text: str) -> bool:
    return _compiled(pattern).fullmatch(text) is not None
