import { type Meters, quick, slow } from './meters.ts';

/** The store as the platform meets it, and what is put right in it. */
export const storeMetrics = ({ counter, gauge, histogram }: Meters) => ({
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
