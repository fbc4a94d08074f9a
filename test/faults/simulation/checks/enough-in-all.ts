import type { Finding } from './evidence.ts';

const check = 'enough happened';

/** Figures of seeds that must not be zero in a whole set of them: each counts a kind of fault of residents, or its effect. */
export const neededFigures = [
  'residents killed',
  'runs resumed',
  'runs answered',
  'model faults',
  'server moods',
  'policy rollbacks',
  'tool calls',
  'effects',
  'approvals',
  'mirror faults',
  'messages of residents',
] as const;

/** Number of seeds from which every kind of fault has to occur. */
const leastSeeds = 6;

/** Requires that each kind of fault of residents happened in some seed of a set. */
export function enoughInAll(figures: readonly Readonly<Record<string, number>>[]): Finding[] {
  if (figures.length < leastSeeds) return [];
  return neededFigures.flatMap((name) =>
    figures.some((one) => (one[name] ?? 0) > 0)
      ? []
      : [{ check, subject: `${figures.length} seeds`, problem: `had no ${name}` }],
  );
}
