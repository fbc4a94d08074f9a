interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface GatherLimits {
  /** More than this in one statement gains nothing, or makes those who are answered first wait for the last. */
  together: number;
  /** So many statements at once: one where writes would wait for each other. */
  atOnce: number;
}

const usual: GatherLimits = { together: 200, atOnce: 1 };

/**
 * One statement for all who ask at once. Who asks while one is under way shares the next, so that a busy process
 * makes few large round trips and an idle one waits for nobody. `work` gets what was asked before it began, never
 * less fresh than the question, and answers in the same order. It fails for all it was given: what one caller sends
 * must not be able to make it fail.
 */
export function gather<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { together: maxTogether, atOnce }: GatherLimits = usual,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.slice(0, maxTogether);
      waiting = waiting.slice(maxTogether);
      try {
        const results = await work(together.map(({ item }) => item));
        if (results.length !== together.length) throw new Error('an answer for each question is missing');
        together.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= atOnce) return;
      running += 1;
      // Requests that the network brought in together are all heard before the statement leaves.
      setImmediate(() => void run());
    });
}
