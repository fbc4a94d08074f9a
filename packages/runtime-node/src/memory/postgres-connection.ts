import type { Sql } from 'postgres';
import { MemoryError } from './memory-error.ts';
import { prepareTable } from './postgres-table.ts';

/** Shorter than the run's timeout for memory, so that PostgreSQL is reported as unavailable. */
const connectTimeoutSeconds = 2;
const commandTimeoutMs = 2_500;

interface OpenConnection {
  sql: Promise<Sql>;
  /** Resolves when the table exists. */
  ready: Promise<Sql>;
}

/**
 * Connection that opens with the first command. After a failed command, the next one connects again; there are no background
 * reconnects. Errors quote neither the server nor the driver: their messages may contain the address or a stored text.
 */
export class PostgresConnection {
  readonly #url: string;
  #open: OpenConnection | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws MemoryError `postgres_unavailable`, `postgres_refused`, `pgvector_missing` */
  async run<Result>(act: (sql: Sql) => Promise<Result>): Promise<Result> {
    this.#open ??= this.#connect();
    const open = this.#open;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DriverError('TIMEOUT')), commandTimeoutMs);
    });
    try {
      return await Promise.race([open.ready.then(act), tooLate]);
    } catch (error) {
      if (this.#open === open) this.#open = undefined;
      await end(open);
      throw toMemoryError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open) await end(open);
  }

  #connect(): OpenConnection {
    const sql = openDriver(this.#url);
    return { sql, ready: sql.then(prepareTable) };
  }
}

/** Code of a failure that the driver has no error for. */
class DriverError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

async function openDriver(url: string): Promise<Sql> {
  const { default: postgres } = await import('postgres');
  const hasPassword = /^\w+:\/\/[^/?#]*:[^/?#]*@/.test(url);
  return postgres(url, {
    max: 1,
    connect_timeout: connectTimeoutSeconds,
    // The driver requests array types on a new connection without handling a rejection, which would end the process.
    fetch_types: false,
    debug: false,
    onnotice: () => undefined,
    connection: { application_name: 'agent-home' },
    // Without it, the driver would send PGPASSWORD of the environment to a server that a project names.
    ...(hasPassword ? {} : { password: () => '' }),
  });
}

async function end({ sql }: OpenConnection): Promise<void> {
  await sql.then((each) => each.end({ timeout: 0 })).catch(() => undefined);
}

function toMemoryError(error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const said = typeof code === 'string' && /^[0-9A-Z_]{5,40}$/.test(code) ? code : undefined;
  // SQLSTATE: class 28 is a failed login, 3D000 an unknown database, 42501 a missing privilege.
  if (said !== undefined && /^(28...|3D000|42501)$/.test(said))
    return new MemoryError(
      'postgres_refused',
      `PostgreSQL refused the user, its password, the database or a privilege: ${said}; check memory.postgres.url in the settings`,
    );
  return new MemoryError(
    'postgres_unavailable',
    `PostgreSQL did not respond${said === undefined ? '' : `: ${said}`}; check memory.postgres.url in the settings`,
  );
}
