import type { Amount } from '@agent-home/access';
import type { QuotaSettings } from './quota-settings.ts';

export interface FoundObject {
  key: string;
  size: number;
  lastModified: Date;
}

export interface SortedArtifact extends FoundObject {
  refusal: 'too_large' | 'over_quota' | null;
}

/**
 * Which objects of a folder the home lists as work: the oldest first, as long as they and what the agent (and its
 * owner's agents) store elsewhere stay within the quota. Everything there is counted, listed or not.
 */
export function sortArtifacts(
  objects: readonly FoundObject[],
  elsewhere: { agent: Amount; owner: Amount | undefined },
  settings: QuotaSettings,
): { artifacts: SortedArtifact[]; used: Amount } {
  let bytes = 0;
  let count = 0;
  const oldestFirst = objects.toSorted(
    (one, other) =>
      one.lastModified.getTime() - other.lastModified.getTime() || (one.key < other.key ? -1 : 1),
  );
  const artifacts = oldestFirst.map((object) => {
    bytes += object.size;
    count += 1;
    const { agent, owner } = elsewhere;
    const isOver =
      agent.bytes + bytes > settings.agentBytes ||
      agent.objects + count > settings.agentObjects ||
      (owner !== undefined &&
        (owner.bytes + bytes > settings.ownerBytes || owner.objects + count > settings.ownerObjects));
    const refusal = object.size > settings.artifactBytes ? 'too_large' : isOver ? 'over_quota' : null;
    return { ...object, refusal } as const;
  });
  return { artifacts, used: { bytes, objects: count } };
}
