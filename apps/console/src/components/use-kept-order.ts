import { useState } from 'react';

/**
 * Keeps items in the order of their first appearance, so that the list does not move while it is read. Items appended to the list,
 * such as the next page of results, are added; missing ones are removed; other changes wait until the new order is requested.
 */
export function useKeptOrder<Item>(
  items: readonly Item[],
  getKey: (item: Item) => string,
): { shown: Item[]; moved: number; renew: () => void } {
  const [order, setOrder] = useState<readonly string[]>([]);
  const byKey = new Map(items.map((item) => [getKey(item), item]));
  const keys = [...byKey.keys()];
  const known = new Set(order);
  const appended = keys.slice(keys.findLastIndex((key) => known.has(key)) + 1);
  const kept = [...order, ...appended];
  if (appended.length > 0) setOrder(kept);
  const there = kept.filter((key) => byKey.has(key));
  return {
    shown: there.flatMap((key) => byKey.get(key) ?? []),
    moved: keys.length - longestRun(there, keys),
    renew: () => setOrder(keys),
  };
}

/** Length of the longest common subsequence of the two lists. */
export function longestRun(before: readonly string[], now: readonly string[]): number {
  const placeOf = new Map(before.map((key, place) => [key, place]));
  /** Lowest position at which a run of each length ends, by length minus one. */
  const ends: number[] = [];
  for (const key of now) {
    const place = placeOf.get(key);
    if (place === undefined) continue;
    const at = ends.findIndex((end) => end > place);
    ends[at < 0 ? ends.length : at] = place;
  }
  return ends.length;
}
