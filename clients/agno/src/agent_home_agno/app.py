"""AgentOS with routes of its own: register an agent, restore a paused run, forget a session, name the program."""

import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib.metadata import version
from pathlib import Path
from typing import Any

from agno.agent import Agent, _tools
from agno.db.sqlite import SqliteDb
from agno.models.message import Message
from agno.models.response import ToolExecution
from agno.os import AgentOS
from agno.run import RunContext
from agno.run.agent import RunOutput
from agno.run.base import RunStatus
from agno.run.requirement import RunRequirement
from agno.session.agent import AgentSession
from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response
from openai import DefaultAsyncHttpxClient
from sqlalchemy import Engine, create_engine, event

from .definitions import AssistantTurn, Definition, Id, PausedRun, build_agent, to_message
from .gateway_model import TOOL_OUTSIDE_GATEWAY, ToolOutsideGateway, require_external

PROTOCOL = 1
MOST_AGENTS = 256

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class RequireBearer:
    """Refuses every request without the token, those to AgentOS's own routes included."""

    def __init__(self, app: Any, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        given = dict(scope.get("headers") or []).get(b"authorization", b"")
        if scope["type"] == "http" and hmac.compare_digest(given, self._expected):
            return await self._app(scope, receive, send)
        if scope["type"] == "http":
            await JSONResponse({"code": "unauthorized"}, status_code=401)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4401})


class Registry:
    """Agents by id, the least recently registered ones dropped first: they register again when they are needed."""

    def __init__(self, agent_os: AgentOS, db: SqliteDb, template: Agent | None) -> None:
        self._os = agent_os
        self._db = db
        self._template = template
        # A new client would load the certificates again, for longer than a tool call takes.
        # A redirect would send the conversation to another server, and cookies would connect agents with one another.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self._connections = DefaultAsyncHttpxClient(follow_redirects=False, cookies=no_cookies)
        self._agents: OrderedDict[str, Agent] = OrderedDict()

    async def register(self, agent_id: str, definition: Definition) -> None:
        """Raises ToolOutsideGateway for an agent with a tool that agno would execute."""
        agent = build_agent(agent_id, definition, self._db, self._connections, self._template)
        await require_only_external(agent, {tool.name for tool in definition.tools})
        self._agents.pop(agent_id, None)
        self._agents[agent_id] = agent
        while len(self._agents) > MOST_AGENTS:
            self._agents.popitem(last=False)
        self._os.agents = list(self._agents.values())

    def find(self, agent_id: str) -> Agent | None:
        return self._agents.get(agent_id)


async def require_only_external(agent: Agent, offered: set[str]) -> None:
    """Resolves the agent's tools as agno does for a run, its built-in ones included."""
    run = RunOutput(run_id="check", session_id="check")
    session = AgentSession(session_id="check")
    context = RunContext(run_id="check", session_id="check")
    tools = await _tools.aget_tools(
        agent, run_response=run, run_context=context, session=session, check_mcp_tools=False
    )
    assert agent.model is not None
    functions = _tools.parse_tools(agent, tools=tools, model=agent.model, run_context=context, async_mode=True)
    own = [tool for tool in functions if isinstance(tool, dict)]
    if own:
        raise ToolOutsideGateway([str(tool.get("name", tool.get("type"))) for tool in own])
    known = {function.name: function for function in functions}
    require_external(known)
    if foreign := set(known) - offered:
        raise ToolOutsideGateway(sorted(foreign))


def create_app(*, token: str, folder: Path, template: Agent | None = None) -> Any:
    """Returns the program as an ASGI app. `folder` keeps paused runs and is private to this user."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = _engine(folder / "agno.db")
    db = SqliteDb(db_engine=engine)
    api = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    agent_os = AgentOS(id="agent-home", db=db, agents=[], base_app=api, telemetry=False, tracing=False)
    registry = Registry(agent_os, db, template)

    @api.get("/agent-home")
    async def describe() -> dict[str, Any]:
        return {"protocol": PROTOCOL, "agno": version("agno")}

    @api.put("/agent-home/agents/{agent_id}")
    async def register(agent_id: Id, definition: Definition) -> Response:
        try:
            await registry.register(agent_id, definition)
        except ToolOutsideGateway as error:
            return JSONResponse({"code": TOOL_OUTSIDE_GATEWAY, "tools": error.names}, status_code=409)
        return Response(status_code=204)

    @api.put("/agent-home/agents/{agent_id}/runs/{run_id}")
    async def restore(agent_id: Id, run_id: Id, paused: PausedRun) -> Response:
        agent = registry.find(agent_id)
        if agent is None:
            return JSONResponse({"code": "agent_not_found"}, status_code=404)
        last = paused.messages[-1] if paused.messages else None
        if not isinstance(last, AssistantTurn) or not last.tool_calls:
            return JSONResponse({"code": "nothing_to_continue"}, status_code=422)
        _store(agent, db, run_id, paused, last)
        return Response(status_code=204)

    @api.delete("/agent-home/sessions/{session_id}")
    def forget(session_id: Id) -> Response:
        db.delete_session(session_id)
        # The log of writes repeats what was stored; AgentOS's own route leaves it there.
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return Response(status_code=204)

    return RequireBearer(agent_os.get_app(), token)


def _engine(file: Path) -> Engine:
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def overwrite_deleted(connection: Any, _: Any) -> None:
        # Deleted conversations would otherwise stay readable in free pages.
        connection.execute("PRAGMA secure_delete = ON")
        # A power failure may lose the last conversations: the log of the client has them.
        connection.execute("PRAGMA synchronous = NORMAL")

    return engine


def _store(agent: Agent, db: SqliteDb, run_id: str, paused: PausedRun, last: AssistantTurn) -> None:
    tools = [
        ToolExecution(
            tool_call_id=call.id,
            tool_name=call.name,
            tool_args={"text": call.arguments},
            external_execution_required=True,
        )
        for call in last.tool_calls
    ]
    messages = [to_message(turn) for turn in paused.messages]
    if isinstance(agent.system_message, str):
        messages.insert(0, Message(role="system", content=agent.system_message))
    run = RunOutput(
        run_id=run_id,
        session_id=paused.session_id,
        agent_id=agent.id,
        agent_name=agent.name,
        status=RunStatus.paused,
        messages=messages,
        tools=tools,
        requirements=[RunRequirement(tool_execution=tool) for tool in tools],
    )
    session = AgentSession(session_id=paused.session_id, agent_id=agent.id, runs=[run])
    db.upsert_session(session)
    db.upsert_run(run, session_id=paused.session_id, run_index=0)
