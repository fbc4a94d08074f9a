import type { LifecycleRule } from '@agent-home/object-store';
import type { PublishingPlatform } from '../platform.ts';

/** What the bucket cleans up by itself (openspec: presence). */
const lifecycleRules: LifecycleRule[] = [
  { id: 'agent-home-heartbeats', prefix: 'agents/heartbeats/', days: 7 },
];

/**
 * Puts our lifecycle rules in place beside those of others; nothing is written where they are there already. A home
 * runs without them, so a user without the right to set them only hears of it.
 */
export async function ensureLifecycle(platform: PublishingPlatform): Promise<void> {
  try {
    const present = new Map((await platform.store.getLifecycle()).map((rule) => [rule.id, rule]));
    const missing = lifecycleRules.filter((rule) => {
      const found = present.get(rule.id);
      return found?.prefix !== rule.prefix || found.days !== rule.days;
    });
    if (missing.length > 0) await platform.store.putLifecycle(lifecycleRules);
  } catch (error) {
    platform.log.warn(
      { err: error },
      'the bucket has no lifecycle rules of ours; stale heartbeats will pile up',
    );
  }
}
