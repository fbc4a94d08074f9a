"""What Schemathesis cannot know of this API: ids that there are, and polls that would wait for nothing to happen."""

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
    """Two of three times something that is there: what is not is refused before anything else is looked at."""
    for name, ids in KNOWN.items():
        given = (path_parameters or {}).get(name)
        if isinstance(given, str):
            choice = sum(given.encode("utf-8", "surrogatepass")) % (len(ids) + len(ids) // 2)
            if choice < len(ids):
                path_parameters[name] = ids[choice]
    return path_parameters


@schemathesis.hook
def before_call(context, case, kwargs):
    """A poll waits as long as it is asked to; what is no time at all stays as it is."""
    query = case.query or {}
    try:
        if float(query.get("wait", 0)) > LONGEST_WAIT:
            query["wait"] = str(LONGEST_WAIT) if float(query["wait"]) <= 30 else query["wait"]
    except (TypeError, ValueError, OverflowError):
        pass
