"""Measures fifty tool calls with agno alone: external tools that get their results at once, and nothing stored.

Argument: the address of the model. A line of standard input has the number of runs; its response is a line with the milliseconds
per run, or with the failure. The program ends with its input.
"""

import asyncio
import json
import sys
from time import perf_counter
from typing import Any

from agno.agent import Agent
from agno.models.openai.like import OpenAILike
from agno.run.agent import RunOutput
from agno.tools.function import Function

CALLS = 50
PARAMETERS = {
    "type": "object",
    "properties": {"topic": {"type": "string"}, "part": {"type": "integer"}, "note": {"type": "string"}},
    "required": ["topic", "part"],
}


def build_agent(url: str) -> Agent:
    tool = Function(
        name="look_up",
        description="Looks something up.",
        parameters=PARAMETERS,
        external_execution=True,
        external_execution_silent=True,
        skip_entrypoint_processing=True,
    )
    return Agent(
        model=OpenAILike(id="small", base_url=f"{url}/v1", api_key="none", max_retries=0),
        tools=[tool],
        system_message="You are careful.",
        telemetry=False,
        markdown=False,
    )


async def last_output(stream: Any) -> RunOutput:
    output = None
    async for event in stream:
        if isinstance(event, RunOutput):
            output = event
    assert output is not None, "the stream ended without its run"
    return output


async def run_once(agent: Agent) -> None:
    calls = 0
    output = await last_output(
        agent.arun("Look it all up.", stream=True, stream_events=True, yield_run_output=True)
    )
    while output.is_paused:
        for requirement in output.active_requirements:
            execution = requirement.tool_execution
            assert execution is not None and execution.tool_args is not None
            calls += 1
            topic, part = execution.tool_args["topic"], execution.tool_args["part"]
            requirement.set_external_execution_result(f"{topic}, part {part}: there is nothing more to say about it.")
        output = await last_output(
            agent.acontinue_run(
                run_response=output,
                requirements=output.requirements,
                stream=True,
                stream_events=True,
                yield_run_output=True,
            )
        )
    assert calls == CALLS, f"{calls} calls, and the run is {output.status}: {output.content}"


async def measure(agent: Agent, count: int) -> float:
    started = perf_counter()
    for _ in range(count):
        await run_once(agent)
    return (perf_counter() - started) * 1_000 / count


async def serve(url: str) -> None:
    agent = build_agent(url)
    print(json.dumps({"ready": True}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            answer = {"figure": await measure(agent, json.loads(line)["count"])}
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
