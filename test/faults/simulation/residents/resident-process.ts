import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Process of `agent-home live` that can be killed and started again. */
export class ResidentProcess {
  readonly #program: string;
  readonly #words: readonly string[];
  readonly #place: { cwd: string; env: Record<string, string> };
  #child: ChildProcess | undefined;
  #log = '';
  /** Unrequested exits. */
  readonly unexpectedExits: string[] = [];

  constructor(
    program: string,
    words: readonly string[],
    place: { cwd: string; env: Record<string, string> },
  ) {
    this.#program = program;
    this.#words = words;
    this.#place = place;
  }

  start(): void {
    const child = spawn(process.execPath, [this.#program, ...this.#words], {
      ...this.#place,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#log = `${this.#log}${chunk.toString()}`.slice(-40_000);
      });
    child.once('exit', (code) => {
      if (this.#child === child)
        this.unexpectedExits.push(`live ended (${code}):\n${this.#log.slice(-4_000)}`);
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  get log(): string {
    return this.#log;
  }
}
