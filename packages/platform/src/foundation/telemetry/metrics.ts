import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What answers "is it working, is it falling behind?". Beside these, `Backlog` tells what waits (measure-backlog.ts). */
export interface Metrics {
  registry: Registry;
  credentials: Counter<'outcome'>;
  tokenServiceCalls: Counter<'outcome'>;
  budgetRefusals: Counter<'class'>;
  storeCalls: Counter<'operation' | 'outcome' | 'cause'>;
  storeCallSeconds: Histogram<'operation'>;
  breakerOpen: Gauge<'service'>;
  breakerOpened: Counter<'service'>;
  storeEvents: Counter<'outcome'>;
  eventDeliverySeconds: Histogram<string>;
  inputLagSeconds: Histogram<string>;
  inputsJudged: Counter<'outcome'>;
  wakeUps: Counter<'type' | 'outcome'>;
  wakeUpsLost: Counter<string>;
  sweepSteps: Counter<'kind'>;
  sweepSeconds: Histogram<string>;
  objectsPublished: Counter<string>;
  publishFailures: Counter<string>;
  platformObjectsRestored: Counter<string>;
  verificationFailures: Counter<'code'>;
  advanceSeconds: Histogram<string>;
  deadlineLatenessSeconds: Histogram<string>;
  objectsExpired: Counter<'class'>;
  failures: Counter<'kind'>;
  problems: Counter<'code'>;
  requestSeconds: Histogram<'route'>;
  backlog: BacklogGauges;
}

/** Each is the same in every process of a home: take the maximum. */
export interface BacklogGauges {
  outboxPending: Gauge<string>;
  outboxOldestSeconds: Gauge<string>;
  ticketsOpen: Gauge<string>;
  ticketsOverdueSeconds: Gauge<string>;
  deadlinesOverdueSeconds: Gauge<string>;
  feedUnreadOldestSeconds: Gauge<string>;
  deadLetters: Gauge<'kind'>;
  clockOffsetSeconds: Gauge<string>;
  databaseUp: Gauge<string>;
}

const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const slow = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** In the OpenMetrics form, which alone can carry the trace that an observation belongs to. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `agent_home_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `agent_home_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
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
    });
  return {
    registry,
    credentials: counter('credentials_total', 'Credentials issued, reused or failed', ['outcome']),
    tokenServiceCalls: counter('token_service_calls_total', 'Calls to STS, by what came of them', [
      'outcome',
    ]),
    budgetRefusals: counter('token_budget_refusals_total', 'Requests refused to spare the STS limit', [
      'class',
    ]),
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
    inputLagSeconds: histogram('input_lag_seconds', 'From the first word of an input to its verdict', slow),
    inputsJudged: counter('inputs_judged_total', 'Inputs judged, by verdict', ['outcome']),
    wakeUps: counter('wake_ups_total', 'Wake-ups that reached a worker', ['type', 'outcome']),
    wakeUpsLost: counter('wake_ups_lost_total', 'Wake-ups that the queue did not take; the sweep finds them'),
    sweepSteps: counter('sweep_steps_total', 'What the sweep found left behind', ['kind']),
    sweepSeconds: histogram('sweep_seconds', 'How long one sweep takes', slow),
    objectsPublished: counter('objects_published_total', 'Certified objects confirmed in the bucket'),
    publishFailures: counter(
      'publish_failures_total',
      'Puts of certified objects that failed and will be retried',
    ),
    platformObjectsRestored: counter(
      'platform_objects_restored_total',
      'Foreign writes at platform keys put right',
    ),
    verificationFailures: counter('verification_failures_total', 'Objects that agents refused to trust', [
      'code',
    ]),
    advanceSeconds: histogram('advance_seconds', 'From a wake-up to the published state of a topic'),
    deadlineLatenessSeconds: histogram(
      'deadline_lateness_seconds',
      'How late deadlines were acted on, grace included',
    ),
    objectsExpired: counter('objects_expired_total', 'Inputs and results taken away after their retention', [
      'class',
    ]),
    failures: counter('failures_total', 'Attempts at a piece of work that failed by themselves', ['kind']),
    problems: counter('problems_total', 'Requests the API refused, by code', ['code']),
    requestSeconds: histogram('request_seconds', 'How long the API took to answer', quick, ['route']),
    backlog: {
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
      deadLetters: gauge('dead_letters', 'What could not be handled and waits for a person', ['kind']),
      clockOffsetSeconds: gauge('clock_offset_seconds', 'This process’s clock less the database’s'),
      databaseUp: gauge('database_up', '1 where PostgreSQL answered the last question'),
    },
  };
}
