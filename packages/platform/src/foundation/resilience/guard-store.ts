import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { objectKey, objectKeyTable, parseObjectKey } from '@agent-home/protocol';
import type { Metrics } from '../metrics/metrics.ts';
import { isStoreOutage } from './is-outage.ts';
import { type BreakerOptions, ServiceBreaker } from './service-breaker.ts';
import { currentCause, withCause } from './store-cause.ts';

const heldBackCode = 'held_back';
const breakers = new WeakMap<ObjectStore, ServiceBreaker>();

/**
 * Counts calls to the store, and makes none while it is down. Only calls about the platform's own keys decide that: an agent that
 * uploads slowly holds a key's lock on MinIO, and timeouts of calls for its key could otherwise stop the home.
 */
export function guardStore(store: ObjectStore, metrics: Metrics, options: BreakerOptions): ObjectStore {
  const breaker = new ServiceBreaker('store', metrics, options, isStoreOutage);
  const ask = <Result>(operation: string, key: string, call: () => Promise<Result>): Promise<Result> =>
    counted(metrics, operation, () => {
      if (!isAgents(key)) return breaker.run(call, heldBack);
      return breaker.isClosed ? call() : Promise.reject(heldBack());
    });
  const { putInParts } = store;
  const guarded: ObjectStore = {
    get: (key, given) => ask('get', key, () => store.get(key, given)),
    getUploaded: (key, given) => ask('get', key, () => store.getUploaded(key, given)),
    head: (key) => ask('head', key, () => store.head(key)),
    put: (key, bytes, given) => ask('put', key, () => store.put(key, bytes, given)),
    putIfAbsent: (key, bytes, given) => ask('put', key, () => store.putIfAbsent(key, bytes, given)),
    ...(putInParts
      ? {
          putInParts: (key, bytes, given) => ask('put', key, () => putInParts.call(store, key, bytes, given)),
        }
      : {}),
    // Listing a folder concerns more than the key of one agent, so its failure counts.
    list: (prefix, given) => ask('list', prefix.endsWith('/') ? '' : prefix, () => store.list(prefix, given)),
    delete: (key) => ask('delete', key, () => store.delete(key)),
    deleteListed: (key, given) => ask('delete', key, () => store.deleteListed(key, given)),
    presignPut: (key, given) => store.presignPut(key, given),
    getLifecycle: () => ask('lifecycle', '', () => store.getLifecycle()),
    putLifecycle: (rules, given) => ask('lifecycle', '', () => store.putLifecycle(rules, given)),
  };
  breakers.set(guarded, breaker);
  return guarded;
}

/**
 * Returns true if the store responds. During an outage, one small call checks if it is over, so that no work fails for the check.
 */
export async function storeAnswers(store: ObjectStore): Promise<boolean> {
  if (breakers.get(store)?.isClosed ?? true) return true;
  return withCause('probe', () => store.head(objectKey('platform_policy'))).then(
    () => true,
    (error: unknown) => !isStoreOutage(error),
  );
}

/** Returns true if the breaker rejected the call without calling the store. */
export function isHeldBack(error: unknown): boolean {
  return error instanceof ObjectStoreError && error.vendorCode === heldBackCode;
}

function heldBack(): ObjectStoreError {
  return new ObjectStoreError(
    'unavailable',
    'the store does not respond and is not called for a moment; retry',
    {
      vendorCode: heldBackCode,
    },
  );
}

/** Returns true if an agent may have put the object: any key that is not the platform's, such as that of an artifact. */
function isAgents(key: string): boolean {
  if (key === '') return false;
  const place = parseObjectKey(key);
  return place === undefined || objectKeyTable[place.kind].owner !== 'platform';
}

async function counted<Result>(
  metrics: Metrics,
  operation: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const stopTimer = metrics.storeCallSeconds.startTimer({ operation });
  const labels = { operation, cause: currentCause() };
  try {
    const result = await call();
    metrics.storeCalls.inc({ ...labels, outcome: 'ok' });
    return result;
  } catch (error) {
    const code = error instanceof ObjectStoreError ? error.code : 'error';
    metrics.storeCalls.inc({ ...labels, outcome: isHeldBack(error) ? heldBackCode : code });
    throw error;
  } finally {
    stopTimer();
  }
}
