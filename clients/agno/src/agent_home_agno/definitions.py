"""Definitions of agents as the runtime of Agent Home sends them, and the agno agents built from them."""

from typing import Annotated, Any, Literal

from agno.agent import Agent
from agno.db.base import BaseDb
from agno.models.message import Message
from agno.tools.function import Function
from openai import DefaultAsyncHttpxClient
from pydantic import BaseModel, ConfigDict, Field, SecretStr

from .gateway_model import GatewayModel

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,128}$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Tool(Strict):
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    description: str
    parameters: dict[str, Any]


class Call(Strict):
    id: str
    name: str
    arguments: str


class UserTurn(Strict):
    role: Literal["user"]
    content: str


class AssistantTurn(Strict):
    role: Literal["assistant"]
    content: str
    tool_calls: list[Call] = []


class ToolTurn(Strict):
    role: Literal["tool"]
    tool_call_id: str
    name: str
    content: str


Turn = Annotated[UserTurn | AssistantTurn | ToolTurn, Field(discriminator="role")]


class Endpoint(Strict):
    """Chat completions of a model. The key stays in memory."""

    url: str
    name: str
    key: SecretStr | None = None
    body: dict[str, Any] = {}
    timeout_seconds: Annotated[float, Field(gt=0, le=3600)]


class Definition(Strict):
    name: str
    instructions: str
    tools: list[Tool]
    model: Endpoint
    # Messages before the one that begins a run.
    history: list[Turn] = []


class PausedRun(Strict):
    """Conversation whose last turn are calls, to continue it as a run of agno."""

    session_id: Id
    messages: list[Turn]


def to_message(turn: UserTurn | AssistantTurn | ToolTurn) -> Message:
    """Returns the message of agno for a turn."""
    if isinstance(turn, UserTurn):
        return Message(role="user", content=turn.content)
    if isinstance(turn, ToolTurn):
        return Message(role="tool", tool_call_id=turn.tool_call_id, tool_name=turn.name, content=turn.content)
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in turn.tool_calls
    ]
    return Message(role="assistant", content=turn.content, tool_calls=calls or None)


def build_agent(
    agent_id: str, definition: Definition, db: BaseDb, connections: DefaultAsyncHttpxClient, template: Agent | None
) -> Agent:
    """Returns an agent whose tools are all executed by the client; a template adds its own behaviour."""
    agent = Agent() if template is None else template.deep_copy()
    own = agent.tools if isinstance(agent.tools, list) else [] if agent.tools is None else [agent.tools]
    agent.id = agent_id
    agent.name = definition.name
    agent.db = db
    agent.telemetry = False
    agent.model = _model(definition, connections)
    agent.tools = [*own, *(_function(tool) for tool in definition.tools)]
    # The client's text as it is: neither templates nor agno's own instructions change it.
    agent.system_message = definition.instructions or None
    agent.resolve_in_context = False
    agent.build_context = bool(definition.instructions)
    # The client keeps sessions and memory, and retries.
    agent.add_history_to_context = False
    agent.store_history_messages = True
    agent.retries = 0
    agent.markdown = False
    return agent


def _function(tool: Tool) -> Function:
    return Function(
        name=tool.name,
        description=tool.description,
        parameters=tool.parameters,
        external_execution=True,
        external_execution_silent=True,
        skip_entrypoint_processing=True,
    )


def _model(definition: Definition, connections: DefaultAsyncHttpxClient) -> GatewayModel:
    endpoint = definition.model
    return GatewayModel(
        id=endpoint.name,
        base_url=endpoint.url,
        api_key="none" if endpoint.key is None else endpoint.key.get_secret_value(),
        timeout=endpoint.timeout_seconds,
        max_retries=0,
        client_params={"http_client": connections},
        extra_body=endpoint.body,
        offered=[{"type": "function", "function": tool.model_dump()} for tool in definition.tools],
        history=[to_message(turn) for turn in definition.history],
    )
