import { Problem } from '../../read/problem.ts';
import type { FromHomeWorker, LogView, LogViews, ToHomeWorker } from './home-messages.ts';

interface Pending {
  resolve: (result: LogViews[LogView]) => void;
  reject: (problem: Problem) => void;
}

/** Main-thread side of the worker that verifies copies of runs. The worker starts with the first view. */
class HomeLogs {
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(key: string) => void>();
  #worker: Worker | undefined;
  #last = 0;

  /** Returns a view of the copy as far as it is verified. @throws Problem */
  async view<View extends LogView>(key: string, view: View, from = 0): Promise<LogViews[View]> {
    this.#last += 1;
    const id = this.#last;
    const result = await new Promise<LogViews[LogView]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ type: 'view', id, key, view, from });
    });
    // The worker returns the view that the message names.
    return result as LogViews[View];
  }

  /** Forgets the copy of a run, because its texts were erased. */
  forget(key: string): void {
    this.#send({ type: 'forget', key });
  }

  /** Calls back when a copy has more records than its views were given. Returns a function that stops it. */
  onGrown(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #send(message: ToHomeWorker): void {
    this.#worker ??= this.#open();
    this.#worker.postMessage(message);
  }

  #open(): Worker {
    const worker = new Worker(new URL('./home-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromHomeWorker>) => {
      if (data.type === 'grown') {
        for (const listener of this.#listeners) listener(data.key);
        return;
      }
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if (data.type === 'result') pending?.resolve(data.result);
      else pending?.reject(new Problem(data.code, data.status, data.message));
    });
    // Its script did not load, or a log needs more memory than the browser gives.
    worker.addEventListener('error', () => {
      this.#worker = undefined;
      worker.terminate();
      for (const { reject } of this.#pending.values())
        reject(new Problem('no_worker', 0, 'the worker that verifies runs did not start'));
      this.#pending.clear();
    });
    return worker;
  }
}

export const homeLogs = new HomeLogs();
