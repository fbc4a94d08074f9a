import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { ComposeService } from './compose-file.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);

/** What stands in a container's configuration, and what to put there on this machine. */
export type Replacements = [inContainer: string, here: string][];

/** A service of the compose file as it is to run on this machine. */
export function localised(service: ComposeService, replacements: Replacements): ComposeService {
  const text = JSON.stringify(service);
  return JSON.parse(replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text));
}

/** Runs a service's health check, in its environment. @throws Error where it is not healthy */
export async function checkHealth(
  service: ComposeService,
  options: { path?: string; cwd?: string } = {},
): Promise<void> {
  const [kind, ...words] = service.healthcheck?.test ?? [];
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words;
  const env = { ...service.environment, PATH: options.path ?? process.env.PATH ?? '' };
  await run(command[0] ?? '', command.slice(1), {
    env,
    timeout: 5_000,
    ...(options.cwd && { cwd: options.cwd }),
  });
}

/** Runs a one-shot service to its end and answers with what it printed. @throws Error where it fails */
export async function runOnce(
  command: string[],
  environment: Record<string, string>,
  options: { path?: string; cwd: string },
): Promise<string> {
  const env = { ...environment, PATH: options.path ?? process.env.PATH ?? '' };
  const { stdout } = await run(command[0] ?? '', command.slice(1), { env, cwd: options.cwd });
  return stdout;
}

/** A service whose program is installed on this machine, started with the compose file's words and environment. */
export class ComposePart {
  readonly #service: ComposeService;
  readonly #command: string[];
  readonly #path: string;
  #child: ChildProcess | undefined;
  #log = '';

  constructor(service: ComposeService, command: string[], path = process.env.PATH ?? '') {
    this.#service = service;
    this.#command = command;
    this.#path = path;
  }

  /** Resolves once its own health check says so. */
  async start(): Promise<void> {
    const child = spawn(this.#command[0] ?? '', this.#command.slice(1), {
      env: { ...this.#service.environment, PATH: this.#path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#log = (this.#log + chunk.toString()).slice(-5_000);
      });
    }
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${this.#log}`)));
    });
    failed.catch(() => undefined);
    await Promise.race([failed, eventually(() => checkHealth(this.#service, { path: this.#path }), 30_000)]);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
}
