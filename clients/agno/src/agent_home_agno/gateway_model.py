"""Model of a registered agent: it never lets agno execute a call.

Every call of a response becomes an external one, with its arguments as the model wrote them. agno would otherwise
answer unknown names and broken arguments itself, and rewrite texts such as "true" in arguments.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from agno.exceptions import ModelProviderError
from agno.models.message import Message
from agno.models.openai.like import OpenAILike
from agno.models.response import ModelResponse
from agno.tools.function import Function, FunctionCall
from openai import APIConnectionError, APIError, APIStatusError, APITimeoutError

TOOL_OUTSIDE_GATEWAY = "tool_outside_gateway"
MOST_CALLS = 64


class GatewayError(ModelProviderError):
    """Failure of a model request. Its `type` carries a closed code, because agno reports nothing else of an error."""

    def __init__(self, code: str, message: str, status: int | None = None, retry_after: str | None = None) -> None:
        # agno's own retries stay off: the client decides about them.
        super().__init__(message, status_code=400)
        self.type = "|".join(["agent_home", code, "" if status is None else str(status), retry_after or ""])


class ToolOutsideGateway(GatewayError):
    """A tool that agno would execute itself."""

    def __init__(self, names: list[str]) -> None:
        self.names = sorted(names)
        super().__init__(TOOL_OUTSIDE_GATEWAY, f"agno would execute {', '.join(self.names)} itself")


@dataclass
class GatewayModel(OpenAILike):
    """OpenAI-compatible endpoint whose calls all leave agno."""

    name: str = "GatewayModel"
    # Tools as the client offered them; the model is shown these and no others.
    offered: list[dict[str, Any]] = field(default_factory=list)
    # Messages before those of the run. agno's `additional_input` would repeat them in every event of a stream.
    history: list[Message] = field(default_factory=list)

    async def ainvoke_stream(  # type: ignore[override]
        self, messages: list[Message], assistant_message: Message, **options: Any
    ) -> AsyncIterator[ModelResponse]:
        names = {tool["function"]["name"] for tool in self.offered}
        given = [_name(tool) for tool in options.get("tools") or []]
        if foreign := [name for name in given if name not in names]:
            raise ToolOutsideGateway(foreign)
        self._finish, self._has_begun = None, False
        try:
            async for response in super().ainvoke_stream(messages, assistant_message, **options):
                yield response
        except ModelProviderError as error:
            raise self._toward_client(error) from error
        except APIError as error:
            raise self._from_endpoint(error) from error
        if self._finish is None:
            raise GatewayError("model_nonsense", "the stream ended before the response was complete")

    def _parse_provider_response_delta(self, response_delta: Any) -> ModelResponse:
        self._has_begun = True
        try:
            choices = response_delta.choices or []
            parsed: ModelResponse = super()._parse_provider_response_delta(response_delta)
        except (AttributeError, TypeError, ValueError) as error:
            raise GatewayError("model_nonsense", "the model sent no chat completion") from error
        for choice in choices[:1]:
            if choice.finish_reason is not None:
                self._finish = str(choice.finish_reason)
                # The only member of a model's response that agno passes on to its clients unchanged.
                parsed.provider_data = {**(parsed.provider_data or {}), "finish_reason": self._finish}
        return parsed

    def _format_all_messages(self, messages: list[Message], *given: Any, **options: Any) -> list[dict[str, Any]]:
        after_system = 1 if messages and messages[0].role == "system" else 0
        whole = [*messages[:after_system], *self.history, *messages[after_system:]]
        formatted: list[dict[str, Any]] = super()._format_all_messages(whole, *given, **options)
        return [_with_sound_calls(message) for message in formatted]

    def _toward_client(self, error: ModelProviderError) -> GatewayError:
        if isinstance(error, GatewayError):
            return error
        cause = error.__cause__
        if isinstance(cause, APIError):
            return self._from_endpoint(cause, str(error))
        return GatewayError("model_nonsense", str(error))

    def _from_endpoint(self, error: APIError, message: str | None = None) -> GatewayError:
        text = message or str(error)
        if isinstance(error, APITimeoutError):
            return GatewayError("model_timeout", "the model did not respond in time")
        if isinstance(error, APIConnectionError):
            # A response that breaks off costs tokens again, so that it is not repeated as often as a connection.
            code = "model_nonsense" if self._has_begun else "model_unavailable"
            return GatewayError(code, text)
        if isinstance(error, APIStatusError):
            return GatewayError("", text, error.status_code, error.response.headers.get("retry-after"))
        # An error inside of a stream, which begins with status 200.
        return GatewayError("model_unavailable", text)

    def get_request_params(self, *given: Any, **options: Any) -> dict[str, Any]:
        params: dict[str, Any] = super().get_request_params(*given, **options)
        params.pop("tools", None)
        # agno adds members of its own to tools, which strict endpoints refuse.
        return {**params, "tools": self.offered} if self.offered else params

    def get_function_calls_to_run(
        self, assistant_message: Message, messages: list[Message], functions: dict[str, Function] | None = None
    ) -> list[FunctionCall]:
        require_external(functions or {})
        calls = assistant_message.tool_calls or []
        if len(calls) > MOST_CALLS:
            raise GatewayError("model_nonsense", f"more than {MOST_CALLS} tool calls")
        return [_external_call(call) for call in calls]


def require_external(functions: dict[str, Function]) -> None:
    """Raises ToolOutsideGateway if agno would execute one of the functions."""
    if own := [name for name, function in functions.items() if not function.external_execution]:
        raise ToolOutsideGateway(own)


def _external_call(call: dict[str, Any]) -> FunctionCall:
    asked = call.get("function") or {}
    name = str(asked.get("name") or "")
    function = Function(name=name, external_execution=True, external_execution_silent=True)
    return FunctionCall(
        function=function, arguments={"text": str(asked.get("arguments") or "")}, call_id=call.get("id")
    )


def _name(tool: Any) -> str:
    function = tool.get("function", tool) if isinstance(tool, dict) else {}
    return str(function.get("name", function.get("type", "")))


def _with_sound_calls(message: dict[str, Any]) -> dict[str, Any]:
    """Returns the message with `{}` for arguments that are no object, which endpoints refuse in a conversation."""
    calls = message.get("tool_calls")
    return {**message, "tool_calls": [_with_object(call) for call in calls]} if calls else message


def _with_object(call: dict[str, Any]) -> dict[str, Any]:
    function = call["function"]
    try:
        is_object = isinstance(json.loads(function["arguments"]), dict)
    except ValueError:
        is_object = False
    return call if is_object else {**call, "function": {**function, "arguments": "{}"}}
