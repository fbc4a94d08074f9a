import { setTimeout as delay } from 'node:timers/promises';
import { type AgentHome, ApiError } from '@agent-home/sdk';
import type { FileRunStore } from '../../index.ts';
import { GrowingPause } from '../living/growing-pause.ts';
import { LostRuns } from './lost-runs.ts';
import { MirroredRunsFile } from './mirrored-runs-file.ts';
import { guardedAfter, nextBatch } from './next-batch.ts';
import { OwnRuns } from './own-runs.ts';
import { findRefusal } from './refusals.ts';

/** Least milliseconds between two polls of the folder. */
const pollEveryMs = 1_000;
/** The same while a response is streamed: a reader in the home sees it grow. The driver writes a piece every 250 ms. */
const pollStreamEveryMs = 250;
/** A response without a new piece for this time counts as interrupted. */
const longestPieceMs = 5_000;
/** Part of its time that polling takes at most: a poll of a large folder is followed by a longer pause. */
const pausePerPoll = 20;
/** Runs that are sent at the same time. */
const runsAtOnce = 2;
/** Runs of one poll. Newer ones come first, so a backlog does not delay a run in progress. */
const runsPerPoll = 50;
/** Pauses of a run for which the home has no space, or whose place is lost. */
const noSpaceMs = 3_600_000;
const lostPlaceMs = 3_000;

export interface MirrorPorts {
  home: Pick<AgentHome, 'sendRunRecords'>;
  /** Address of the home, as runs name it in their identity. */
  homeUrl: string;
  agentId: string;
  store: Pick<FileRunStore, 'marks' | 'linesFrom' | 'value' | 'read'>;
  /** File with the ids of runs that need no further request. */
  file: string;
  log: (message: string, facts: Record<string, unknown>) => void;
  signal: AbortSignal;
  pollMs?: number;
  /** Milliseconds between two checks of a run that was sent before. */
  checkMs?: number;
}

/** Place of the next line to send. */
interface Place {
  seq: number;
  /** In bytes. */
  offset: number;
  /** True behind the record that ends the run. */
  isEnd: boolean;
  /** True if guardrails check the response to the latest request. */
  isGuarded: boolean;
  /** Time at which the last piece of a response was sent; absent if another record came after it. */
  streamedAt?: number;
}

/** Progress of one run. */
interface Progress {
  /** Mark of the log as it was last checked or sent. */
  mark: string;
  /** Undefined until the home has named the next number. */
  place?: Place;
  /** Earliest next attempt. */
  notBefore: number;
  /** True once its refusal was reported. */
  isReported?: boolean;
  /** `foreign`: the log is not this machine's, as far as it can be checked at present. */
  state: 'own' | 'foreign' | 'done';
}

/**
 * Sends the runs of a resident to its home until the signal aborts: all of them in order, each from the record that the home expects
 * next. It reads the logs that the runs write anyway, so it delays no run, and a home that was away for a week gets everything
 * afterwards, and so does one that was restored to an older state. Only logs that this machine wrote are sent.
 */
export async function mirrorRuns(ports: MirrorPorts): Promise<void> {
  const { store, file, signal, log, agentId, homeUrl } = ports;
  const pause = new GrowingPause();
  let done: MirroredRunsFile | undefined;
  const own = new OwnRuns(store, { agentId, home: homeUrl });
  const runs = new Map<string, Progress>();
  const lost = new LostRuns(ports);
  let isAway = false;
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      const marks = await store.marks();
      done ??= await MirroredRunsFile.open(file, (runId) => marks.has(runId));
      const mirror = new Mirror(ports, { own, done, runs, pause });
      await mirror.send(marks);
      for (const runId of await lost.find(done)) {
        log('the home has lost a run, which is sent again', { agent: agentId, run: runId });
        await done.remove(runId);
        runs.delete(runId);
      }
      if (isAway) log('the home mirrors runs again', { agent: agentId });
      isAway = false;
      const pollMs = ports.pollMs ?? (isStreaming(runs.values()) ? pollStreamEveryMs : pollEveryMs);
      const pauseMs = Math.max(pollMs, pausePerPoll * mirror.scanMs);
      await rest(mirror.isComplete ? pauseMs : 0, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (findRefusal(error) === 'unsupported') {
        log('the home does not mirror runs; update it, or switch the mirror off', { agent: agentId });
        return;
      }
      // One message for an absence, however long it lasts.
      if (!isAway) log('runs are not mirrored at present', { agent: agentId, err: error });
      isAway = true;
      const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
      await rest(Math.max(wanted, pause.after(performance.now() - begun)), signal);
    }
  }
}

/** One poll of the folder. */
class Mirror {
  readonly #ports: MirrorPorts;
  readonly #own: OwnRuns;
  readonly #done: MirroredRunsFile;
  readonly #runs: Map<string, Progress>;
  readonly #pause: GrowingPause;
  scanMs = 0;
  /** False if more runs are due. */
  isComplete = true;

  constructor(
    ports: MirrorPorts,
    {
      own,
      done,
      runs,
      pause,
    }: { own: OwnRuns; done: MirroredRunsFile; runs: Map<string, Progress>; pause: GrowingPause },
  ) {
    this.#ports = ports;
    this.#own = own;
    this.#done = done;
    this.#runs = runs;
    this.#pause = pause;
  }

