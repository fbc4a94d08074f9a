"""
A second judge of RAM policies, written from Alibaba Cloud's documentation and from nothing of ours, so that a mistake in
the evaluator, which also drives the emulator, is not proved right by itself.

Reads a line of JSON for each set of requests, {"role": text, "session": text or null, "requests": [{"action": …,
"resource": …, "context": {…}}]}, and writes a line for each: the decisions in their order, or "refused" where a document
is not valid.
"""

import json
import sys

from conditions import holds
from documents import read_document, resource_parts
from refusal import Refusal
from wildcards import matches


def names_action(pattern, action):
    # "Values in Action and NotAction are generally not case-sensitive."
    return matches(pattern, action.lower())


def names_resource(pattern, parts):
    if pattern == "*":
        return True
    # Each part of the name is compared with its own: region, account and what the service makes of the rest.
    return parts is not None and pattern[1] == parts[1] and all(
        matches(wanted, given) for wanted, given in zip(pattern[2:], parts[2:])
    )


def is_about(statement, request, parts):
    is_meant, patterns = statement["actions"]
    if any(names_action(pattern, request["action"]) for pattern in patterns) != is_meant:
        return False
    is_meant, patterns = statement["resources"]
    if any(names_resource(pattern, parts) for pattern in patterns) != is_meant:
        return False
    return all(holds(condition, request["context"]) for condition in statement["conditions"])


def decide(statements, request):
    try:
        parts = resource_parts(request["resource"])
    except Refusal:
        parts = None
    effects = {statement["effect"] for statement in statements if is_about(statement, request, parts)}
    # A Deny takes precedence over every Allow; what nothing allows is denied.
    if "Deny" in effects:
        return "explicit_deny"
    return "allow" if "Allow" in effects else "implicit_deny"


def decide_session(role, session, request):
    """AssumeRole with a policy: what the role and that policy both allow, and neither denies."""
    decisions = [decide(role, request)] + ([] if session is None else [decide(session, request)])
    if "explicit_deny" in decisions:
        return "explicit_deny"
    return "implicit_deny" if "implicit_deny" in decisions else "allow"


def main():
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            role = read_document(asked["role"])
            session = None if asked["session"] is None else read_document(asked["session"])
            answer = [decide_session(role, session, request) for request in asked["requests"]]
        except Refusal:
            answer = "refused"
        print(json.dumps(answer))


main()
