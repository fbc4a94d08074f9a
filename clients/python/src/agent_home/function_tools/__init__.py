"""Function tools: Python functions with type hints that agents call over MCP."""

from .define import FunctionTool, ToolDefinitionError, tool, tools_of
from .serve import serve

__all__ = ["FunctionTool", "ToolDefinitionError", "serve", "tool", "tools_of"]
