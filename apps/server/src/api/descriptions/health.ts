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

  // Alerts
  'failing_agent/code': 'Code of the latest failed run; `other` for one that is not a code',
  'failing_agent/since': 'Arrival of the first failure since the last answered run, RFC 3339 in UTC',
  'delivered_alert/home': 'Name of the home in its certificates',
  'delivered_alert/kind': 'Kind of the alert: `failing`, `silent` or `expensive`',
  'delivered_alert/facts/code': 'Code of the latest failed run; for a failing agent',
  'delivered_alert/facts/since':
    'Arrival of the first failure since the last answered run, RFC 3339 in UTC; for a failing agent',
  'delivered_alert/facts/last_sign_at':
    'Time of the latest sign of the agent, RFC 3339 in UTC; for a silent agent',
  'delivered_alert/facts/tokens': 'Tokens of the day; for an expensive agent',
  'alert_rules/url': 'Receiver of the alerts; its path may be secret and is not shown again',
  'alert_rules/failing': 'True to report agents whose latest runs failed',
  'changed_alert_rules/failing': 'True if agents whose latest runs failed are reported',
  'rules/failing': 'True if agents whose latest runs failed are reported',
  silent_minutes:
    'Reports an agent that mirrored runs before and gives no sign for so long; absent to report none',
  tokens_a_day: 'Reports an agent whose runs use more tokens on a day in UTC; absent without a limit',
  cost_a_day: 'Reports an agent whose runs cost more on a day in UTC, in the unit of the models’ prices',
  new_secret: 'True to replace the secret of the signature',
  origin: 'Scheme, host and port of the receiver',
  changed_at: 'Time of the latest change, RFC 3339 in UTC',
  'changed_alert_rules/secret': 'Key of the signature, if it is new; shown only here',
  'alert_state/rules': 'Rules in force; absent without any',
  'alert_state/alerts': 'Alerts that have not cleared, newest first, at most 200',
  alert_id: 'Id of the alert, the same in repeated deliveries',
  'alerts/kind': 'Kind of the alert: `failing`, `silent` or `expensive`',
  raised_at: 'Time at which the alert was raised, RFC 3339 in UTC',
  delivered_at: 'Time of the delivery, RFC 3339 in UTC; absent before',
  'alerts/attempts': 'Number of attempts to deliver the alert',
  'alerts/failure': 'Reason of the latest failed attempt',
  'deleted_alert_rules/deleted': 'True if there were rules',
};
