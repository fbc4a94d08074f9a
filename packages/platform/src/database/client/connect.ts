import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import * as schema from '../schema/index.ts';
import { type Leadership, seekLeadership } from './lead.ts';
import { openClient } from './open-client.ts';

export type Database = PostgresJsDatabase<typeof schema>;
/** Database or a transaction of it: repositories accept either, so that callers decide what commits together. */
export type Executor = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

export interface DatabaseConnection {
  database: Database;
  /**
   * Calls `heard` for every notification on a channel, and reconnects after broken connections. Notifications during a break are
   * lost: `listening` is called at the beginning and after each break.
   */
  listen(channel: string, heard: (payload: string) => void, listening?: () => void): Promise<void>;
  /** Competes for a role that only one process holds at a time (lead.ts), on a connection of its own. */
  lead(role: string, gained: () => void): Leadership;
  close(): Promise<void>;
}

interface PoolOptions {
  maxConnections?: number;
}

/** Opens a pool. Nothing is connected until the first query. */
export function connectDatabase(url: string, options: PoolOptions = {}): DatabaseConnection {
  const client = openClient(url, options.maxConnections ?? 10);
  return {
    database: drizzle(preparing(client), { schema }),
    listen: async (channel, heard, listening) => {
      await client.listen(channel, heard, listening);
    },
    lead: (role, gained) => seekLeadership(url, role, gained),
    close: () => client.end({ timeout: 5 }),
  };
}

/** Returns true if the database responds. */
export async function isReachable(database: Database): Promise<boolean> {
  return database.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}

/**
 * Prepares statements. drizzle sends every statement unprepared: the driver then requests the types of its parameters first, and
 * each statement costs two round trips and a plan. A prepared one costs one round trip, and statements sent together stay together.
 * Statements are cached per connection by their text, so a varying number of values must be one JSON parameter and never part of
 * the text.
 */
function preparing<Client extends postgres.Sql>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'unsafe') {
        return (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) =>
          target.unsafe(text, parameters, { ...options, prepare: true });
      }
      if (name === 'begin' || name === 'savepoint') {
        const run = Reflect.get(target, name) as (...given: unknown[]) => unknown;
        return (...given: unknown[]) =>
          run(...given.map((one) => (typeof one === 'function' ? preparingIn(one as InTransaction) : one)));
      }
      return Reflect.get(target, name);
    },
  });
}

type InTransaction = (transaction: postgres.Sql) => unknown;

function preparingIn(work: InTransaction): InTransaction {
  return (transaction) => work(preparing(transaction));
}
