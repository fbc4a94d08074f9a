import { freePort } from '@agent-home/local-postgres';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { Killable } from './killable-postgres.ts';

/**
 * PostgreSQL with the extension pgvector, compiled to WebAssembly, on the loopback interface. It has one session: transactions of
 * several connections run one after another, and any password is accepted.
 */
export class PgvectorServer implements Killable {
  readonly url: string;
  readonly database: PGlite;
  readonly #port: number;
  #server: PGLiteSocketServer | undefined;

  static async start(): Promise<PgvectorServer> {
    const database = await PGlite.create({ extensions: { vector } });
    const server = new PgvectorServer(database, await freePort());
    await server.start();
    return server;
  }

  private constructor(database: PGlite, port: number) {
    this.database = database;
    this.#port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  async start(): Promise<void> {
    this.#server = new PGLiteSocketServer({
      db: this.database,
      host: '127.0.0.1',
      port: this.#port,
      maxConnections: 50,
    });
    await this.#server.start();
  }

  /** Closes every connection; stored entries stay. */
  async kill(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.database.close();
  }
}
