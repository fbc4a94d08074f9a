import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from '@agent-home/object-store';
import { canonicalJson, objectKey, sha256Hex } from '@agent-home/protocol';
import { policyText } from '../../../support/policy-texts.ts';
import type { SimulatedHome } from '../home/simulated-home.ts';
import type { TokenClient } from '../hostile/admin-client.ts';
import type { ResidentProcess } from './resident-process.ts';

/** Certified policies of a resident: those that hold, and those that they have replaced. */
export interface PolicyVersions {
  key: string;
  older: Uint8Array;
  current: Uint8Array;
}

/** Time from the start of a plan, or from the end of the previous rollback, and its length. */
export interface PlannedRollback {
  afterMs: number;
  forMs: number;
}

const limits = { maxBytes: 1_000_000, timeoutMs: 5_000 };
const pollMs = 200;
/** Longest time until a resident is admitted and its policies are certified. */
const moveInMs = 240_000;

const olderText = policyText('no-organ', [{ effect: 'deny', selector: { tool: 'organ' } }]);
/** Denies a tool that scenes call. */
const currentText = policyText('no-tolls', [{ effect: 'deny', selector: { tool: 'toll' } }]);

/** Binds the policies of a resident twice, before any run begins. The older ones allow what the current ones deny. */
export async function bindTwice(
  { store }: SimulatedHome,
  admin: TokenClient,
  agentId: string,
  process: ResidentProcess,
): Promise<PolicyVersions> {
  const key = objectKey('policy_bundle', { agent_id: agentId });
  const latest = Date.now() + moveInMs;
  const bind = async (text: string, before?: Uint8Array): Promise<Uint8Array> => {
    for (;;) {
      const bound = await admin
        .call('PUT', `/v1/agents/${agentId}/policies`, { policies: [{ text }] })
        .catch(() => undefined);
      const found = await store.get(key, limits).then(
        ({ bytes }) => bytes,
        () => undefined,
      );
      if (bound?.status === 200 && found && !(before && isEqual(before, found))) return found;
      if (Date.now() > latest)
        throw new Error(
          `${agentId} did not move in: ${bound?.status} ${canonicalJson((bound?.body ?? null) as never)}\n${process.log}`,
        );
      await delay(pollMs);
    }
  };
  const older = await bind(olderText);
  return { key, older, current: await bind(currentText, older) };
}

/**
 * Serves older certified policies for a while, as a store that was restored from a backup would, then the current ones again. Returns
 * the number of rollbacks.
 * @param haveDecided true once each resident has seen the current ones; a new one has nothing to compare the older ones with
 */
export async function rollBackInTurn(
  store: ObjectStore,
  versions: readonly PolicyVersions[],
  {
    rollbacks,
    haveDecided,
    signal,
    pause,
    pace,
  }: {
    rollbacks: readonly PlannedRollback[];
    haveDecided: () => Promise<boolean>;
    signal: AbortSignal;
    pause: (milliseconds: number) => Promise<unknown>;
    pace: number;
  },
): Promise<number> {
  let count = 0;
  while (!signal.aborted && !(await haveDecided())) await pause(pollMs);
  for (const { afterMs, forMs } of rollbacks) {
    await pause(afterMs * pace);
    if (signal.aborted) break;
    const put = await Promise.allSettled(versions.map(({ key, older }) => store.put(key, older)));
    if (put.some(({ status }) => status === 'fulfilled')) count += 1;
    await pause(forMs * pace);
    await restore(store, versions);
  }
  return count;
}

/** Puts the current policies until the store has them: the home must not be judged by what a test left there. */
async function restore(store: ObjectStore, versions: readonly PolicyVersions[]): Promise<void> {
  for (const { key, current } of versions)
    for (;;) {
      const found = await store
        .put(key, current)
        .then(() => store.get(key, limits))
        .catch(() => undefined);
      if (found && isEqual(found.bytes, current)) break;
      await delay(pollMs);
    }
}

const isEqual = (one: Uint8Array, other: Uint8Array) => sha256Hex(one) === sha256Hex(other);
