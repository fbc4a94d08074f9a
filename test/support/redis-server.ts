import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { freePort } from '@agent-home/local-postgres';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import type { Killable } from './killable-postgres.ts';

/** A Redis from Debian's package on the loopback interface. Writes survive a crash as far as Redis persists them. */
export class RedisServer implements Killable {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  static async start(folder: string): Promise<RedisServer> {
    await mkdir(folder, { recursive: true });
    const server = new RedisServer(await freePort(), folder);
    await server.start();
    return server;
  }

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `redis://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const settings = {
      port: this.#port,
      bind: '127.0.0.1',
      dir: this.#folder,
      appendonly: 'yes',
      'maxmemory-policy': 'noeviction',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#child = spawn('redis-server', flags, { stdio: 'ignore' });
    const client = new Redis(this.url, {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
    });
    client.on('error', () => {});
    try {
      await eventually(async () => {
        if (client.status !== 'ready') await client.connect();
        await client.ping();
      });
    } finally {
      client.disconnect();
    }
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
