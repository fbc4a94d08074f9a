import type { TopicView } from '@agent-home/http-contract';
import type { LedgerHead } from '@agent-home/protocol';
import type { TurnExplanation } from './explain-turn.ts';
import { loadTrustMemory, saveTrustMemory } from './kept-trust.ts';
import { summarize } from './status.ts';
import type { Alarm, EntryProof, EntryView, ProofProgress, ReplayedStanding } from './types.ts';
import type { FromWorker, TopicObjects, ToWorker, TrustView } from './worker-messages.ts';

/** Facts about one topic so far. Entries and proofs are indexed by their sequence, and only added. */
export interface ProofSnapshot {
  /** Counts up with every change. */
  version: number;
  entries: readonly (EntryView | undefined)[];
  proofs: readonly (EntryProof | undefined)[];
  standing?: ReplayedStanding;
  head?: LedgerHead;
  progress?: ProofProgress;
  objects?: TopicObjects;
  trust?: TrustView;
  alarms: readonly Alarm[];
  /** Number of entries that do not verify. */
  failed: number;
  problem?: string | undefined;
}

type Answer = Extract<FromWorker, { type: 'answer' }>;

const longestPause = 400;
const longestRetryMs = 30_000;

/** Main-thread side of the worker: batches its messages, and renders once per frame. */
export class TopicProofs {
  readonly #opening: ToWorker;
  #worker: Worker | undefined;
  #view: ToWorker | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isDown = false;
  #failures = 0;
  readonly #entries: (EntryView | undefined)[] = [];
  readonly #proofs: (EntryProof | undefined)[] = [];
  readonly #failed = new Set<number>();
  readonly #listeners = new Set<() => void>();
  readonly #questions = new Map<number, (answer: Answer) => void>();
  #snapshot: ProofSnapshot = {
    version: 0,
    entries: this.#entries,
    proofs: this.#proofs,
    alarms: [],
    failed: 0,
  };
  #changed: Partial<ProofSnapshot> | undefined;
  #lastQuestion = 0;
  #publishedAt = 0;

  constructor(topicId: string, seen: LedgerHead | undefined) {
    this.#opening = { type: 'open', topicId, memory: loadTrustMemory(), seen };
    this.#start();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ProofSnapshot => this.#snapshot;

  /** Refreshes the topic when the home has, or may have, new content. */
  refresh({ manifest, state, summary }: TopicView): void {
    const view = {
      manifest: manifest.text,
      ...(state ? { state: state.text } : {}),
      ...(summary ? { summary: summary.text } : {}),
    };
    this.#view = { type: 'refresh', view };
    this.#tell(this.#view);
  }

  look(sequences: number[]): void {
    this.#tell({ type: 'look', sequences });
  }

  async explain(sequence: number, sealedSequence: number | undefined): Promise<TurnExplanation | undefined> {
    const { explanation } = await this.#ask((id) => ({ type: 'explain', id, sequence, sealedSequence }));
    return explanation;
  }

  async standingAt(sequence: number): Promise<ReplayedStanding | undefined> {
    const { standing } = await this.#ask((id) => ({ type: 'standing', id, sequence }));
    return standing;
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#worker?.terminate();
    this.#listeners.clear();
  }

  #start(): void {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (this.#isDown) this.#change({ problem: undefined });
      this.#isDown = false;
      this.#take(data);
    });
    worker.addEventListener('error', () => this.#startAgainLater(worker));
    this.#worker = worker;
    this.#tell(this.#opening);
    if (this.#view) this.#tell(this.#view);
  }

  /** The script failed to load, for example on a lost connection, or the worker ended: the ledger is read again from its start. */
  #startAgainLater(worker: Worker): void {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = undefined;
    this.#isDown = true;
    this.#change({ problem: 'no_worker' });
    // Pending questions get no further response.
    for (const [id, answer] of this.#questions) answer({ type: 'answer', id });
    this.#questions.clear();
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#start(), Math.min(longestRetryMs, 1_000 * 2 ** this.#failures));
  }

  #ask(question: (id: number) => ToWorker): Promise<Answer> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    return new Promise((resolve) => {
      this.#questions.set(id, resolve);
      this.#tell(question(id));
    });
  }

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #take(message: FromWorker): void {
    switch (message.type) {
      case 'entries':
        for (const entry of message.entries) this.#takeEntry(entry);
        this.#change({});
        break;
      case 'proofs':
        for (const proof of message.proofs) {
          this.#proofs[proof.sequence] = { ...this.#proofs[proof.sequence], ...proof };
          if (summarize(proof.checks).status === 'failed') this.#failed.add(proof.sequence);
          else this.#failed.delete(proof.sequence);
        }
        this.#change({ failed: this.#failed.size });
        break;
      case 'standing':
        this.#change({ standing: message.standing, ...(message.head ? { head: message.head } : {}) });
        break;
      case 'progress':
        this.#change({ progress: message.progress });
        break;
      case 'objects':
        this.#change({ objects: message.objects });
        break;
      case 'alarms':
        this.#change({ alarms: message.alarms });
        break;
      case 'problem':
        this.#change({ problem: message.code });
        break;
      case 'trust':
        saveTrustMemory(message.memory);
        this.#change({ trust: message.trust });
        break;
      case 'answer':
        this.#questions.get(message.id)?.(message);
        this.#questions.delete(message.id);
    }
  }

  /** Author facts of an entry are dropped together with the text they were about. */
  #takeEntry(entry: EntryView): void {
    const { author: _, ...known } = this.#proofs[entry.sequence] ?? {};
    this.#entries[entry.sequence] = entry;
    if ('checks' in known) this.#proofs[entry.sequence] = known;
  }

  #change(change: Partial<ProofSnapshot>): void {
    const isFirst = this.#changed === undefined;
    this.#changed = { ...this.#changed, ...change };
    // A timer, because a tab in the background has no animation frames.
    if (isFirst) setTimeout(() => this.#publish(), this.#pause());
  }

  /** Returns the pause before the next rendering: a live message is shown at once, a long series a few times per second. */
  #pause(): number {
    const sinceLast = performance.now() - this.#publishedAt;
    return Math.max(16, Math.min(longestPause, this.#entries.length / 20) - sinceLast);
  }

  #publish(): void {
    this.#snapshot = { ...this.#snapshot, ...this.#changed, version: this.#snapshot.version + 1 };
    this.#changed = undefined;
    this.#publishedAt = performance.now();
    for (const listener of this.#listeners) listener();
  }
}
