/** Sign that is in no id of an agent or a run. */
const between = '~';

/**
 * Returns the name of a mirrored run in paths and queries. It has the agent, because an agent can send a run with the id of another
 * agent's.
 */
export function runKey(agentId: string, runId: string): string {
  return `${agentId}${between}${runId}`;
}

/** Returns the run of a key. A run id alone, as in a link by hand, is enough if no other agent has it. */
export function parseRunKey(key: string): { runId: string; agentId?: string } {
  const [agentId = '', runId] = key.split(between);
  return runId === undefined ? { runId: agentId } : { runId, agentId };
}

/** Returns the part of the API's path and query that names the run. */
export function inputOf(key: string) {
  const { runId, agentId } = parseRunKey(key);
  return { params: { run_id: runId }, query: agentId === undefined ? {} : { agent_id: agentId } };
}
