import type { FieldDescriptions } from '@agent-home/protocol';

/** Health of agents, from their mirrored runs. */
export const health: FieldDescriptions = {
  failing: 'Failures of an agent whose latest mirrored runs failed; absent for others',
  'failing/code': 'Code of the latest failed run; `other` for one that is not a code',
  'failing/since': 'Arrival of the first failure since the last answered run, RFC 3339 in UTC',
  failed_runs: 'Number of runs that failed since the last answered one',
  'failing/run_id': 'Id of the latest failed run',
  remedy: 'Remedy for this code',
  failing_agents: 'Admitted agents whose latest mirrored runs failed, at most 100',
  'failing_agents/code': 'Code of the latest failed run; `other` for one that is not a code',
  'failing_agents/since': 'Arrival of the first failure since the last answered run, RFC 3339 in UTC',
  'failing_agents/run_id': 'Id of the latest failed run',
  last_record_at: 'Arrival of the latest records of a run, RFC 3339 in UTC; absent without one',
  'agent_health/today': 'Amounts of the present day in UTC, as the agent reports them',
  'agent_health/today/tokens': 'Tokens of prompts and responses',
  'agent_health/today/cost': 'Cost in the unit of the models’ prices',
};
