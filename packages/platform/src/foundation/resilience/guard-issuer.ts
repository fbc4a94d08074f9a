import { type CredentialIssuer, ObjectStoreError } from '@agent-home/object-store';
import type { Metrics } from '../metrics/metrics.ts';
import { type BreakerOptions, ServiceBreaker } from './service-breaker.ts';

/** Errors that count as an outage. Throttling does not: a throttling service does respond, and the budget handles it. */
const outages: ReadonlySet<string> = new Set(['timeout', 'unavailable']);

function isOutage(error: unknown): boolean {
  return error instanceof ObjectStoreError && outages.has(error.code);
}

/** Counts calls to the token service, and makes none while it is down. */
export function guardIssuer(
  issuer: CredentialIssuer,
  metrics: Metrics,
  options: BreakerOptions,
): CredentialIssuer {
  const breaker = new ServiceBreaker('token_service', metrics, options, isOutage);
  const heldBack = () =>
    new ObjectStoreError(
      'unavailable',
      'the token service does not respond and is not called for a moment; retry',
      {
        vendorCode: 'held_back',
      },
    );
  return {
    async issue(request) {
      try {
        const issued = await breaker.run(() => issuer.issue(request), heldBack);
        metrics.tokenServiceCalls.inc({ outcome: 'issued' });
        return issued;
      } catch (error) {
        const failure = error instanceof ObjectStoreError ? error : undefined;
        metrics.tokenServiceCalls.inc({
          outcome: failure?.vendorCode === 'held_back' ? 'held_back' : (failure?.code ?? 'error'),
        });
        throw error;
      }
    },
  };
}
