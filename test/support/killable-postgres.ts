import {
  freePort,
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
} from '@agent-home/local-postgres';

/** Service that can be killed at any moment and started again on its remaining data. */
export interface Killable {
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export class KillablePostgres implements Killable {
  readonly #options: PostgresOptions;
  #running: RunningPostgres;

  static async start(asked: PostgresOptions): Promise<KillablePostgres> {
    const options = { ...asked, port: await freePort() };
    const running = await startPostgres(options);
    await running.createDatabase('agent_home');
    return new KillablePostgres(options, running);
  }

  private constructor(options: PostgresOptions, running: RunningPostgres) {
    this.#options = options;
    this.#running = running;
  }

  get url(): string {
    return this.#running.url('agent_home');
  }

  async kill(): Promise<void> {
    process.kill(this.#running.pid, 'SIGKILL');
  }

  async start(): Promise<void> {
    this.#running = await startPostgres(this.#options);
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }
}
