import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { observedEnvironment } from './run-logs/observed-environment.ts';

const cli = fileURLToPath(new URL('../../apps/cli/bin/agent-home.js', import.meta.url));

/** Longer than a process waits for its unfinished work. */
const endsWithinMs = 40_000;

/** `agent-home` process that can be killed and restarted, as by an operator's supervisor. */
export class AgentHomeProcess {
  readonly #arguments: string[];
  readonly #environment: Record<string, string>;
  readonly #nodeArguments: string[];
  readonly #program: string;
  #child: ChildProcess | undefined;
  #log = '';
  /** Unrequested exits. A process must survive the failure of any other one. */
  readonly unexpectedExits: string[] = [];

  constructor(
    commandArguments: string[],
    environment: Record<string, string>,
    nodeArguments: string[] = [],
    program = cli,
  ) {
    this.#arguments = commandArguments;
    this.#environment = environment;
    this.#nodeArguments = nodeArguments;
    this.#program = program;
  }

  /** Resolves once the process reports on stdout that it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [...this.#nodeArguments, this.#program, ...this.#arguments], {
      env: {
        PATH: process.env.PATH ?? '',
        LOG_LEVEL: 'warn',
        ...observedEnvironment(),
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#log = `${this.#log}${chunk.toString()}`.slice(-20_000);
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', (code) => reject(new Error(`${this.#arguments[0]} ended (${code}):\n${this.#log}`)));
    });
    child.removeAllListeners('exit');
    child.once('exit', (code) => {
      if (this.#child === child)
        this.unexpectedExits.push(`${this.#arguments[0]} ended (${code}):\n${this.#log}`);
    });
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends it like Ctrl-C. Throws if its exit code is not 0. */
  async interrupt(): Promise<void> {
    const child = this.#child;
    await this.#end('SIGINT');
    if (child?.exitCode !== 0) throw new Error(`${this.#arguments[0]} ended with ${child?.exitCode}`);
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  get processId(): number | undefined {
    return this.#child?.pid;
  }

  get log(): string {
    return this.#log;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const isHanging = setTimeout(() => {
      this.unexpectedExits.push(`${this.#arguments[0]} did not end when asked to:\n${this.#log}`);
      child.kill('SIGKILL');
    }, endsWithinMs);
    await gone;
    clearTimeout(isHanging);
  }
}
