"""Prints the ToolSpecs of a file, or serves its tools: `python -m agent_home.function_tools specs|serve FILE`."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

from .define import ToolDefinitionError, tools_of
from .serve import serve

_USAGE = "usage: python -m agent_home.function_tools specs|serve FILE"


def main(words: list[str]) -> int:
    """Runs the command; returns its exit code."""
    match words:
        case ["specs", file]:
            print(json.dumps([made.spec() for made in tools_of(_load(Path(file)))], indent=2))
            return 0
        case ["serve", file]:
            serve(tools_of(_load(Path(file))))
            return 0
        case _:
            print(_USAGE, file=sys.stderr)
            return 2


def _load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise ToolDefinitionError(f"{file} is no Python file: pass the file with the functions")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    sys.path.insert(0, str(file.resolve().parent))
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ToolDefinitionError as error:
        print(f"agent_home.function_tools: {error}", file=sys.stderr)
        sys.exit(1)
