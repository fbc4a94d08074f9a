import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { deleteAgentObjects } from '../../registry/artifacts/delete-agent-object.ts';

const atOnce = 20;

/** Limit of deletions in one call, so that one agent's folders do not hold up other work. */
export interface DeletionBudget {
  objects: number;
  /** Time to stop, by the platform's clock. */
  until: Date;
}

export interface FolderDeletion {
  /** Pass this as `after` to the next call; absent once every folder has been processed. */
  next?: string;
  /** Number of objects that could not be deleted. */
  failed: number;
}

/**
 * Goes through an agent's folders once and deletes the objects there, within a budget. An agent with a live credential can put
 * objects as fast as they are deleted, so an unlimited loop might never end (openspec: agent-registry). `after` is the `next` of
 * the previous call: a key, percent-encoded because it may contain any character.
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
