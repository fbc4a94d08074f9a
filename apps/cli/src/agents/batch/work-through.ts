/**
 * Works through what comes, so many at once, until there is no more or nobody wants more to begin. What goes on is waited for,
 * also where one of them throws, which stops the others from beginning more.
 * @param items end once `stopping` is aborted
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
