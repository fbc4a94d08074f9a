import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const START_MS = 30_000;
const STOP_MS = 5_000;
const LOG_CHARACTERS = 20_000;

interface MinioServerSettings {
  executable: string;
  dataDirectory: string;
  region: string;
  root: { accessKeyId: string; accessKeySecret: string };
  /** Destination of the server's events, and its `Authorization: Bearer` token. */
  webhook?: { url: string; token: string } | undefined;
}

/** MinIO on this machine's loopback, always on the same port, so that it can be killed and restarted. */
export class MinioServer {
  readonly #settings: MinioServerSettings;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #log = '';
  readonly #killAtExit = (): void => {
    this.#child?.kill('SIGKILL');
  };

  static async start(settings: MinioServerSettings): Promise<MinioServer> {
    const server = new MinioServer(settings, await freePort());
    await server.start();
    return server;
  }

  private constructor(settings: MinioServerSettings, port: number) {
    this.#settings = settings;
    this.#port = port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** End of the server's output, both streams. */
  get log(): string {
    return this.#log;
  }

  /** Resolves once it answers requests. */
  async start(): Promise<void> {
    if (this.#child !== undefined) throw new Error('MinIO is running already');
    const { executable, dataDirectory } = this.#settings;
    const child = spawn(
      executable,
      ['server', '--quiet', '--address', `127.0.0.1:${this.#port}`, dataDirectory],
      { env: this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#log = (this.#log + chunk.toString()).slice(-LOG_CHARACTERS);
      });
    }
    // The parent process may end without stopping it.
    process.once('exit', this.#killAtExit);
    const failed = once(child, 'error').then(([error]) => {
      throw error;
    });
    failed.catch(() => undefined);
    await Promise.race([failed, this.#untilReady(child)]);
  }

  /** Ends it as a crash does. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Stops it as an operator does, and by force if that fails. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    process.removeListener('exit', this.#killAtExit);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill(signal);
    await gone;
    clearTimeout(force);
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    for (const end = Date.now() + START_MS; Date.now() < end; await delay(50)) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      const answer = await fetch(`${this.endpoint}/minio/health/cluster`).catch(() => undefined);
      if (answer?.ok) return;
    }
    await this.kill();
    throw new Error(`MinIO did not start:\n${this.#log}`);
  }

  #environment(): Record<string, string> {
    const { root, region, webhook } = this.#settings;
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.#settings.dataDirectory,
      MINIO_ROOT_USER: root.accessKeyId,
      MINIO_ROOT_PASSWORD: root.accessKeySecret,
      MINIO_SITE_REGION: region,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      // Has no queue directory: it would delay events by seconds, and the sweep finds lost ones anyway.
      ...(webhook && {
        MINIO_NOTIFY_WEBHOOK_ENABLE_HOME: 'on',
        MINIO_NOTIFY_WEBHOOK_ENDPOINT_HOME: webhook.url,
        MINIO_NOTIFY_WEBHOOK_AUTH_TOKEN_HOME: webhook.token,
      }),
    };
  }
}

/** Returns a port that was free a moment ago; the server itself cannot choose one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
