from __future__ import annotations

from collections.abc import Callable

import pytest
from made_home import MadeHome
from reading_desk import ReadingDesk, desk_in


@pytest.fixture
def made() -> MadeHome:
    return MadeHome()


@pytest.fixture
def desk(made: MadeHome) -> ReadingDesk:
    """A reader of the made home, which was never there before."""
    return desk_in(made)


@pytest.fixture
def restarted(made: MadeHome) -> Callable[[ReadingDesk], ReadingDesk]:
    """The same reader after a restart: all it has is what it kept."""
    return lambda before: desk_in(made, snapshot=before.memory.snapshot())
