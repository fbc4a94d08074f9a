import type { Ending, LivingRoom, Room } from '@agent-home/http-contract';
import { longestRun } from '../components/use-kept-order.ts';

type Lists = Pick<LivingRoom, 'rooms' | 'endings'>;

/** Place in the grid of rooms, with its content. */
export type Place =
  | { id: string; is: 'open'; room: Room }
  /** As it was last seen. */
  | { id: string; is: 'ended'; room: Room }
  /** No longer reported: it went quiet, or is not for this viewer. Nothing of it is shown. */
  | { id: string; is: 'gone' };

/** Layout of rooms and endings while they are watched. */
export interface Kept {
  rooms: readonly Place[];
  endings: readonly (Ending | undefined)[];
}

export const nothingKept: Kept = { rooms: [], endings: [] };

/** Arranges rooms and endings in the order of the response. */
export function arranged({ rooms, endings }: Lists): Kept {
  return { rooms: rooms.map((room) => ({ id: room.topic_id, is: 'open', room })), endings };
}

/**
 * Updates the content of the places: nothing moves or appears in between. A room that is no longer reported
 * gives its place to a new one. An empty layout is filled freely.
 */
export function keptWith(before: Kept, home: Lists): Kept {
  const open = new Map(home.rooms.map((room) => [room.topic_id, room]));
  const ended = new Map(home.endings.map((ending) => [ending.topic_id, ending]));
  const newRooms = without(
    open,
    before.rooms.map(({ id }) => id),
  ).values();
  const newEndings = without(
    ended,
    before.endings.map((one) => one?.topic_id),
  ).values();
  const rooms = before.rooms.map((place): Place => {
    const room = open.get(place.id);
    if (room) return { id: place.id, is: 'open', room };
    if (place.is !== 'gone' && ended.has(place.id)) return { id: place.id, is: 'ended', room: place.room };
    const { value: instead } = newRooms.next();
    return instead ? { id: instead.topic_id, is: 'open', room: instead } : { id: place.id, is: 'gone' };
  });
  const endings = before.endings.map((one) => ended.get(one?.topic_id ?? '') ?? newEndings.next().value);
  const fresh = arranged(home);
  return {
    rooms: rooms.length === 0 ? fresh.rooms : rooms,
    endings: endings.length === 0 ? fresh.endings : endings,
  };
}

function without<Item>(items: ReadonlyMap<string, Item>, ids: readonly (string | undefined)[]): Item[] {
  const known = new Set(ids);
  return [...items].flatMap(([id, item]) => (known.has(id) ? [] : [item]));
}

/** Number of rooms that would move, appear or disappear in the order of the home's response. */
export function movedRooms(kept: Kept, home: Lists): number {
  const open = kept.rooms.flatMap(({ is, id }) => (is === 'open' ? [id] : []));
  const now = home.rooms.map(({ topic_id: id }) => id);
  return now.length - longestRun(open, now) + kept.rooms.length - open.length;
}

/** Number of topics that have ended since. */
export function newEndings(kept: Kept, { endings }: Lists): number {
  const shown = new Set(kept.endings.map((one) => one?.topic_id));
  return endings.filter(({ topic_id: id }) => !shown.has(id)).length;
}
