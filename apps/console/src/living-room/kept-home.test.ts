import type { Ending, Room } from '@agent-home/http-contract';
import { describe, expect, it } from 'vitest';
import { arranged, keptWith, movedRooms, newEndings, nothingKept } from './kept-home.ts';

const rooms = (...ids: string[]) => ids.map((topic_id) => ({ topic_id }) as Room);
const endings = (...ids: string[]) => ids.map((topic_id) => ({ topic_id }) as Ending);
const home = (open: string[], ended: string[] = []) => ({
  rooms: rooms(...open),
  endings: endings(...ended),
});
const collectPlaces = ({ rooms: places }: ReturnType<typeof arranged>) =>
  places.map(({ id, is }) => [id, is]);

describe('the places of the living room', () => {
  it('keep their places while new rooms wait', () => {
    const before = keptWith(nothingKept, home(['a', 'b', 'c']));
    const later = home(['new', 'c', 'a', 'b']);
    const kept = keptWith(before, later);
    expect(collectPlaces(kept)).toEqual([
      ['a', 'open'],
      ['b', 'open'],
      ['c', 'open'],
    ]);
    expect(movedRooms(kept, later)).toBe(2);
    expect(movedRooms(arranged(later), later)).toBe(0);
  });

  it('the living room keeps ended topics and hides private ones', () => {
    const before = keptWith(nothingKept, home(['a', 'b', 'c']));
    const ended = home(['c'], ['a']);
    const kept = keptWith(before, ended);
    expect(collectPlaces(kept)).toEqual([
      ['a', 'ended'],
      ['b', 'gone'],
      ['c', 'open'],
    ]);
    expect(kept.rooms[1]).not.toHaveProperty('room');
    expect(movedRooms(kept, ended)).toBe(2);
    expect(collectPlaces(keptWith(kept, home(['c'])))[0]).toEqual(['a', 'gone']);
  });

  it('are replaced by new rooms when no longer reported', () => {
    const kept = keptWith(keptWith(nothingKept, home(['a', 'b', 'c'])), home(['new', 'c', 'a'], ['x']));
    expect(collectPlaces(kept).map(([id]) => id)).toEqual(['a', 'new', 'c']);
    expect(kept.endings.map((one) => one?.topic_id)).toEqual(['x']);
  });

  it('keep ended topics and count later ones', () => {
    const before = keptWith(nothingKept, home([], ['x', 'y']));
    const later = home([], ['new', 'z', 'x']);
    const kept = keptWith(before, later);
    expect(kept.endings.map((one) => one?.topic_id)).toEqual(['x', 'new']);
    expect(newEndings(kept, later)).toBe(1);
  });
});
