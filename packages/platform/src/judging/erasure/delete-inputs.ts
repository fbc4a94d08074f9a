import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { recordFailure } from '../../foundation/platform/record-failure.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { deleteAgentObjects } from '../../registry/artifacts/delete-agent-object.ts';

const deletionsAtOnce = 20;

/**
 * Deletes agents' objects whose content the ledger keeps. A failed deletion is retried later on its own, and delays neither an
 * erasure nor an archive.
 */
export async function deleteInputs(platform: PublishingPlatform, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += deletionsAtOnce) {
    const failures = await deleteAgentObjects(platform, keys.slice(start, start + deletionsAtOnce));
    for (const [subject, error] of failures) {
      if (isOutage(error)) throw error;
      await recordFailure(platform, { kind: 'removal', subject, error });
    }
  }
}
