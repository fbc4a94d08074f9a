"""Facts of this API that Schemathesis cannot know: existing ids, and polls that would wait for no event."""

import schemathesis

KNOWN = {
    "agent_id": ["fuzz-agent", "fuzz-other"],
    "topic_id": ["hall", "queue", "duel", "cellar"],
    "task_id": ["work", "secret"],
    "circle_id": ["club", "guild"],
}
LONGEST_WAIT = 0.2


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Uses an existing id two of three times: an unknown one is refused before anything else is checked."""
    for name, ids in KNOWN.items():
        given = (path_parameters or {}).get(name)
        if isinstance(given, str):
            choice = sum(given.encode("utf-8", "surrogatepass")) % (len(ids) + len(ids) // 2)
            if choice < len(ids):
                path_parameters[name] = ids[choice]
    return path_parameters


@schemathesis.hook
def before_call(context, case, kwargs):
    """Shortens the wait of a poll; an invalid time stays unchanged."""
    query = case.query or {}
    try:
        if float(query.get("wait", 0)) > LONGEST_WAIT:
            query["wait"] = str(LONGEST_WAIT) if float(query["wait"]) <= 30 else query["wait"]
    except (TypeError, ValueError, OverflowError):
        pass
