import { Registry } from 'prom-client';
import { backlogMetrics } from './backlog-metrics.ts';
import { credentialMetrics } from './credential-metrics.ts';
import { judgingMetrics } from './judging-metrics.ts';
import { metersOf } from './meters.ts';
import { requestMetrics } from './request-metrics.ts';
import { storeMetrics } from './store-metrics.ts';

/**
 * All metrics, by concern: they answer "is it working, is it falling behind?". They are in the OpenMetrics form, the
 * only one in which an observation can name its trace.
 */
export function createMetrics() {
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  const meters = metersOf(registry);
  return {
    registry,
    ...credentialMetrics(meters),
    ...storeMetrics(meters),
    ...judgingMetrics(meters),
    ...requestMetrics(meters),
    backlog: backlogMetrics(meters),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
