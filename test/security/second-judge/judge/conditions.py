"""
The conditions of a statement, from https://www.alibabacloud.com/help/en/ram/conditional-operator (the operators) and
https://www.alibabacloud.com/help/en/ram/policy-elements (how several of them count).

A condition is one operator on one key. All conditions of a statement must hold. Of several values of one condition, one
is enough; an operator with "Not" holds when none of the values fits. What the documentation leaves open is answered the
careful way: a condition on something that the request does not carry, or that cannot be read, does not hold.
"""

import ipaddress
import re
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from functools import lru_cache

from refusal import Refusal
from wildcards import matches

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
MOMENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})"
)
CONDITION_KEY = re.compile(r"(acs|oss):[A-Za-z0-9/_.-]+")


def as_text(value: str):
    return value


def as_number(value: str):
    if NUMBER.fullmatch(value) is None:
        raise ValueError(value)
    return Decimal(value)


@lru_cache(maxsize=65536)
def as_moment(value: str):
    parts = MOMENT.fullmatch(value)
    if parts is None:
        raise ValueError(value)
    year, month, day, hour, minute, second, _, zone = parts.groups()
    local = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=timezone.utc)
    fraction = Decimal(parts.group(7)) if parts.group(7) else Decimal(0)
    # Whole milliseconds: what is finer is cut off.
    milliseconds = int(fraction * 1000)
    if zone != "Z":
        hours, minutes = int(zone[1:3]), int(zone[4:6])
        if hours > 23 or minutes > 59:
            raise ValueError(value)
        offset = timedelta(hours=hours, minutes=minutes)
        local = local - offset if zone[0] == "+" else local + offset
    return local + timedelta(milliseconds=milliseconds)


def as_truth(value: str):
    if value.lower() not in ("true", "false"):
        raise ValueError(value)
    return value.lower()


def as_address(value: str):
    if "%" in value:
        raise ValueError(value)
    return ipaddress.ip_address(value)


def as_network(value: str):
    length = value.partition("/")[2]
    if "%" in value or ("/" in value and re.fullmatch(r"[0-9]{1,3}", length) is None):
        raise ValueError(value)
    return ipaddress.ip_network(value, strict=False)


def lies_in(actual, network) -> bool:
    return actual.version == network.version and actual in network


# Operator: how its values are read, how the request's own value is read, whether the two fit, whether it says "Not".
OPERATORS = {}


def _operators(kind, read, comparisons):
    for name, fits, is_not in comparisons:
        OPERATORS[kind + name] = (read, read, fits, is_not)


_operators(
    "String",
    as_text,
    [
        ("Equals", lambda actual, value: actual == value, False),
        ("NotEquals", lambda actual, value: actual == value, True),
        ("EqualsIgnoreCase", lambda actual, value: actual.lower() == value.lower(), False),
        ("NotEqualsIgnoreCase", lambda actual, value: actual.lower() == value.lower(), True),
        ("Like", lambda actual, value: matches(value, actual), False),
        ("NotLike", lambda actual, value: matches(value, actual), True),
    ],
)
for _kind, _read in (("Numeric", as_number), ("Date", as_moment)):
    _operators(
        _kind,
        _read,
        [
            ("Equals", lambda actual, value: actual == value, False),
            ("NotEquals", lambda actual, value: actual == value, True),
            ("LessThan", lambda actual, value: actual < value, False),
            ("LessThanEquals", lambda actual, value: actual <= value, False),
            ("GreaterThan", lambda actual, value: actual > value, False),
            ("GreaterThanEquals", lambda actual, value: actual >= value, False),
        ],
    )
OPERATORS["Bool"] = (as_truth, as_truth, lambda actual, value: actual == value, False)
OPERATORS["IpAddress"] = (as_network, as_address, lies_in, False)
OPERATORS["NotIpAddress"] = (as_network, as_address, lies_in, True)


def read_condition(operator: str, key: str, values: "list[str]"):
    """One condition as (operator, key, values read); refused where the operator, the key or a value is unknown."""
    if operator not in OPERATORS:
        raise Refusal("an operator that the documentation does not have")
    if CONDITION_KEY.fullmatch(key) is None:
        raise Refusal("a key that is no condition key")
    read_value = OPERATORS[operator][0]
    try:
        return (operator, key, [read_value(value) for value in values])
    except ValueError:
        raise Refusal("a value of another type") from None


def holds(condition, context: "dict[str, str]") -> bool:
    operator, key, values = condition
    _, read_actual, fits, is_not = OPERATORS[operator]
    if key not in context:
        return False
    try:
        actual = read_actual(context[key])
    except ValueError:
        return False
    return any(fits(actual, value) for value in values) != is_not
