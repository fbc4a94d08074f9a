const parallel = 16;

/** Runs store calls for items, a limited number at a time; answers in the order of the items. */
export async function inWaves<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += parallel)
    results.push(...(await Promise.all(items.slice(start, start + parallel).map(work))));
  return results;
}
