import { agentNames, places } from '../hostile/places.ts';
import type { DoorWord } from '../journal/hostile-records.ts';
import type { Finding } from './evidence.ts';

const check = 'doors kept';

/** Members of each circle, and the approvals that the home recorded for them. */
export interface Doors {
  members: { circleId: string; agentId: string }[];
  /** Requests that led to a membership, by the bytes that were judged. */
  approved: { circleId: string; requestId: string; agentId: string; sha256: string | null }[];
}

const founders: Record<string, readonly string[]> = {
  [places.porch]: [agentNames.witness],
  [places.hearth]: [agentNames.witness],
  [places.parlour]: [agentNames.witness, agentNames.hostile],
};

/** Requires each member of a circle to be a founder or approved by a keeper of the door, for this agent and these exact bytes. */
export function doorsKept({ members, approved }: Doors, words: readonly DoorWord[]): Finding[] {
  const strangers = members.filter(
    ({ circleId, agentId }) =>
      founders[circleId]?.includes(agentId) === false &&
      !approved.some((request) => request.circleId === circleId && request.agentId === agentId),
  );
  const unheard = approved.filter(
    ({ requestId, agentId, sha256 }) =>
      !words.some(
        (word) =>
          word.decision === 'approve' &&
          word.requestId === requestId &&
          word.candidate === agentId &&
          word.sha256 === sha256,
      ),
  );
  return [
    ...strangers.map(({ circleId, agentId }) => ({
      check,
      subject: agentId,
      problem: `is in ${circleId} and never asked to be`,
    })),
    ...unheard.map(({ circleId, agentId }) => ({
      check,
      subject: agentId,
      problem: `was let into ${circleId} by nobody’s word about what it asked`,
    })),
  ];
}
