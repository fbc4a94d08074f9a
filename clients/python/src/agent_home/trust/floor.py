from __future__ import annotations

from collections.abc import Mapping

from agent_home.api.answers import Head
from agent_home.protocol.checks import SeenVersion
from agent_home.protocol.verification_error import VerificationError
from agent_home.trust.lru import Lru

_MOST = 20_000


class VersionFloor:
    """Present version in the bucket by the API's response, for each object that a credential opens.

    The API and the bucket would have to lie together to show an agent an older copy.
    """

    def __init__(self) -> None:
        self._floors: Lru[str, SeenVersion] = Lru(_MOST)

    def raise_to(self, heads: Mapping[str, Head]) -> None:
        for key, head in heads.items():
            known = self._floors.get(key)
            if known is None or known.version < head.version:
                self._floors.set(key, SeenVersion(head.version, head.sha256))

    def at(self, object_key: str) -> SeenVersion | None:
        return self._floors.get(object_key)


def check_floor(floor: SeenVersion | None, found: SeenVersion, object_key: str) -> None:
    """`floor` as it was before the request for the object: one raised since says nothing about that copy."""
    if floor is None or found.version > floor.version:
        return
    if found.version < floor.version:
        message = f"is version {found.version}, but the home names version {floor.version}"
        raise VerificationError("rollback", object_key, message)
    if found.sha256 != floor.sha256:
        raise VerificationError("head_mismatch", object_key, "differs from the content that the home names")
