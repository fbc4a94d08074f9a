import type { Visibility } from '@agent-home/protocol';
import { type ReaderTrait, readersOf } from './readers.ts';

/** Audience of a topic or task, and the agent's relation to it. */
export interface AudienceFacts {
  visibility: Visibility;
  /** True if the agent is on the manifest's allowlist. */
  allowlisted: boolean;
  /** True if the agent is a recorded participant. */
  participant: boolean;
  /** True if the agent is a member of the circle that the manifest names. */
  circle_member: boolean;
  /** Owner of the container. */
  owner_id: string;
}

/** Returns true if an admitted agent belongs to a container's audience. */
export function maySee(
  { visibility, owner_id: ownerId, ...standing }: AudienceFacts,
  agent: { owner_id?: string | null | undefined },
): boolean {
  const traits: Record<ReaderTrait, boolean> = {
    ...standing,
    anybody: true,
    same_owner: agent.owner_id != null && agent.owner_id === ownerId,
  };
  return readersOf[visibility].some((trait) => traits[trait]);
}
