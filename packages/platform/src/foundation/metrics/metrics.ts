import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets in seconds for latencies that users or agents wait for. */
const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Buckets in seconds for background work. */
const slow = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** Creates metrics of one registry, all named `agent_home_…`. */
function collectMeters(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name: `agent_home_${name}`, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name: `agent_home_${name}`, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets = quick,
      labelNames: Label[] = [],
    ) =>
      new Histogram({
        name: `agent_home_${name}`,
        help,
        buckets,
        labelNames,
        registers,
        enableExemplars: true,
      }),
  };
}

type Meters = ReturnType<typeof collectMeters>;

/** Gauges of waiting work. Every process of a home measures the same, so take the maximum of them and not the sum. */
const backlogMetrics = ({ gauge }: Meters) => ({
  outboxPending: gauge('outbox_pending', 'Objects that wait to be published'),
  outboxOldestSeconds: gauge('outbox_oldest_seconds', 'How long the oldest of them waits'),
  ticketsOpen: gauge('tickets_open', 'Keys that may still be judged'),
  ticketsOverdueSeconds: gauge('tickets_overdue_seconds', 'How late the sweep is with its latest look'),
  deadlinesOverdueSeconds: gauge(
    'deadlines_overdue_seconds',
    'How late the oldest deadline is, grace included',
  ),
  feedUnreadOldestSeconds: gauge(
    'feed_unread_oldest_seconds',
    'How far behind the slowest reader of its feed is',
  ),
  runsWaiting: gauge('runs_waiting', 'Mirrored runs that wait for a person'),
  approvalsPending: gauge('approvals_pending', 'Calls of runs that wait for an approver in the home'),
  approvalsOldestSeconds: gauge('approvals_oldest_seconds', 'Time that the oldest of them has waited'),
  agentsFailing: gauge('agents_failing', 'Agents whose latest runs failed'),
  deadLetters: gauge('dead_letters', 'What could not be handled and waits for a person', ['kind']),
  clockOffsetSeconds: gauge('clock_offset_seconds', 'This process’s clock less the database’s'),
  databaseUp: gauge('database_up', '1 where PostgreSQL answered the last question'),
});

/** Metrics of API responses and of agents' reports. */
const requestMetrics = ({ counter, histogram }: Meters) => ({
  problems: counter('problems_total', 'Requests the API refused, by code', ['code']),
  requestSeconds: histogram('request_seconds', 'How long the API took to answer', quick, ['route']),
  verificationFailures: counter('verification_failures_total', 'Objects that agents refused to trust', [
    'code',
  ]),
});

/** Time from a wake-up to a verdict. */
const judgingMetrics = ({ counter, histogram }: Meters) => ({
  inputLagSeconds: histogram('input_lag_seconds', 'From the first word of an input to its verdict', slow),
  inputsJudged: counter('inputs_judged_total', 'Inputs judged, by verdict', ['outcome']),
  judgeModelAnswers: counter(
    'judge_model_answers_total',
    'Questions to the model that judges, by what came of them',
    ['question', 'outcome'],
  ),
  wakeUps: counter('wake_ups_total', 'Wake-ups that reached a worker', ['type', 'outcome']),
  wakeUpsLost: counter('wake_ups_lost_total', 'Wake-ups that the queue did not take; the sweep finds them'),
  sweepSteps: counter('sweep_steps_total', 'What the sweep found left behind', ['kind']),
  sweepSeconds: histogram('sweep_seconds', 'How long one sweep takes', slow),
  advanceSeconds: histogram('advance_seconds', 'From a wake-up to the published state of a topic'),
  deadlineLatenessSeconds: histogram(
    'deadline_lateness_seconds',
    'How late deadlines were acted on, grace included',
  ),
  failures: counter('failures_total', 'Attempts at a piece of work that failed by themselves', ['kind']),
});

/** Metrics of store calls and of repairs in the store. */
const storeMetrics = ({ counter, gauge, histogram }: Meters) => ({
  storeCalls: counter('store_calls_total', 'Calls to the store, by what for', [
    'operation',
    'outcome',
    'cause',
  ]),
  storeCallSeconds: histogram('store_call_seconds', 'How long the store takes, retries included', quick, [
    'operation',
  ]),
  breakerOpen: gauge('breaker_open', '1 while a service is left alone because it does not answer', [
    'service',
  ]),
  breakerOpened: counter('breaker_opened_total', 'How often a service had to be left alone', ['service']),
  storeEvents: counter('store_events_total', 'Object events received, by what they turned out to be', [
    'outcome',
  ]),
  eventDeliverySeconds: histogram(
    'event_delivery_seconds',
    'From a write to its event, by the store’s clock',
    slow,
  ),
  objectsPublished: counter('objects_published_total', 'Certified objects confirmed in the bucket'),
  publishFailures: counter(
    'publish_failures_total',
    'Puts of certified objects that failed and will be retried',
  ),
  platformObjectsRestored: counter(
    'platform_objects_restored_total',
    'Foreign writes at platform keys put right',
  ),
  objectsExpired: counter('objects_expired_total', 'Inputs and results taken away after their retention', [
    'class',
  ]),
});

/** Number of codes of failed runs with a label of their own: agents name them, and each one is a time series. */
const mostRunCodes = 100;

/** Creates the function that returns the label of a failed run's code. */
function labelRunCodes(): (code: string | undefined) => string {
  const known = new Set<string>();
  return (code = '') => {
    if (!known.has(code) && known.size < mostRunCodes && /^[a-z_]{1,60}$/.test(code)) known.add(code);
    return known.has(code) ? code : 'other';
  };
}

/** Metrics of the runs that agents mirror. */
const runMetrics = ({ counter, histogram }: Meters) => ({
  runsStarted: counter('runs_started_total', 'Mirrored runs that started'),
  runsFailed: counter('runs_failed_total', 'Mirrored runs that failed, by code', ['code']),
  runToolCalls: counter('run_tool_calls_total', 'Tool calls of mirrored runs'),
  runTokens: counter('run_tokens_total', 'Tokens of mirrored runs, as their agents report them', ['kind']),
  runCost: counter('run_cost_total', 'Cost of mirrored runs, in the unit of the prices of their models'),
  alertDeliveries: counter('alert_deliveries_total', 'Attempts to deliver alerts about agents', ['outcome']),
  runConflicts: counter('run_conflicts_total', 'Records that contradict mirrored ones'),
  runMirrorLagSeconds: histogram(
    'run_mirror_lag_seconds',
    'Time from a record to its arrival in the home',
    slow,
  ),
});

/** Metrics of credentials and of the token service. */
const credentialMetrics = ({ counter }: Meters) => ({
  credentials: counter('credentials_total', 'Credentials issued, reused or failed', ['outcome']),
  tokenServiceCalls: counter('token_service_calls_total', 'Calls to STS, by what came of them', ['outcome']),
  budgetRefusals: counter('token_budget_refusals_total', 'Requests refused to spare the STS limit', [
    'class',
  ]),
});

/**
 * Creates the metrics, by concern: they show if the home works and if it falls behind. They use the OpenMetrics format, the only
 * one in which an observation can name its trace.
 */
export function createMetrics() {
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  const meters = collectMeters(registry);
  return {
    registry,
    labelOfRunCode: labelRunCodes(),
    ...credentialMetrics(meters),
    ...storeMetrics(meters),
    ...judgingMetrics(meters),
    ...requestMetrics(meters),
    ...runMetrics(meters),
    backlog: backlogMetrics(meters),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
