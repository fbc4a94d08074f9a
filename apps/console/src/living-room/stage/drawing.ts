import type { Room } from '@agent-home/http-contract';
import type { ComponentType } from 'react';
import type { Seat } from './scene.tsx';
import { collectPlaces, inRow, type Place, type Point } from './seats.ts';

export interface DrawingProps {
  room: Room;
  /** Agents on a stage without places. */
  standing: readonly string[];
}

/** Drawing of the topics of one mode on the stage. */
export interface Drawing {
  /** Number of distinguishable items. */
  most: number;
  Scene: ComponentType<DrawingProps>;
}

/** Returns the seats of a mode with their positions; a seat with more facts gets more of them. */
export function seatsAt(
  { room, standing }: DrawingProps,
  most: number,
  where: (count: number) => readonly Point[] = (count) => inRow(count, 50),
  more: (place: Place, index: number) => Partial<Seat> = () => ({}),
): Seat[] {
  const places = collectPlaces(room, standing, most);
  const points = where(places.length);
  return places.map((place, index) => ({
    // Another agent in the same place gets its own figure, so that no figure seems to move.
    key: `${index} ${place.agent_id}`,
    agentId: place.agent_id,
    at: points[index] ?? [50, 50],
    ...more(place, index),
  }));
}

/** Returns the positions of the last two speakers, if both are drawn and differ. */
export function lastTwo({ lines }: Room, seats: readonly Seat[]): [Point, Point] | undefined {
  const [before, last] = lines
    .slice(-2)
    .map(({ agent_id: id }) => seats.find(({ agentId }) => agentId === id));
  return before && last && before !== last ? [before.at, last.at] : undefined;
}
