import { openClient } from './open-client.ts';

/** Interval at which a process without the role checks if it is free. */
const askAgainMs = 2_000;

/** Role that only one process holds at a time. Another process gets it once the holder ends or loses its connection. */
export interface Leadership {
  readonly isHeld: boolean;
  close(): Promise<void>;
}

/**
 * Seeks the role by an advisory lock, which PostgreSQL releases with its connection, so that it needs no renewal and never stays
 * behind. A disconnected process may believe for a while that it still has the role, so the work of a role must be harmless if two
 * processes do it. `gained` is called each time this process gets the role.
 */
export function seekLeadership(url: string, role: string, gained: () => void): Leadership {
  let isHeld = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const client = openClient(url, 1, {
    // The lock lives as long as its connection, which the driver would replace after an hour.
    max_lifetime: null,
    onclose() {
      isHeld = false;
      askLater();
    },
  });

  function askLater(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void ask(), askAgainMs).unref();
  }

  async function ask(): Promise<void> {
    try {
      const [row] = await client`select pg_try_advisory_lock(hashtextextended(${role}, 0)) as held`;
      if (isClosed) return;
      if (row?.held === true) {
        isHeld = true;
        return gained();
      }
    } catch {
      // The database is away: everything else of this process says so.
    }
    askLater();
  }

  void ask();
  return {
    get isHeld() {
      return isHeld;
    },
    async close() {
      isClosed = true;
      isHeld = false;
      clearTimeout(timer);
      await client.end({ timeout: 1 });
    },
  };
}
