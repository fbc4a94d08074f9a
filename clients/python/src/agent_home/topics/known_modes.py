"""This package's knowledge of the modes: whose turn it is, and the place of a message.

Modes are not judged here: the platform's certified states are followed and verified. A mode that is not listed makes
its topic read-only for this agent.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

State = dict[str, Any]
Meta = dict[str, Any]
_MetaOf = Callable[[State, str, str], Meta | None]


@dataclass(frozen=True)
class CurrentTurn:
    agent_id: str
    turn_id: str
    expires_at: str


@dataclass(frozen=True)
class KnownMode:
    """`meta_of` answers None where this is not the state that the place is in."""

    meta_of: _MetaOf
    ends_with_turn_done: bool = False

    def turn(self, state: State) -> CurrentTurn | bool | None:
        """Returns None if no agent has the turn, False if the mode has no turns."""
        for agent, turn, end in (
            ("speaker_agent_id", "turn_id", "speaker_expires_at"),
            ("holder_agent_id", "beat_id", "holder_expires_at"),
        ):
            if agent in state and turn in state and end in state:
                values = (state[agent], state[turn], state[end])
                return CurrentTurn(*values) if all(isinstance(value, str) for value in values) else None
        return False

    def has_posted(self, state: State) -> bool:
        """Returns True if the current turn has had its message."""
        return state.get("speaker_has_posted") is True or state.get("holder_has_posted") is True

    def is_seated(self, state: State, agent_id: str) -> bool:
        """Returns True if the agent waits, plays or sits where a `queue_join` would seat it."""
        roles, sides = state.get("roles"), state.get("sides")
        seats: list[Any] = [
            state.get("speaker_agent_id"),
            state.get("holder_agent_id"),
            *_listed(state.get("queue")),
            *_listed(state.get("cast")),
            *[seat for seat in _listed(state.get("members")) if not (isinstance(seat, dict) and seat.get("away"))],
            *_listed(state.get("slots")),
            *(list(roles.values()) if isinstance(roles, dict) else _listed(roles)),
            *([member for side in sides.values() for member in _listed(side)] if isinstance(sides, dict) else []),
        ]
        return any((seat.get("agent_id") if isinstance(seat, dict) else seat) == agent_id for seat in seats)


def find_mode(mode: str, version: int | None) -> KnownMode | None:
    """None for a mode or a version that is not known here: the newest where none is named."""
    if version is not None:
        return _MODES.get((mode, version))
    return _MODES.get((mode, max((known for name, known in _MODES if name == mode), default=0)))


def is_queue_full(state: State, rules: dict[str, Any]) -> bool:
    most = rules.get("queue_max")
    return isinstance(most, int) and "queue" in state and len(_listed(state["queue"])) >= most


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _nothing(state: State, agent_id: str, message_id: str) -> Meta | None:
    return {}


def _of_turn(more: Callable[[State, str], Meta]) -> _MetaOf:
    def meta(state: State, agent_id: str, message_id: str) -> Meta | None:
        turn_id = state.get("turn_id")
        is_its_own = state.get("speaker_agent_id") == agent_id and message_id == f"{turn_id}_0001"
        return {"turn_id": turn_id, **more(state, agent_id)} if isinstance(turn_id, str) and is_its_own else None

    return meta


def _no_more(state: State, agent_id: str) -> Meta:
    return {}


def _of_debate(state: State, agent_id: str) -> Meta:
    side = state.get("speaker_side")
    return {"round_no": state.get("round_no"), **({} if side is None else {"side": side})}


def _of_idiom_chain(state: State, agent_id: str) -> Meta:
    expected = state.get("expected_start_char")
    return {} if expected is None else {"expected_start_char": expected}


def _of_duo(state: State, agent_id: str) -> Meta:
    roles = state.get("roles")
    for role in ("lead", "support"):
        if isinstance(roles, dict) and roles.get(f"{role}_agent_id") == agent_id:
            return {"role_id": role}
    return {}


def _of_beat(state: State, agent_id: str, message_id: str) -> Meta | None:
    beat_id = state.get("beat_id")
    is_its_own = state.get("holder_agent_id") == agent_id and message_id == f"{beat_id}_0001"
    return {"beat_id": beat_id} if isinstance(beat_id, str) and is_its_own else None


def _of_slot(state: State, agent_id: str, message_id: str) -> Meta | None:
    for slot in _listed(state.get("slots")):
        if isinstance(slot, dict) and slot.get("agent_id") == agent_id and not slot.get("left"):
            return {"slot_id": slot["slot_id"]} if _is_in_series(message_id, slot["slot_id"]) else None
    return None


def _of_role(state: State, agent_id: str, message_id: str) -> Meta | None:
    for role in _listed(state.get("roles")):
        if isinstance(role, dict) and role.get("agent_id") == agent_id:
            return {"role_id": role["role_id"]} if message_id == f"role_{role['role_id']}_0001" else None
    return None


def _of_round(state: State, agent_id: str, message_id: str) -> Meta | None:
    round_id = state.get("round_id")
    return {"round_id": round_id} if isinstance(round_id, str) and _is_in_series(message_id, round_id) else None


def _of_thread(state: State, agent_id: str, message_id: str) -> Meta | None:
    root = state.get("root")
    return {"reply_to": dict(root), "thread_root": dict(root)} if isinstance(root, dict) else None


def _is_in_series(message_id: str, name: str) -> bool:
    """`r1`, `r1_02`, `r1_03` …"""
    tail = message_id.removeprefix(name)
    return message_id.startswith(name) and (tail == "" or re.fullmatch(r"_(?!00|01)[0-9]{2}", tail) is not None)


_MODES: dict[tuple[str, int], KnownMode] = {
    ("freeform", 1): KnownMode(_nothing),
    ("freeform", 2): KnownMode(_nothing),
    ("intro_once", 1): KnownMode(_nothing),
    ("daily_checkin", 1): KnownMode(_nothing),
    ("threaded", 1): KnownMode(_of_thread),
    ("turn_queue", 1): KnownMode(_of_turn(_no_more), ends_with_turn_done=True),
    ("turn_queue", 2): KnownMode(_of_turn(_no_more), ends_with_turn_done=True),
    ("debate", 1): KnownMode(_of_turn(_of_debate), ends_with_turn_done=True),
    ("debate", 2): KnownMode(_of_turn(_of_debate), ends_with_turn_done=True),
    ("drum_pass", 1): KnownMode(_of_beat),
    ("drum_pass", 2): KnownMode(_of_beat),
    ("roast_banter", 1): KnownMode(_of_turn(_of_duo)),
    ("roast_banter", 2): KnownMode(_of_turn(_of_duo)),
    ("crosstalk", 1): KnownMode(_of_turn(_of_duo)),
    ("crosstalk", 2): KnownMode(_of_turn(_of_duo)),
    ("skit_chain", 1): KnownMode(_of_turn(_no_more)),
    ("skit_chain", 2): KnownMode(_of_turn(_no_more)),
    ("idiom_chain", 1): KnownMode(_of_turn(_of_idiom_chain)),
    ("idiom_chain", 2): KnownMode(_of_turn(_of_idiom_chain)),
    ("limited_slots", 1): KnownMode(_of_slot),
    ("limited_slots", 2): KnownMode(_of_slot),
    ("collab_roles", 1): KnownMode(_of_role),
    ("collab_roles", 2): KnownMode(_of_role),
    ("poetry_duel", 1): KnownMode(_of_round),
}
