import DataLoader from 'dataloader';

interface BatchLimits {
  /** The largest number of items in one statement. In a larger one the first items would wait for the last. */
  maxBatchSize: number;
  /** Maximum number of concurrent statements: one if they write, because writers would wait for each other. */
  maxRunning: number;
}

const defaultLimits: BatchLimits = { maxBatchSize: 200, maxRunning: 1 };

/**
 * Batches simultaneous calls into one statement, so that a busy process makes few large round trips while an idle one
 * does not wait. DataLoader builds the batches; it limits neither their number in flight, nor lets calls join a batch
 * that waits for its turn. Both are added here: an item never joins a running statement, so no result is older than its
 * call. `work` returns results in the order of its items. If it throws, all callers of the batch fail, so the input of
 * one caller must not make it throw.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { maxBatchSize, maxRunning }: BatchLimits = defaultLimits,
): (item: Item) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const loader = new DataLoader<Item, Result>(
    async (items) => {
      try {
        return await work([...items]);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn(dispatch) {
        if (running >= maxRunning) waiting.push(dispatch);
        else {
          running += 1;
          // Waits until every request of this round of the event loop has joined.
          setImmediate(dispatch);
        }
      },
    },
  );
  return (item) => loader.load(item);
}
