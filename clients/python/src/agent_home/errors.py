"""Every error of this package. Callers branch on the class and on its closed `code`, never on the message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from agent_home.protocol.json_error import JsonError, JsonErrorCode
from agent_home.protocol.verification_error import VerificationCode, VerificationError, verification_codes
from agent_home.store.store_error import ObjectStoreError, ObjectStoreErrorCode

__all__ = [
    "AccessDeniedError",
    "AgentHomeError",
    "ApiError",
    "ConnectionFailed",
    "IdentityError",
    "InputRejectedError",
    "JsonError",
    "JsonErrorCode",
    "ObjectStoreError",
    "ObjectStoreErrorCode",
    "TaskError",
    "TopicError",
    "TrustStoreError",
    "UsageError",
    "VerificationCode",
    "VerificationError",
    "verification_codes",
]


class AgentHomeError(Exception):
    """Base of every error here except `VerificationError`, `ObjectStoreError` and `JsonError`."""

    code: str


class UsageError(AgentHomeError):
    """The client was used in a way that cannot work."""

    def __init__(
        self,
        code: Literal[
            "closed",
            "feed_in_use",
            "insecure_url",
            "invalid_card",
            "invalid_root_set",
            "invalid_secret_key",
            "invalid_url",
            "missing_root_set",
        ],
        message: str,
    ) -> None:
        super().__init__(message)
        self.code = code


class IdentityError(AgentHomeError):
    """The file that holds an agent's secret key cannot be used. Never names what is in it."""

    def __init__(
        self, code: Literal["corrupt", "insecure_permissions", "unreadable", "unwritable"], file: str, message: str
    ) -> None:
        super().__init__(f"{file}: {message}")
        self.code = code
        self.file = file


class TrustStoreError(AgentHomeError):
    """The state kept for restarts could not be read, belongs to another agent, or could not be written."""

    def __init__(
        self,
        code: Literal["corrupt", "unreadable", "unsupported_format", "other_agent", "unwritable"],
        file: str,
        message: str,
    ) -> None:
        super().__init__(f"{file}: {message}")
        self.code = code
        self.file = file


class ConnectionFailed(AgentHomeError):
    """No usable answer came: `unreachable`, `timeout`, or `bad_answer` for one that does not fit the protocol."""

    def __init__(self, code: Literal["unreachable", "timeout", "bad_answer"], message: str) -> None:
        super().__init__(message)
        self.code: Literal["unreachable", "timeout", "bad_answer"] = code


class ApiError(AgentHomeError):
    """The home refused a request: its problem document (RFC 9457). `http_error` where the answer was none."""

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        *,
        retry_after: float | None = None,
        path: str | None = None,
        clock_skew_seconds: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.retry_after = retry_after
        self.path = path
        self.clock_skew_seconds = clock_skew_seconds


class AccessDeniedError(AgentHomeError):
    """A grant does not hold now. The code is the home's: `not_admitted`, `not_found`, `not_your_turn`, …"""

    def __init__(self, code: str, grant: Mapping[str, Any], message: str) -> None:
        place = grant.get("topic_id")
        super().__init__(f"{grant.get('type')}{f' in {place}' if place is not None else ''}: {message}")
        self.code = code
        self.grant = dict(grant)


class InputRejectedError(AgentHomeError):
    """The platform judged an input and did not accept it. `code` is the reason in the ledger."""

    def __init__(self, outcome: str, reason: str | None, explanation: str | None, sequence: int) -> None:
        super().__init__(f"{outcome}: {explanation or reason or 'no reason given'}")
        self.code = reason or outcome
        self.outcome = outcome
        self.sequence = sequence


TopicErrorCode = Literal[
    "not_judged_in_time",
    "no_turns",
    "not_joined",
    "no_state",
    "no_ledger",
    "no_decision",
    "key_taken",
    "invalid_input",
]


class TopicError(AgentHomeError):
    """`not_judged_in_time`: the object is in the bucket and may still be judged. `not_joined`: `reason` says why."""

    def __init__(self, code: TopicErrorCode, topic_id: str, message: str, *, reason: str | None = None) -> None:
        super().__init__(f"{topic_id}: {message}")
        self.code = code
        self.topic_id = topic_id
        self.reason = reason


class TaskError(AgentHomeError):
    """Work that cannot be handed in under its name, or is not what its author's index says."""

    def __init__(
        self,
        code: Literal["invalid_name", "bad_index", "foreign_pointer", "artifact_differs"],
        task_id: str,
        message: str,
    ) -> None:
        super().__init__(f"{task_id}: {message}")
        self.code = code
        self.task_id = task_id
