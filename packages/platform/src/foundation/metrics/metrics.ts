import { Registry } from 'prom-client';
import { backlogMetrics } from './backlog-metrics.ts';
import { credentialMetrics } from './credential-metrics.ts';
import { judgingMetrics } from './judging-metrics.ts';
import { metersOf } from './meters.ts';
import { requestMetrics } from './request-metrics.ts';
import { storeMetrics } from './store-metrics.ts';

/**
 * What answers "is it working, is it falling behind?", by concern. In the OpenMetrics form, which alone can carry the
 * trace that an observation belongs to.
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
