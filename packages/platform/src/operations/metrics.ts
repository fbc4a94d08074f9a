import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What answers "is it working, is it falling behind?". */
export interface Metrics {
  registry: Registry;
  credentials: Counter<'outcome'>;
  storeEvents: Counter<'outcome'>;
  inputsJudged: Counter<'outcome'>;
  objectsPublished: Counter<string>;
  publishFailures: Counter<string>;
  platformObjectsRestored: Counter<string>;
  verificationFailures: Counter<'code'>;
  advanceSeconds: Histogram<string>;
  deadlineLatenessSeconds: Histogram<string>;
  objectsExpired: Counter<'class'>;
  outboxPending: Gauge<string>;
  ticketsOpen: Gauge<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `agent_home_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `agent_home_${name}`, help, registers });
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `agent_home_${name}`, help, buckets, registers });
  return {
    registry,
    credentials: counter('credentials_total', 'Credentials issued, reused or failed', ['outcome']),
    storeEvents: counter('store_events_total', 'Object events received, by what they turned out to be', [
      'outcome',
    ]),
    inputsJudged: counter('inputs_judged_total', 'Inputs judged, by verdict', ['outcome']),
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
    outboxPending: gauge('outbox_pending', 'Objects that wait to be published'),
    ticketsOpen: gauge('tickets_open', 'Keys that may still be judged'),
  };
}
