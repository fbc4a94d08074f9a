import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { deleteAgentObjects } from '../../registry/artifacts/delete-agent-object.ts';

const atOnce = 20;

/** How much of one agent's may be deleted before others have their turn. */
export interface DeletionBudget {
  objects: number;
  /** By the platform's clock. */
  until: Date;
}

export interface FolderDeletion {
  /** Where to go on, as the next call's `after`; absent where every folder was gone through. */
  next?: string;
  /** Objects that could not be deleted, and are still there. */
  failed: number;
}

/**
 * Goes once through folders that an agent writes in, and deletes what it finds, within a budget: an agent whose
 * credential still lives can put as fast as anybody deletes, and would never let an unbounded loop end
 * (openspec: agent-registry). `after` is a place of the call before, percent-encoded: a key may hold anything.
 */
export async function deleteFolders(
  platform: PublishingPlatform,
  folders: readonly string[],
  after: string,
  budget: DeletionBudget,
): Promise<FolderDeletion> {
  let failed = 0;
  const from = decodeURIComponent(after);
  for (const folder of folders.toSorted()) {
    if (from > folder && !from.startsWith(folder)) continue;
    let last = from.startsWith(folder) ? from : undefined;
    for (;;) {
      if (budget.objects <= 0 || platform.now() >= budget.until)
        return { next: encodeURIComponent(last ?? folder), failed };
      const page = await platform.store.list(folder, {
        limit: Math.min(atOnce, budget.objects),
        ...(last === undefined ? {} : { after: last }),
      });
      const failures = await deleteAgentObjects(
        platform,
        page.objects.map(({ key }) => key),
      );
      for (const error of failures.values()) if (isOutage(error)) throw error;
      budget.objects -= page.objects.length;
      failed += failures.size;
      last = page.objects.at(-1)?.key ?? last;
      if (page.next === undefined) break;
    }
  }
  return { failed };
}