  /** Sends the changes of some runs. Throws after the runs at work if the home is away. */
  async send(marks: ReadonlyMap<string, string>): Promise<void> {
    const begun = performance.now();
    const due = await this.#findDue(marks);
    this.scanMs = performance.now() - begun;
    const next = due.values();
    const outcomes = await Promise.allSettled(
      Array.from({ length: runsAtOnce }, async () => {
        for (const [run, runId, mark] of next) await this.#sendRun(run, runId, mark);
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Returns some own runs with new lines, newest first: their ids begin with their time. */
  async #findDue(
    marks: ReadonlyMap<string, string>,
  ): Promise<[run: Progress, runId: string, mark: string][]> {
    const now = Date.now();
    const changed = [...marks].filter(([runId, mark]) => {
      const {
        state,
        mark: before,
        notBefore,
      } = this.#runs.get(runId) ?? {
        state: 'own',
        mark: '',
        notBefore: 0,
      };
      return !this.#done.has(runId) && state !== 'done' && before !== mark && notBefore <= now;
    });
    const due: [Progress, string, string][] = [];
    for (const [runId, mark] of changed.sort().toReversed()) {
      if (due.length === runsPerPoll) {
        this.isComplete = false;
        break;
      }
      const run = await this.#ownRun(runId, mark);
      if (run) due.push([run, runId, mark]);
    }
    return due;
  }

  /** Returns the progress of a run that is to be sent. */
  async #ownRun(runId: string, mark: string): Promise<Progress | undefined> {
    const known = this.#runs.get(runId);
    if (known?.state === 'own') return known;
    const isOwn = await this.#own.has(runId);
    // Without a complete first record the run is being created.
    if (isOwn === undefined) return undefined;
    const state = !isOwn ? 'done' : (await this.#isAuthentic(runId, known)) ? 'own' : 'foreign';
    const run: Progress = { mark: state === 'own' ? '' : mark, notBefore: 0, state };
    this.#runs.set(runId, run);
    return state === 'own' ? run : undefined;
  }

  /** A log from elsewhere is not this agent's: its home must not get it under the agent's signature (ADR 0040). */
  async #isAuthentic(runId: string, known: Progress | undefined): Promise<boolean> {
    const { store, log, agentId } = this.#ports;
    const facts = { agent: agentId, run: runId };
    try {
      if ((await store.read(runId)).isAuthentic()) return true;
      if (!known) log('a log was not written on this machine, and is not mirrored', facts);
    } catch (err) {
      if (!known) log('a log cannot be read, and is not mirrored', { ...facts, err });
    }
    return false;
  }

  async #sendRun(run: Progress, runId: string, mark: string): Promise<void> {
    const { log, agentId, signal } = this.#ports;
    try {
      const { isEnd } = await this.#sendLines(runId, run);
      run.mark = mark;
      if (!isEnd) return;
      run.state = 'done';
      await this.#done.add(runId);
    } catch (error) {
      const refusal = findRefusal(error);
      if (signal.aborted || refusal === 'away' || refusal === 'unsupported') throw error;
      delete run.place;
      run.notBefore = Date.now() + (refusal === 'no_space' ? noSpaceMs : lostPlaceMs);
      if (refusal === 'lost_place') return;
      if (!run.isReported)
        log('the home refused records of a run', { agent: agentId, run: runId, err: error });
      run.isReported = true;
      if (refusal !== 'final') return;
      run.state = 'done';
      await this.#done.add(runId);
    }
  }

  /** Sends all complete lines. Its place moves with each batch that the home has accepted. */
  async #sendLines(runId: string, run: Progress): Promise<Place> {
    const { home, store, signal } = this.#ports;
    const place = run.place ?? (await this.#findPlace(runId));
    run.place = place;
    for (;;) {
      const { lines } = await store.linesFrom(runId, place.offset);
      if (lines.length === 0) return place;
      for (let left = lines; left.length > 0; ) {
        signal.throwIfAborted();
        const { records, values } = nextBatch({ runId, lines: left, isGuarded: place.isGuarded }, store);
        await home.sendRunRecords(runId, { fromSeq: place.seq, records, values, signal });
        this.#pause.reset();
        moveBehind(place, records);
        left = left.slice(records.length);
      }
    }
  }

  /** Requests the next number from the home, and finds its line. */
  async #findPlace(runId: string): Promise<Place> {
    const { home, store, signal } = this.#ports;
    const wanted = await home.sendRunRecords(runId, { fromSeq: 0, records: [], signal });
    const place = { seq: 0, offset: 0, isEnd: false, isGuarded: false };
    while (place.seq < wanted) {
      const { lines } = await store.linesFrom(runId, place.offset);
      if (lines.length === 0) break;
      moveBehind(place, lines.slice(0, wanted - place.seq));
    }
    return place;
  }
}

/** True if a run is in the middle of a streamed response. */
function isStreaming(runs: Iterable<Progress>): boolean {
  const since = Date.now() - longestPieceMs;
  for (const { place } of runs) if ((place?.streamedAt ?? 0) > since) return true;
  return false;
}

function moveBehind(place: Place, lines: readonly string[]): void {
  place.seq += lines.length;
  place.offset += lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
  for (const line of lines) place.isGuarded = guardedAfter(line, place.isGuarded);
  // The last member of a canonical record is its type.
  if (lines.at(-1)?.endsWith('"type":"model.delta"}')) place.streamedAt = Date.now();
  else if (lines.length > 0) delete place.streamedAt;
  place.isEnd = lines.at(-1)?.endsWith('"type":"run.ended"}') ?? place.isEnd;
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
