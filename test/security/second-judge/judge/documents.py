"""A policy document, from https://www.alibabacloud.com/help/en/ram/policy-structure-and-syntax. Anything outside that
grammar makes the whole document invalid.
"""

import json
import re

from conditions import read_condition
from refusal import Refusal

ACTION = re.compile(r"\*|[A-Za-z0-9-]+:[A-Za-z*?]+")
ELEMENTS = {"Effect", "Action", "NotAction", "Resource", "NotResource", "Condition"}


def read_document(text: str):
    try:
        policy = json.loads(text, object_pairs_hook=_members)
    except ValueError:
        raise Refusal("no JSON") from None
    if not isinstance(policy, dict) or set(policy) != {"Version", "Statement"}:
        raise Refusal("a policy has a version and statements")
    if policy["Version"] != "1" or not isinstance(policy["Statement"], list):
        raise Refusal("another version, or no list of statements")
    return [_statement(each) for each in policy["Statement"]]


def _members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member twice")
    return members


def _statement(given):
    if not isinstance(given, dict) or not set(given) <= ELEMENTS:
        raise Refusal("an element that the grammar does not have")
    if given.get("Effect") not in ("Allow", "Deny"):
        raise Refusal("no effect")
    return {
        "effect": given["Effect"],
        "actions": _list(given, "Action", _action),
        "resources": _list(given, "Resource", _resource),
        "conditions": _conditions(given["Condition"]) if "Condition" in given else [],
    }


def _list(given, element, read):
    """Returns True if these are the ones meant, False for all but these; and the patterns."""
    if (element in given) == ("Not" + element in given):
        raise Refusal("one of the two, " + element + " or Not" + element)
    is_meant = element in given
    return (is_meant, [read(value) for value in _strings(given[element if is_meant else "Not" + element])])


def _strings(given):
    values = given if isinstance(given, list) else [given]
    if not values or not all(isinstance(value, str) for value in values):
        raise Refusal("one string, or a list of them")
    if any("${" in value for value in values):
        raise Refusal("a variable, of which the documentation of OSS knows none")
    return values


def _action(value):
    if ACTION.fullmatch(value) is None:
        raise Refusal("an action is service:Name")
    return value.lower()


def _resource(value):
    """`acs:service:region:account:relative-id` in its parts, or `*`."""
    return "*" if value == "*" else resource_parts(value)


def resource_parts(name):
    parts = name.split(":", 4)
    if len(parts) != 5 or parts[0] != "acs" or parts[1] not in ("oss", "ram") or parts[4] == "":
        raise Refusal("a resource is acs:service:region:account:relative-id")
    return parts


def _conditions(given):
    if not isinstance(given, dict):
        raise Refusal("conditions are a map of operators")
    conditions = []
    for operator, keys in given.items():
        if not isinstance(keys, dict):
            raise Refusal("an operator is on a map of keys")
        for key, values in keys.items():
            conditions.append(read_condition(operator, key, _strings(values)))
    if not conditions:
        raise Refusal("a condition that says nothing")
    return conditions
