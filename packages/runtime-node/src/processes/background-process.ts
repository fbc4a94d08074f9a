import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessMark, processMark } from './marked-processes.ts';
import { endGroup, signalGroup } from './process-group.ts';
import { RecentOutput } from './recent-output.ts';
import { type Command, endedBySignal, type Running, spawnCommand } from './run-command.ts';

/** Unread output that is kept. */
const maximumKept = 256 * 1024;
/** Output that one read returns. */
const maximumRead = 200 * 1024;
/** Time to wait for output after the program has ended, from children that hold its pipes. */
const drainMs = 1_000;

/** State and new output of a process in the background. */
export interface BackgroundReading {
  isRunning: boolean;
  exitCode?: number;
  endedBySignal?: string;
  text: string;
  /** Bytes that were dropped unread before the text. */
  dropped: number;
  hasMore: boolean;
}

/** A program in its own process group that continues after its call. Its child processes end with it. */
export class BackgroundProcess {
  readonly #child: ChildProcess;
  readonly #pipes: Running['pipes'];
  readonly #mark: ProcessMark;
  readonly #output = new RecentOutput(maximumKept);
  /** Resolves once the program and all that it started have ended. */
  readonly #ended: Promise<void>;
  readonly #isWrapped: boolean;
  #isRunning = true;
  readonly #waiting = new Set<() => void>();

  private constructor({ child, pipes }: Running, mark: ProcessMark, isWrapped: boolean) {
    this.#isWrapped = isWrapped;
    this.#child = child;
    this.#pipes = pipes;
    this.#mark = mark;
    // A program that does not read its input closes the pipe; this is not an error.
    pipes.input.on('error', () => {});
    pipes.input.end();
    for (const pipe of [pipes.output, pipes.errors])
      pipe.on('data', (chunk: Buffer) => {
        this.#output.add(chunk);
        for (const notify of this.#waiting) notify();
      });
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.#ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() =>
      this.#clear(closed),
    );
  }

  /** Returns undefined if the program could not be started. */
  static async start(
    command: Pick<Command, 'program' | 'arguments' | 'folder' | 'environment' | 'given' | 'isWrapped'>,
  ): Promise<BackgroundProcess | undefined> {
    const mark = processMark();
    const running = spawnCommand(command, mark.environment);
    if (running === undefined) return undefined;
    const started = new BackgroundProcess(running, mark, command.isWrapped ?? false);
    const isStarted = await new Promise<boolean>((resolve) => {
      running.child.once('spawn', () => resolve(true));
      running.child.once('error', () => resolve(false));
    });
    return isStarted ? started : undefined;
  }

  /** Resolves once the program and all that it started have ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Waits until there is unread output or the process has ended, at most the given time. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds === 0 || this.#output.isReadable || !this.#isRunning) return;
    let notify = (): void => {};
    const notified = new Promise<void>((resolve) => {
      notify = resolve;
    });
    const timer = setTimeout(notify, milliseconds);
    signal.addEventListener('abort', notify);
    this.#waiting.add(notify);
    await Promise.race([notified, this.#ended]);
    clearTimeout(timer);
    signal.removeEventListener('abort', notify);
    this.#waiting.delete(notify);
    signal.throwIfAborted();
  }

  read(): BackgroundReading {
    const { text, dropped, hasMore } = this.#output.read(maximumRead, !this.#isRunning);
    const { exitCode } = this.#child;
    return {
      isRunning: this.#isRunning,
      ...(this.#isRunning || exitCode === null ? {} : { exitCode }),
      ...(this.#isRunning ? {} : endedBySignal(this.#child, this.#isWrapped)),
      text,
      dropped,
      hasMore,
    };
  }

  /** Ends the program and all that it started. */
  async stop(): Promise<void> {
    if (this.#isRunning) await endGroup(this.#child, { isWrapped: this.#isWrapped });
    await this.#ended;
  }

  /** Kills the process group at once, for a process that exits itself. */
  kill(): void {
    if (this.#isRunning) signalGroup(this.#child, 'SIGKILL');
  }

  async #clear(closed: Promise<void>): Promise<void> {
    signalGroup(this.#child, 'SIGKILL');
    await this.#mark.end();
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })]);
    this.#pipes.output.destroy();
    this.#pipes.errors.destroy();
    this.#isRunning = false;
  }
}
