import type { RunSummary } from '@agent-home/agent-runtime';
import { type ListedRun, type RunState, runOverview } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { collectDelegating } from '../runs/delegating-runs.ts';
import { numberRuns } from '../runs/find-run-id.ts';
import { findState } from '../runs/run-state.ts';
import type { KeptLogs } from './kept-logs.ts';
import type { ReadLog } from './log-reader.ts';
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
  read?: Pick<IndexedRun, 'overview' | 'fault' | 'is_authentic' | 'verifying' | 'text'>;
}

/**
 * Index of the runs in a folder. Summaries come from the ends of the logs, everything else from the whole logs, which are read one
 * after another and only again after a change.
 */
export class RunIndex {
  readonly #store: FileRunStore;
  readonly #logs: KeptLogs;
  readonly #entries = new Map<string, Entry>();
  readonly #onChanged: (runIds: readonly string[]) => void;
  #running: Promise<void> | undefined;
  #isSummarized = false;
  /** Listed runs by id, newest first, until an entry changes. */
  #listed: Map<string, IndexedRun> | undefined;

  /** @param onChanged called with the ids of runs that a refresh found changed */
  constructor(store: FileRunStore, logs: KeptLogs, onChanged: (runIds: readonly string[]) => void) {
    this.#store = store;
    this.#logs = logs;
    this.#onChanged = onChanged;
  }

  /** Number of logs that are not read since their last change. */
  get unread(): number {
    return [...this.#entries.values()].filter(({ mark, readMark }) => mark !== readMark).length;
  }

  /** True if each log of the folder is in the list, at least with its first part. */
  get isListed(): boolean {
    return this.#isSummarized && [...this.#entries.values()].every(({ read, readMark }) => read ?? readMark);
  }

  /** Returns the runs whose logs are read, at least in part, newest first. Damaged logs without a start come last. */
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
   * Reads changes of the folder, for a limited time; the rest is left to the next call. Calls at the same time share one refresh.
   */
  refresh(): Promise<void> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /**
   * Reads one run as it is now, at least its first part, and the beginnings of those that it delegated. Returns undefined if it does not
   * exist.
   */
  async readRun(runId: string): Promise<{ run: IndexedRun; log: ReadLog } | undefined> {
    await this.#summarize();
    const { mark } = this.#entries.get(runId) ?? {};
    if (mark === undefined) return undefined;
    const log = await this.#logs.open(runId).current(mark);
    await this.#note(runId, mark, log);
    await this.#findStates();
    for (const child of this.delegatedBy(runId)) {
      const { read, mark: childMark } = this.#entries.get(child.run_id) ?? {};
      if (read || childMark === undefined) continue;
      await this.#note(child.run_id, childMark, await this.#logs.openAside(child.run_id).current(childMark));
    }
    const run = this.get(runId);
    return run && { run, log };
  }

  async #refresh(): Promise<void> {
    const gone = await this.#summarize();
    this.#onChanged([...new Set([...gone, ...(await this.#findStates())])]);
    const end = Date.now() + longestReadMs;
    // Ids begin with the time of their run, so the newest logs are read first.
    for (const runId of [...this.#entries.keys()].sort().toReversed()) {
      if (Date.now() > end) break;
      await this.#read(runId);
    }
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
    this.#isSummarized = true;
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

  /** Reads a changed log: its first part for the list, then all of it. */
  async #read(runId: string): Promise<void> {
    const entry = this.#entries.get(runId);
    if (!entry || entry.mark === entry.readMark) return;
    const { mark } = entry;
    const reader = this.#logs.openAside(runId);
    const first = await reader.current(mark);
    if (first.verifying) {
      await this.#note(runId, mark, first);
      this.#onChanged([runId]);
    }
    await this.#note(runId, mark, await reader.whole(mark));
    this.#onChanged([runId]);
  }

  /** Notes what a log says so far. */
  async #note(runId: string, mark: string, log: ReadLog): Promise<void> {
    // A run that is being created has no record yet.
    const hasBegun = !isBeginning(log) || (await this.#store.writer(runId)) === undefined;
    const entry = this.#entries.get(runId);
    // The log has changed meanwhile, or is known as a whole.
    if (!entry || entry.mark !== mark || (log.verifying && entry.readMark === mark)) return;
    if (!log.verifying) entry.readMark = mark;
    if (!hasBegun) return;
    const { isAuthentic, verifying } = log;
    const overview = log.overview ?? runOverview(log.records);
    const fault = findFault(log);
    entry.read = {
      ...(overview === undefined ? {} : { overview }),
      ...(fault === undefined ? {} : { fault }),
      is_authentic: isAuthentic,
      ...(verifying === undefined ? {} : { verifying }),
      text: searchText(runId, overview, log.records),
    };
    if (fault !== undefined) entry.state = 'damaged';
    this.#listed = undefined;
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
