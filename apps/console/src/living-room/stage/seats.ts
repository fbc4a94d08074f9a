import type { Room, Stage } from '@agent-home/http-contract';

/** Position on a field of 100 by 100, for any aspect ratio. */
export type Point = readonly [x: number, y: number];
export type Place = Stage['places'][number];

/** Places points side by side, each in the middle of its share. */
export function inRow(count: number, y: number, [from, to]: Point = [0, 100]): Point[] {
  const share = (to - from) / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => [from + (index + 0.5) * share, y]);
}

/** Returns positions in a row that rises towards its middle. */
export function inArc(count: number): Point[] {
  return inRow(count, 54).map(([x, y]): Point => [x, y - 12 * Math.sin((x / 100) * Math.PI)]);
}

/** Places points around a table: the first half along its far side, the others back along the near one. */
export function inRing(count: number): Point[] {
  if (count < 4) return inRow(count, 50);
  const far = Math.ceil(count / 2);
  return [...inRow(far, 26), ...inRow(count - far, 74).toReversed()];
}

/** Returns positions of a speaker, if there is one, and of a row of waiting agents, which closes up above the usual number. */
export function inQueue(count: number, usual: number, isSpoken: boolean): Point[] {
  const waiting = isSpoken ? count - 1 : count;
  const row = inRow(Math.max(usual, waiting), 54, [36, 100]).slice(0, Math.max(0, waiting));
  return isSpoken ? [[16, 50], ...row] : row;
}

/** Returns a line from the previous speaker to the last one, above their heads. */
export function talkLine([fromX, fromY]: Point, [toX, toY]: Point): string {
  const top = Math.min(fromY, toY) - 46;
  return `M${fromX} ${fromY - 18}Q${(fromX + toX) / 2} ${top} ${toX} ${toY - 18}`;
}

/**
 * Returns the agents on a stage without places: earlier ones keep theirs. Newcomers take free places; a speaker
 * without one replaces the agent with the fewest messages that did not speak just now.
 */
export function standingOn(before: readonly string[], room: Room, most: number): string[] {
  const heard = room.participant_ids;
  const speaking = [room.turn?.agent_id, ...room.lines.map(({ agent_id: id }) => id)].filter(
    (id) => id !== undefined,
  );
  const standing = before.filter((id) => heard.includes(id) || speaking.includes(id)).slice(0, most);
  for (const id of new Set([...speaking, ...heard])) {
    if (standing.length === most || standing.includes(id)) continue;
    standing.push(id);
  }
  for (const id of new Set(speaking)) {
    if (standing.includes(id)) continue;
    const quiet = standing
      .filter((one) => !speaking.includes(one))
      .toSorted((one, other) => placeIn(heard, other) - placeIn(heard, one))[0];
    if (quiet !== undefined) standing[standing.indexOf(quiet)] = id;
  }
  return standing;
}

const placeIn = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);

/**
 * Returns the places of a mode as reported by the home, with the agent that has the turn; without places the
 * agents on the stage.
 */
export function collectPlaces(room: Room, standing: readonly string[], most: number): Place[] {
  const told = room.stage?.places ?? [];
  if (told.length === 0) return standing.slice(0, most).map((id) => ({ agent_id: id }));
  const places = told.slice(0, most);
  const speaker = told.find(({ agent_id: id }) => id !== null && id === room.turn?.agent_id);
  return speaker && !places.includes(speaker) ? [...places.slice(0, -1), speaker] : places;
}
