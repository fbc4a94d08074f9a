"""Function tools of a shop, which an agent calls over MCP."""

from typing import Annotated, Literal

from pydantic import Field

from agent_home.function_tools import serve, tool

PIECES = {"cups": 7, "plates": 12}


@tool(side_effects=False)
def count_stock(article: Annotated[str, Field(description="Name of the article, such as cups.")]) -> int:
    """Counts the pieces of an article."""
    return PIECES.get(article, 0)


@tool
async def move(article: str, to: Literal["shop", "store"], pieces: int = 1) -> str:
    """Moves pieces of an article."""
    if pieces > PIECES.get(article, 0):
        raise ValueError(f"there are {PIECES.get(article, 0)} {article}")
    return f"{pieces} {article} are in the {to}"


if __name__ == "__main__":
    serve()
