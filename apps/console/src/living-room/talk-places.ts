import type { TalkingPair } from '@agent-home/http-contract';

export const field = 320;
const most = 12;

export interface TalkPlaces {
  /** Positions on a circle by agent, ordered by id, so that none moves when it talks more. */
  places: Map<string, { x: number; y: number }>;
  /** Connections between drawn agents, the thickest last, so that it lies on top. */
  pairs: TalkingPair[];
}

/** Arranges the agents that talk most. */
export function talkPlaces(talk: readonly TalkingPair[]): TalkPlaces {
  const ids = new Set<string>();
  for (const { agent_ids: pair } of talk) {
    if (new Set([...ids, ...pair]).size > most) continue;
    for (const id of pair) ids.add(id);
  }
  const inOrder = [...ids].toSorted();
  const radius = field / 2 - 50;
  const places = new Map(
    inOrder.map((id, index) => {
      const angle = (index / inOrder.length) * 2 * Math.PI - Math.PI / 2;
      return [
        id,
        { x: field / 2 + radius * Math.cos(angle), y: field / 2 - 8 + radius * Math.sin(angle) },
      ] as const;
    }),
  );
  const pairs = talk.filter(({ agent_ids: pair }) => pair.every((id) => places.has(id))).toReversed();
  return { places, pairs };
}

export const getTimes = ({ turns, replies }: TalkingPair) => turns + replies;
