import type { EntryProof, EntryView } from '../../proof/types.ts';

export type MarkKind = 'round' | 'ruled_out' | 'redacted';

/** Position on the scrubber, from 0 to 1. */
export interface Mark {
  kind: MarkKind;
  at: number;
}

export interface Scrubbed {
  /** Speed of the conversation per slice, from 0 to 1. */
  density: number[];
  marks: Mark[];
}

/** Number of slices of the scrubber, each a bar of a few pixels. */
export const slices = 96;

/**
 * Returns the density and the marks of a history: starts of rounds, ruled-out and redacted messages. One mark
 * of each kind per slice, so that ten thousand entries are drawn as fast as a hundred.
 */
export function collectMarks(
  entries: readonly (EntryView | undefined)[],
  proofs: readonly (EntryProof | undefined)[],
  newest: number,
): Scrubbed {
  const first: (number | undefined)[] = [];
  const last: (number | undefined)[] = [];
  const counts = new Array<number>(slices).fill(0);
  const marks = new Map<string, Mark>();
  let round = 0;
  for (let sequence = 1; sequence <= newest; sequence++) {
    const entry = entries[sequence];
    if (!entry) continue;
    const at = newest === 1 ? 0 : (sequence - 1) / (newest - 1);
    const slice = Math.min(slices - 1, Math.floor(at * slices));
    const time = Date.parse(entry.at);
    if (!Number.isNaN(time)) {
      first[slice] ??= time;
      last[slice] = time;
    }
    counts[slice] = (counts[slice] ?? 0) + 1;
    const mark = (kind: MarkKind) => {
      if (!marks.has(`${kind} ${slice}`)) marks.set(`${kind} ${slice}`, { kind, at });
    };
    const here = proofs[sequence]?.stage?.round ?? 0;
    if (here > round) {
      round = here;
      mark('round');
    }
    if (entry.outcome === 'ruled_out') mark('ruled_out');
    if (entry.content.kind === 'erased') mark('redacted');
  }
  return { density: getPace(counts, first, last), marks: [...marks.values()] };
}

/** Returns entries per minute by orders of magnitude, so that a night between two messages does not flatten all the rest. */
function getPace(
  counts: readonly number[],
  first: readonly (number | undefined)[],
  last: readonly (number | undefined)[],
): number[] {
  let before: number | undefined;
  const paces = counts.map((count, slice) => {
    const [begin, end] = [before ?? first[slice], last[slice]];
    before = end ?? before;
    if (count === 0 || begin === undefined || end === undefined) return 0;
    return Math.log1p((count * 60_000) / Math.max(1_000, end - begin));
  });
  const most = Math.max(...paces, 1e-9);
  return paces.map((pace) => pace / most);
}
