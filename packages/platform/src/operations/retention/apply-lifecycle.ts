import type { ObjectStore } from '@agent-home/object-store';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import {
  isInPlace,
  type LifecyclePlan,
  lifecycleRules,
  ownedRulePrefix,
  planLifecycle,
} from './lifecycle-plan.ts';

type LifecycleStore = Pick<ObjectStore, 'getLifecycle' | 'putLifecycle'>;

/** Returns the changes that applying the table would make in the bucket. Writes nothing. */
export async function inspectLifecycle(
  store: LifecycleStore,
  config: Pick<PlatformConfig, 'retention' | 'store'>,
): Promise<LifecyclePlan> {
  const { hasUploadRules } = collectTraits(config.store);
  return planLifecycle(await store.getLifecycle(), lifecycleRules(config.retention, hasUploadRules));
}

/** Writes our lifecycle rules and keeps those of others. Writes nothing if ours are already in place. */
export async function applyLifecycle(
  store: LifecycleStore,
  config: Pick<PlatformConfig, 'retention' | 'store'>,
): Promise<LifecyclePlan> {
  const plan = await inspectLifecycle(store, config);
  if (!isInPlace(plan)) await store.putLifecycle(plan.rules, { ownedPrefix: ownedRulePrefix });
  return plan;
}

/** Applies the rules at a worker's start. A home also runs without them, so a refusal by the store is only logged. */
export async function ensureLifecycle({ store, config, log }: PublishingPlatform): Promise<void> {
  try {
    await applyLifecycle(store, config);
  } catch (error) {
    log.warn({ err: error }, 'the bucket has no lifecycle rules of ours; stale heartbeats will pile up');
  }
}
