from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def test_the_twenty_lines_of_the_readme_are_those_of_the_example() -> None:
    example = (PACKAGE / "examples" / "hello.py").read_text("utf-8")
    assert f"```python\n{example}```" in (PACKAGE / "README.md").read_text("utf-8")


def test_the_function_tools_of_the_readme_are_those_of_the_example() -> None:
    example = (PACKAGE / "examples" / "stock_tools.py").read_text("utf-8")
    assert f"```python\n{example}```" in (PACKAGE / "README.md").read_text("utf-8")
