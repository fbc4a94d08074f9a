import type { Amount } from '@agent-home/access';
import type { tables } from '../../database/index.ts';
import type { QuotaSettings } from '../../foundation/settings/config.ts';
import { isUnusable } from './listed-key.ts';

export type ArtifactRefusal = NonNullable<(typeof tables.taskArtifacts.$inferSelect)['refusal']>;

export interface FoundObject {
  /** Name under which the home lists it; for a readable key, the key. */
  name: string;
  size: number;
  etag: string;
  modifiedAt: Date;
  isUploaded: boolean;
}

interface SortedArtifact extends FoundObject {
  refusal: ArtifactRefusal | null;
}

/**
 * Selects the objects of a folder that the home lists as work: the oldest first, as long as they and the work of the agent (and its
 * owner's agents) elsewhere stay within the quota. Every object there counts, listed or not.
 */
export function sortArtifacts(
  objects: readonly FoundObject[],
  elsewhere: { agent: Amount; owner: Amount | undefined },
  settings: QuotaSettings,
): { artifacts: SortedArtifact[]; used: Amount } {
  let bytes = 0;
  let count = 0;
  const oldestFirst = objects.toSorted(
    (one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime() || (one.name < other.name ? -1 : 1),
  );
  const artifacts = oldestFirst.map((object): SortedArtifact => {
    bytes += object.size;
    count += 1;
    const { agent, owner } = elsewhere;
    const isOver =
      agent.bytes + bytes > settings.agentBytes ||
      agent.objects + count > settings.agentObjects ||
      (owner !== undefined &&
        (owner.bytes + bytes > settings.ownerBytes || owner.objects + count > settings.ownerObjects));
    return { ...object, refusal: unfit(object, settings) ?? (isOver ? 'over_quota' : null) };
  });
  return { artifacts, used: { bytes, objects: count } };
}

/** Returns the reason why an object does not count as work even within the quota. */
function unfit(object: FoundObject, settings: QuotaSettings): ArtifactRefusal | undefined {
  if (isUnusable(object.name)) return 'unusable_key';
  if (!object.isUploaded) return 'not_plain';
  return object.size > settings.artifactBytes ? 'too_large' : undefined;
}
