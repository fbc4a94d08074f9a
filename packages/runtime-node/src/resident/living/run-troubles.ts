import type { RunStore } from '@agent-home/agent-runtime';
import { modelTypes } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';
import type { RunResult } from '../../index.ts';

const failureSchema = z.object({ data: modelTypes['model.failed'].data });

/** Current reason for failing runs of a resident. */
export interface RunTrouble {
  /** Code of the run's end. */
  code: string;
  message: string;
  runId: string;
}

/**
 * Failures of a resident's runs. Each distinct failure is reported once until a run is answered: a resident whose runs all fail is
 * silent in the home, so its operator needs the reason.
 */
export class RunTroubles {
  readonly #store: RunStore;
  readonly #report: (trouble: RunTrouble) => void;
  readonly #changed: (latest: RunTrouble | undefined) => void;
  readonly #reported = new Set<string>();
  #latest: RunTrouble | undefined;

  /** @param changed called after each run with its failure, or with undefined after an answered one */
  constructor(
    store: RunStore,
    report: (trouble: RunTrouble) => void,
    changed: (latest: RunTrouble | undefined) => void = () => {},
  ) {
    this.#store = store;
    this.#report = report;
    this.#changed = changed;
  }

  /** Failure of the latest run; undefined after an answered run. */
  get latest(): RunTrouble | undefined {
    return this.#latest;
  }

  async note({ runId, state: { ended } }: RunResult): Promise<void> {
    if (ended?.status === 'answered') {
      this.#latest = undefined;
      this.#reported.clear();
      this.#changed(undefined);
    }
    if (ended?.status !== 'failed') return;
    const { code = 'failed', message = await this.#modelFailure(runId) } = ended;
    this.#latest = { code, message, runId };
    this.#changed(this.#latest);
    // The numbers in a repeated failure differ from run to run.
    const key = `${code} ${message.replaceAll(/\d+/g, '0')}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#report(this.#latest);
  }

  /** Returns the provider's message if its failure ended the run. */
  async #modelFailure(runId: string): Promise<string> {
    const { lines } = await this.#store.read(runId);
    const line = lines.findLast((each) => each.includes('"type":"model.failed"'));
    const failure = line === undefined ? undefined : failureSchema.safeParse(JSON.parse(line)).data;
    return failure?.data.message ?? `agent-home runs show ${runId} has the reason`;
  }
}
