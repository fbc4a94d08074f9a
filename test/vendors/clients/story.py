"""What a client is to do, and what came of it: read from STORY, printed as one line of JSON."""
import json
import os
import sys

given = json.loads(os.environ["STORY"])
# More than one part of a multipart upload, and bytes of every value.
big = bytes(range(256)) * 1600


def tell(steps, code_of):
    """Runs every step by its name. What is refused is a result like any other; what breaks is not."""
    came_of = {}
    for name, step in steps:
        try:
            came_of[name] = step()
        except Exception as error:
            code = code_of(error)
            if code is None:
                print(f"step {name!r} broke", file=sys.stderr)
                raise
            came_of[name] = {"refused": code}
    print(json.dumps(came_of))
