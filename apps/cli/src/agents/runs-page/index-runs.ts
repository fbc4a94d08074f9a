import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunSummary } from '@agent-home/agent-runtime';
import type { ListedRun, RunState } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { collectDelegating } from '../runs/delegating-runs.ts';
import { numberRuns } from '../runs/find-run-id.ts';
import { findState } from '../runs/run-state.ts';
import type { KeptLogs } from './kept-logs.ts';
import type { ReadLog } from './read-log.ts';
import { searchText } from './search-text.ts';

/** Milliseconds that one refresh reads logs. */
const longestReadMs = 1_000;

/** A run with its values for lists and filters. */
export interface IndexedRun extends ListedRun {
  /** Text that a search finds, in lower case. */
  text: string;
}

interface Entry {
  /** Mark of the log that was summarized, and of the one that was read. */
  mark: string;
  readMark?: string;
  /** Absent if the log has no readable start. */
  summary?: RunSummary;
  state: RunState;
  read?: Pick<IndexedRun, 'overview' | 'fault' | 'is_authentic' | 'text'>;
}

/**
 * Index of the runs in a folder. Summaries come from the ends of the logs, everything else from the whole logs, which are read one
 * after another and only again after a change.
 */
export class RunIndex {
  readonly #store: FileRunStore;
  readonly #logs: KeptLogs;
  readonly #entries = new Map<string, Entry>();
  #running: Promise<string[]> | undefined;
  /** Listed runs by id, newest first, until an entry changes. */
  #listed: Map<string, IndexedRun> | undefined;

  constructor(store: FileRunStore, logs: KeptLogs) {
    this.#store = store;
    this.#logs = logs;
  }

  /** Number of logs that are not read since their last change. */
  get unread(): number {
    return [...this.#entries.values()].filter(({ mark, readMark }) => mark !== readMark).length;
  }

  /** Returns the runs whose logs are read, newest first. Damaged logs without a start come last. */
  list(): IndexedRun[] {
    return [...this.#list().values()];
  }

  /** Returns the runs that a run delegated, oldest first. */
  delegatedBy(runId: string): { run_id: string; agent: string; state: RunState }[] {
    return this.#sorted()
      .flatMap(([run_id, { summary, state }]) =>
        summary?.parent === runId ? [{ run_id, agent: summary.agent, state }] : [],
      )
      .toReversed();
  }

  /** Returns one run; undefined if there is none, or its log is not read yet. */
  get(runId: string): IndexedRun | undefined {
    return this.#list().get(runId);
  }

  /**
   * Reads changes of the folder, for a limited time; the rest is left to the next call. Returns the ids of runs that changed.
   * Calls at the same time share one refresh.
   */
  refresh(): Promise<string[]> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /**
   * Reads one run as it is now and those that it delegated, before runs that a refresh has not reached yet. Undefined if it does not
   * exist.
   */
  async readRun(runId: string): Promise<IndexedRun | undefined> {
    await this.#summarize();
    const { mark } = this.#entries.get(runId) ?? {};
    if (mark === undefined) return undefined;
    await this.#logs.read(runId, mark);
    await this.#read(runId);
    await this.#findStates();
    for (const { run_id } of this.delegatedBy(runId)) await this.#read(run_id);
    return this.get(runId);
  }

  async #refresh(): Promise<string[]> {
    const changed = new Set<string>(await this.#summarize());
    for (const runId of await this.#findStates()) changed.add(runId);
    const end = Date.now() + longestReadMs;
    // Ids begin with the time of their run, so the newest logs are read first.
    for (const runId of [...this.#entries.keys()].sort().toReversed()) {
      if (Date.now() > end) break;
      if (await this.#read(runId)) changed.add(runId);
    }
    return [...changed];
  }

  /** Summarizes new and changed logs. Returns the ids of runs that are gone. */
  async #summarize(): Promise<string[]> {
    const marks = await this.#store.marks();
    const gone = [...this.#entries.keys()].filter((runId) => !marks.has(runId));
    for (const runId of gone) this.#entries.delete(runId);
    if (gone.length > 0) this.#listed = undefined;
    for (const [runId, mark] of marks) {
      const before = this.#entries.get(runId);
      if (before?.mark === mark) continue;
      const { summary: _, ...kept } = before ?? { state: 'damaged' as const };
      const summary = await this.#store.summarize(runId);
      this.#entries.set(runId, { ...kept, mark, ...(summary === undefined ? {} : { summary }) });
      this.#listed = undefined;
    }
    return gone;
  }

  /** Returns the ids of runs whose state is another one now: also without a record, if a process died. */
  async #findStates(): Promise<string[]> {
    const delegating = collectDelegating(this.#summaries());
    const changed: string[] = [];
    for (const [runId, entry] of this.#entries) {
      const { summary, read } = entry;
      const state =
        summary === undefined || read?.fault !== undefined
          ? 'damaged'
          : await findState(this.#store, summary, delegating);
      if (state === entry.state) continue;
      entry.state = state;
      this.#listed = undefined;
      changed.push(runId);
    }
    return changed;
  }

  async #read(runId: string): Promise<boolean> {
    const entry = this.#entries.get(runId);
    if (!entry || entry.mark === entry.readMark) return false;
    const { mark } = entry;
    const log = await this.#logs.readAside(runId, mark);
    await nextTurn();
    entry.readMark = mark;
    // A run that is being created has no record yet.
    if (isBeginning(log) && (await this.#store.writer(runId)) !== undefined) return false;
    const { overview, isAuthentic } = log;
    const fault = findFault(log);
    entry.read = {
      ...(overview === undefined ? {} : { overview }),
      ...(fault === undefined ? {} : { fault }),
      is_authentic: isAuthentic,
      text: searchText(runId, log),
    };
    if (fault !== undefined) entry.state = 'damaged';
    this.#listed = undefined;
    return true;
  }

  #list(): Map<string, IndexedRun> {
    this.#listed ??= this.#collect();
    return this.#listed;
  }

  #collect(): Map<string, IndexedRun> {
    const numbers = numberRuns(this.#summaries());
    const listed = new Map<string, IndexedRun>();
    for (const [run_id, { read, state }] of this.#sorted()) {
      const number = numbers.get(run_id);
      if (read) listed.set(run_id, { run_id, ...(number === undefined ? {} : { number }), state, ...read });
    }
    return listed;
  }

  #summaries(): RunSummary[] {
    return this.#sorted().flatMap(([, { summary }]) => (summary === undefined ? [] : [summary]));
  }

  #sorted(): [string, Entry][] {
    return [...this.#entries].sort(([id, one], [otherId, other]) => {
      const [time, otherTime] = [one.summary?.startedAt ?? '', other.summary?.startedAt ?? ''];
      return time === otherTime ? (id < otherId ? 1 : -1) : time < otherTime ? 1 : -1;
    });
  }
}

function isBeginning({ records, fault }: ReadLog): boolean {
  return records.length === 0 && fault === undefined;
}

function findFault(log: ReadLog): ReadLog['fault'] {
  return isBeginning(log) ? { code: 'missing_start', message: 'the log has no complete record' } : log.fault;
}
