/** What a run may come to at most; what is absent is not bounded here. */
export interface Limits {
  maxTokens?: number | undefined;
  maxToolCalls?: number | undefined;
  maxCost?: number | undefined;
  timeoutMs?: number | undefined;
}

const names = ['maxTokens', 'maxToolCalls', 'maxCost', 'timeoutMs'] as const satisfies (keyof Limits)[];

/** Of everybody who has a word on it the smallest holds, each by itself (ruling 5): nobody widens what another narrowed. */
export function smallestLimits(all: readonly Limits[]): Limits {
  const smallest: Limits = {};
  for (const name of names) {
    const bounds = all.map((limits) => limits[name]).filter((bound) => bound !== undefined);
    if (bounds.length > 0) smallest[name] = Math.min(...bounds);
  }
  return smallest;
}
