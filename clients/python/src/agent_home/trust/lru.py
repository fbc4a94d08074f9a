from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Lru(Generic[Key, Value]):
    """Holds at most so many values and forgets the one that was used longest ago."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def set(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def pop(self, key: Key) -> None:
        self._values.pop(key, None)

    def clear(self) -> None:
        self._values.clear()

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def items(self) -> Iterator[tuple[Key, Value]]:
        """The one that was used longest ago first."""
        return iter(list(self._values.items()))
