import type { WorkEventType } from '../../publication/feed/event-types.ts';

/** Object that the home lists as work; an index is one too. */
export interface Work {
  name: string;
  etag: string;
  size: number;
}

export interface WorkChange {
  eventType: WorkEventType;
  objectKey: string;
  size?: number;
}

const indexName = /^tasks\/[^/]+\/agents\/[^/]+\/index\.json$/;

/** Returns the changes of a folder since the last count: new, replaced and deleted work. */
export function collectChanges(before: readonly Work[], after: readonly Work[]): WorkChange[] {
  const known = new Map(before.map((work) => [work.name, work]));
  const there = new Set(after.map(({ name }) => name));
  const written = after.flatMap(({ name, etag, size }): WorkChange[] => {
    const former = known.get(name);
    if (former?.etag === etag) return [];
    if (indexName.test(name)) return [{ eventType: 'task.index_updated', objectKey: name, size }];
    const eventType = former ? 'task.artifact_changed' : 'task.artifact_added';
    return [{ eventType, objectKey: name, size }];
  });
  const gone = before
    .filter(({ name }) => !there.has(name))
    .map(({ name }): WorkChange => ({ eventType: 'task.artifact_removed', objectKey: name }));
  // The index comes last, so that the objects that it names are reported before it.
  return [...gone, ...written].sort(
    (one, other) => Number(indexName.test(one.objectKey)) - Number(indexName.test(other.objectKey)),
  );
}
