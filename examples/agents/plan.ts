import type { Act } from './act.ts';

/** Lines of the default pace (4 s) in a day; the pieces of an act must last that long. */
export const dayInLines = 21_600;
/** Rest between a show and the next one on its stage, in lines. */
export const restAfterShow = 10;
/** First shows of a new home that follow one another without waiting for the plan. */
const livelyShowsMax = 6;
/** Lines between the starts of two improvised games once the first ones are over. */
const gameSpacing = 150;

interface PastShow {
  number: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

interface PlannedShow<Each> {
  act: Each;
  number: number;
  /** Milliseconds since the epoch; in the past if the show is due. */
  startsAt: number;
}

/**
 * Returns the show that is due first on a stage. Each act plays its pieces in order and spreads them over a day. The plan depends only on
 * the newest topic of each kind, so it continues after a restart.
 */
export function nextShow<Each extends Pick<Act, 'kind' | 'pieces'>>(
  stage: readonly Each[],
  newest: (kind: string) => PastShow | undefined,
  millisecondsOf: (lines: number) => number,
): PlannedShow<Each> | undefined {
  const planned = stage.map((act) => {
    const { number = 0, createdAt = 0 } = newest(act.kind) ?? {};
    return { act, number: number + 1, startsAt: createdAt + millisecondsOf(spacing(act.pieces, number)) };
  });
  return planned.sort((one, other) => one.startsAt - other.startsAt)[0];
}

/** Lines between the start of a show and the next of its kind: no piece returns within a day. */
function spacing(pieces: number, number: number): number {
  const lively = Math.min(livelyShowsMax, Math.floor(pieces / 4));
  if (number < lively) return 0;
  if (!Number.isFinite(pieces)) return gameSpacing;
  return Math.ceil(dayInLines / (pieces - lively));
}
