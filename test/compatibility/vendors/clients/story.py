"""Steps of a client and their results: read from STORY, printed as JSON."""
import json
import os
import sys

given = json.loads(os.environ["STORY"])
# More than one part of a multipart upload, and bytes of every value.
big = bytes(range(256)) * 1600


def tell(steps, code_of):
    """Runs every step by its name. What is refused is a result like any other; what breaks is not."""
    came_of = {}
    for name, step in steps.items():
        try:
            came_of[name] = step()
        except Exception as error:
            code = code_of(error)
            if code is None:
                print(f"step {name!r} broke", file=sys.stderr)
                raise
            came_of[name] = {"refused": code}
    print(json.dumps(came_of))


def agent_steps(open_store):
    """Returns an agent's steps with its credentials. `open_store(credential)` returns get, put, list."""
    reading, writing = open_store(given["reading"]), open_store(given["writing"])
    topic, key = given["topic"], given["key"]

    def read(name):
        return lambda: json.loads(reading.get(name))["kind"]

    def put():
        writing.put(key, given["line"].encode())
        return "put"

    return {
        "card": read(f"agents/all/{given['agent']}.json"),
        "manifest": read(f"topics/{topic}/manifest.json"),
        "state": read(f"topics/{topic}/state.json"),
        "ledger": read(f"topics/{topic}/ledger/0000000001.json"),
        "listed": lambda: sorted(reading.list(f"topics/{topic}/"))[:2],
        "put": put,
        "another's key": lambda: writing.put(f"topics/{topic}/messages/another.json", b"{}"),
        "the platform's key": lambda: writing.put(f"topics/{topic}/state.json", b"{}"),
        "read with the right to write": lambda: writing.get(key).decode(),
        "write with the right to read": lambda: reading.put(key, b"{}"),
        "a private topic": lambda: reading.get("topics/secret/manifest.json").decode(),
        "a private listing": lambda: reading.list("topics/secret/"),
    }
