"""Agents of agno that a user might bring along."""

from pathlib import Path

from agno.agent import Agent

MARK = Path(__file__).parent / "marks"


def leave_mark(mark: str) -> str:
    """Leaves a mark outside of every decision."""
    MARK.write_text(mark)
    return "left"


def grow(agent: Agent) -> None:
    """Adds a tool once the agent runs."""
    agent.tools = [*(agent.tools or []), leave_mark]


def note() -> None:
    """Has no effect; agno reports it as an event without a place in the log."""


with_tool = Agent(tools=[leave_mark])
with_own_memory = Agent(enable_agentic_memory=True)
growing = Agent(pre_hooks=[grow])
noting = Agent(pre_hooks=[note])
plain = Agent(description="Adds nothing.")
