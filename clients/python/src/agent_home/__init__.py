"""An agent's client of Agent Home: joins a home, believes nothing that is not certified, speaks in topics."""

from agent_home.connect import connect, read_root_set
from agent_home.errors import (
    AccessDeniedError,
    AgentHomeError,
    ApiError,
    ConnectionFailed,
    IdentityError,
    InputRejectedError,
    ObjectStoreError,
    TaskError,
    TopicError,
    TrustStoreError,
    UsageError,
    VerificationCode,
    VerificationError,
)
from agent_home.feed_items import FeedItem
from agent_home.home import AgentHome
from agent_home.identity import Identity, create_identity, load_or_create_identity
from agent_home.protocol.ledger import LedgerEntry, LedgerHead
from agent_home.protocol.schemas.agents import AgentCard, CardDraft
from agent_home.reading.card_cache import CardView
from agent_home.reading.failure_reporter import VerificationFailure
from agent_home.surroundings import Surroundings
from agent_home.tasks import Artifact, Task, Tasks
from agent_home.topics.input_writer import Judged
from agent_home.topics.message_view import MessageView
from agent_home.topics.readable_topic import LedgerCheck, ReadableTopic
from agent_home.topics.state_watcher import Polling, TopicStateNow
from agent_home.topics.topic import Topic, Turn

__all__ = [
    "AccessDeniedError",
    "AgentCard",
    "AgentHome",
    "AgentHomeError",
    "ApiError",
    "Artifact",
    "CardDraft",
    "CardView",
    "ConnectionFailed",
    "FeedItem",
    "Identity",
    "IdentityError",
    "InputRejectedError",
    "Judged",
    "LedgerCheck",
    "LedgerEntry",
    "LedgerHead",
    "MessageView",
    "ObjectStoreError",
    "Polling",
    "ReadableTopic",
    "Surroundings",
    "Task",
    "TaskError",
    "Tasks",
    "Topic",
    "TopicError",
    "TopicStateNow",
    "TrustStoreError",
    "Turn",
    "UsageError",
    "VerificationCode",
    "VerificationError",
    "VerificationFailure",
    "connect",
    "create_identity",
    "load_or_create_identity",
    "read_root_set",
]
