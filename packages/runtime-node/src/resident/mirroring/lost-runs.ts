import type { AgentHome } from '@agent-home/sdk';
import type { FileRunStore } from '../../index.ts';
import type { MirroredRunsFile } from './mirrored-runs-file.ts';

/** Newest runs that are checked. */
const mostChecked = 1_000;
const checkEveryMs = 10_000;

interface Ports {
  home: Pick<AgentHome, 'sendRunRecords'>;
  store: Pick<FileRunStore, 'linesFrom'>;
  signal: AbortSignal;
  checkMs?: number | undefined;
}

/**
 * Finds runs that the home had and has no longer, or not to their end: a home that was restored to an older state lacks the records of
 * the time between. Checks one run at a time, newest first, and starts over at the end. Once one is missing, the others are checked
 * without a pause.
 */
export class LostRuns {
  readonly #ports: Ports;
  /** Runs that were sent again, with the number of records that the home had. A refused one stays there. */
  readonly #sentAgain = new Map<string, number>();
  /** Numbers of records of ended runs, which do not change. */
  readonly #lengths = new Map<string, number>();
  #left: string[] = [];
  #notBefore = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Returns the runs that are to be sent again; throws if the home is away. */
  async find(done: MirroredRunsFile): Promise<string[]> {
    const lost: string[] = [];
    if (performance.now() < this.#notBefore) return lost;
    if (this.#left.length === 0) this.#left = done.newest().slice(0, mostChecked);
    for (let runId = this.#left.shift(); runId !== undefined; runId = this.#left.shift()) {
      if (!(await this.#isLost(runId))) break;
      lost.push(runId);
    }
    this.#notBefore = performance.now() + (this.#ports.checkMs ?? checkEveryMs);
    return lost;
  }

  async #isLost(runId: string): Promise<boolean> {
    const { home, signal } = this.#ports;
    const next = await home.sendRunRecords(runId, { fromSeq: 0, records: [], signal });
    if (next >= (await this.#lengthOf(runId))) {
      this.#sentAgain.delete(runId);
      return false;
    }
    const isRefused = this.#sentAgain.get(runId) === next;
    this.#sentAgain.set(runId, next);
    return !isRefused;
  }

  async #lengthOf(runId: string): Promise<number> {
    const known = this.#lengths.get(runId);
    if (known !== undefined) return known;
    let [length, offset] = [0, 0];
    for (;;) {
      const { lines } = await this.#ports.store.linesFrom(runId, offset);
      if (lines.length === 0) break;
      length += lines.length;
      offset += lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
    }
    this.#lengths.set(runId, length);
    return length;
  }
}
