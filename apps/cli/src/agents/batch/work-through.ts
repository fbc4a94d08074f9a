/**
 * Processes items with limited concurrency, until there are no more or `stopping` is aborted. After an error no further item
 * starts, and running items are awaited.
 * @param items iterable that ends once `stopping` is aborted
 */
export async function workThrough<Item>(
  items: AsyncIterable<Item>,
  { atOnce, stopping }: { atOnce: number; stopping: AbortController },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const worker = async () => {
    try {
      while (!stopping.signal.aborted) {
        const next = await iterator.next();
        if (next.done || stopping.signal.aborted) return;
        await work(next.value);
      }
    } catch (error) {
      stopping.abort();
      throw error;
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
}
