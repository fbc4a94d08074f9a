import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { stop } from './launch-postgres.ts';

/** Callbacks for a server that exits unexpectedly. */
export interface ServerWatcher {
  /** The server exited and is restarted after a pause. `how` names the exit code or signal. */
  onEnded(how: string): void;
  onRestarted(): void;
  /** The server exited too often or cannot be restarted. No further restart is attempted. */
  onLost(error: Error): void;
}

/** Restarts within `periodMs` after which a server is given up. */
const maxRestarts = 5;
const periodMs = 10 * 60_000;

/** Server process that is restarted whenever it exits by itself. */
export class KeptServer {
  readonly #relaunch: () => Promise<ChildProcess>;
  readonly #watcher: ServerWatcher;
  readonly #firstPauseMs: number;
  readonly #stopping = new AbortController();
  #restarts: number[] = [];
  #child: ChildProcess;
  #restarting: Promise<void> | undefined;

  /** `firstPauseMs` is the pause before the first restart of a period; each further pause is twice as long. */
  constructor(
    child: ChildProcess,
    relaunch: () => Promise<ChildProcess>,
    watcher: ServerWatcher,
    firstPauseMs = 500,
  ) {
    this.#relaunch = relaunch;
    this.#firstPauseMs = firstPauseMs;
    this.#watcher = watcher;
    this.#child = child;
    this.#watch(child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Cancels a restart in progress, then stops the server. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    await stop(this.#child);
  }

  #watch(child: ChildProcess): void {
    child.unref();
    child.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      this.#watcher.onEnded(signal === null ? `code ${code}` : signal);
      this.#restarting = this.#restart().finally(() => {
        this.#restarting = undefined;
      });
    });
  }

  async #restart(): Promise<void> {
    const { signal } = this.#stopping;
    for (let error = new Error('the server ended'); ; ) {
      const now = performance.now();
      this.#restarts = this.#restarts.filter((at) => now - at < periodMs);
      if (this.#restarts.length >= maxRestarts) return this.#watcher.onLost(error);
      await delay(this.#firstPauseMs * 2 ** this.#restarts.length, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      this.#restarts.push(now);
      try {
        const child = await this.#relaunch();
        this.#child = child;
        if (signal.aborted) return;
        this.#watch(child);
        return this.#watcher.onRestarted();
      } catch (failure) {
        error = failure instanceof Error ? failure : new Error(String(failure));
      }
    }
  }
}
