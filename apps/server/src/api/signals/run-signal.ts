import { type RunNotice, readRunNotice, runsChannel } from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';

/** Reports changes of mirrored runs, from all processes. */
export interface RunSignal {
  /** Calls `hear` for every change, and `missed` if some may have been lost. The returned function unsubscribes. */
  subscribe(hear: (notice: RunNotice) => void, missed: () => void): () => void;
}

export async function openRunSignal(connection: DatabaseConnection): Promise<RunSignal> {
  const subscribers = new Set<{ hear: (notice: RunNotice) => void; missed: () => void }>();
  await connection.listen(
    runsChannel,
    (payload) => {
      const notice = readRunNotice(payload);
      for (const { hear } of subscribers) hear(notice);
    },
    () => {
      for (const { missed } of subscribers) missed();
    },
  );
  return {
    subscribe(hear, missed) {
      const subscriber = { hear, missed };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}
