const everyMs = 5_000;
/** Timeout of one query, because a client without a connection delays the query until there is one. */
const withinMs = 4_000;

export interface DatabaseWatch {
  start(): void;
  stop(): void;
}

/**
 * Queries the database while it is started, and reports when the connection is lost and when it is back.
 * @param query resolves to true if the database responds
 */
export function watchDatabase(
  query: () => Promise<boolean>,
  { lost, back }: { lost(): void; back(): void },
): DatabaseWatch {
  let timer: NodeJS.Timeout | undefined;
  let isThere = true;

  async function check(): Promise<void> {
    const found = await within(query());
    if (timer === undefined || found === isThere) return;
    isThere = found;
    if (found) back();
    else lost();
  }

  return {
    start() {
      timer ??= setInterval(() => void check(), everyMs).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      isThere = true;
    },
  };
}

async function within(query: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  return Promise.race([query, late]).finally(() => clearTimeout(timer));
}
