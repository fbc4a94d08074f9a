/** Limits of a run. An absent member is not limited here. */
export interface Limits {
  maxTokens?: number | undefined;
  maxTotalTokens?: number | undefined;
  maxToolCalls?: number | undefined;
  maxCost?: number | undefined;
  timeoutMs?: number | undefined;
}

export const limitNames = [
  'maxTokens',
  'maxTotalTokens',
  'maxToolCalls',
  'maxCost',
  'timeoutMs',
] as const satisfies (keyof Limits)[];
export type LimitName = (typeof limitNames)[number];

/** Combines limits of all sources to the smallest of each kind, so that no source widens another one's limit (ADR 0027). */
export function smallestLimits(all: readonly Limits[]): Limits {
  const smallest: Limits = {};
  for (const name of limitNames) {
    const bounds = all.map((limits) => limits[name]).filter((bound) => bound !== undefined);
    if (bounds.length > 0) smallest[name] = Math.min(...bounds);
  }
  return smallest;
}
