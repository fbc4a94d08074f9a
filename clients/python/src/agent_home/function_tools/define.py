"""Makes tools of functions: names, schemas and traits from signatures, type hints and docstrings."""

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, TypeAdapter, create_model

_NAME = re.compile(r"^[a-z][a-z0-9-]{2,62}$")
_VERSION = re.compile(r"^v?\d+\.\d+\.\d+(-[a-z0-9.-]+)?$")
_MARK = "__agent_home_tool__"


class ToolDefinitionError(Exception):
    """A function cannot be a tool. The message names the function and the remedy."""


@dataclass(frozen=True)
class FunctionTool:
    """A function with its schemas, as agents see it."""

    name: str
    """Lower case with hyphens, as in a ToolSpec."""
    description: str
    function: Callable[..., Any]
    arguments: type[BaseModel]
    result: TypeAdapter[Any]
    version: str
    owner: str
    timeout_ms: int
    """Milliseconds that a call may take, for the ToolSpec."""
    side_effects: bool
    idempotent: bool

    @property
    def wire_name(self) -> str:
        """The function's name, as models call it."""
        return self.name.replace("-", "_")

    def inputs_schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of the arguments, an object."""
        return _without_titles(self.arguments.model_json_schema(by_alias=True))

    def outputs_schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of the structured result: an object, or an object with the member `result`."""
        schema = _without_titles(self.result.json_schema(mode="serialization"))
        if schema.get("type") == "object":
            return schema
        definitions = schema.pop("$defs", None)
        wrapped: dict[str, Any] = {"type": "object", "properties": {"result": schema}, "required": ["result"]}
        return wrapped if definitions is None else {**wrapped, "$defs": definitions}

    def structured(self, value: Any) -> dict[str, Any]:
        """Returns a result as JSON of `outputs_schema`.

        Raises pydantic.ValidationError if the function returned another type than its hint says.
        """
        checked = self.result.validate_python(value)
        dumped = self.result.dump_python(checked, mode="json", by_alias=True)
        is_object = self.result.json_schema(mode="serialization").get("type") == "object"
        return dumped if is_object else {"result": dumped}

    def spec(self) -> dict[str, Any]:
        """Returns the ToolSpec document of the tool (`agent.platform/v1`)."""
        return {
            "apiVersion": "agent.platform/v1",
            "kind": "Tool",
            "metadata": {
                "name": self.name,
                "version": self.version,
                "owner": self.owner,
                "description": self.description,
            },
            "spec": {
                "inputsSchema": self.inputs_schema(),
                "outputsSchema": self.outputs_schema(),
                "timeoutMs": self.timeout_ms,
                "idempotent": self.idempotent,
                "sideEffects": self.side_effects,
            },
        }


@overload
def tool(function: Callable[..., Any], /) -> Callable[..., Any]: ...


@overload
def tool(
    *,
    name: str | None = None,
    version: str = "1.0.0",
    owner: str = "local",
    timeout_ms: int = 30_000,
    side_effects: bool = True,
    idempotent: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...


def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    version: str = "1.0.0",
    owner: str = "local",
    timeout_ms: int = 30_000,
    side_effects: bool = True,
    idempotent: bool = False,
) -> Any:
    """Marks a function as a tool.

    Every parameter and the result need type hints; the docstring is the description for models. A tool has side effects
    unless it says otherwise, so that a policy can require an approval of each call.

    Raises ToolDefinitionError if the function cannot be described.
    """

    def mark(marked: Callable[..., Any]) -> Callable[..., Any]:
        made = _define(
            marked,
            name=name or marked.__name__.strip("_").replace("_", "-").lower(),
            version=version,
            owner=owner,
            timeout_ms=timeout_ms,
            side_effects=side_effects,
            idempotent=idempotent or not side_effects,
        )
        setattr(marked, _MARK, made)
        return marked

    return mark if function is None else mark(function)


def tools_of(module: ModuleType) -> list[FunctionTool]:
    """Returns the tools of a module in the order of their definitions.

    Raises ToolDefinitionError if there are none, or if two have one name.
    """
    found = [made for value in vars(module).values() if isinstance(made := getattr(value, _MARK, None), FunctionTool)]
    unique = list({id(made): made for made in found}.values())
    names = [made.name for made in unique]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise ToolDefinitionError(f"two functions define the tool {doubled}: pass another name to @tool")
    if not unique:
        raise ToolDefinitionError(f"{module.__name__} has no function with @tool")
    return unique


def _define(function: Callable[..., Any], *, name: str, version: str, **traits: Any) -> FunctionTool:
    where = f"{function.__module__}.{function.__qualname__}"
    if not _NAME.match(name):
        raise ToolDefinitionError(f"{where}: {name!r} is no tool name: use 3 to 63 of a-z, 0-9 and hyphens")
    if not _VERSION.match(version):
        raise ToolDefinitionError(f"{where}: {version!r} is no version: write it as 1.0.0")
    description = inspect.getdoc(function) or ""
    if not description:
        raise ToolDefinitionError(f"{where} has no docstring: describe for a model when to call it")
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise ToolDefinitionError(f"{where}: a type hint cannot be resolved: {error}") from error
    if "return" not in hints:
        raise ToolDefinitionError(f"{where} has no return type: add -> and a type")
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise ToolDefinitionError(f"{where}: {parameter} cannot be named by a model: use plain parameters")
        if parameter.name not in hints:
            raise ToolDefinitionError(f"{where}: parameter {parameter.name} has no type hint")
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], default)
    try:
        arguments = create_model(
            function.__name__,
            __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=False, strict=False),
            __module__=function.__module__,
            **fields,
        )
        made = FunctionTool(
            name=name,
            description=description,
            function=function,
            arguments=arguments,
            result=TypeAdapter(hints["return"]),
            version=version,
            **traits,
        )
        made.inputs_schema()
        made.outputs_schema()
    except ToolDefinitionError:
        raise
    except Exception as error:
        reason = str(error).splitlines()[0]
        raise ToolDefinitionError(f"{where}: its types have no JSON Schema: {reason}") from error
    return made


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Removes the titles that pydantic derives from names: they repeat the names and cost tokens."""
    return {
        key: _members(value) if key in ("properties", "$defs") else _part(value)
        for key, value in schema.items()
        if key != "title" or not isinstance(value, str)
    }


def _part(part: Any) -> Any:
    if isinstance(part, list):
        return [_part(each) for each in part]
    return _without_titles(part) if isinstance(part, dict) else part


def _members(members: dict[str, Any]) -> dict[str, Any]:
    """Keeps members that are named `title` themselves."""
    return {name: _part(schema) for name, schema in members.items()}


def calling_module() -> ModuleType:
    """Returns the module that the program was started with."""
    return sys.modules["__main__"]
