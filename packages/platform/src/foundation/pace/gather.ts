interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface GatherLimits {
  /** The most questions in one statement. With more, those answered first would wait for the last. */
  together: number;
  /** How many statements run at a time: one, where statements write and would wait for each other. */
  atOnce: number;
}

const usual: GatherLimits = { together: 200, atOnce: 1 };

/**
 * Answers simultaneous questions by one statement, so that a busy process makes few large round trips, while an idle
 * one waits for nobody. A question that comes while a statement runs joins the next one, so no answer is older than its
 * question. `work` answers in the order of its questions. If it throws, it fails for all of them, so nothing that one
 * caller sends may make it throw.
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
      // Waits until all requests that the network has brought in together have asked.
      setImmediate(() => void run());
    });
}
