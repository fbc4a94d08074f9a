import {
  type AnyMode,
  judgeSeen,
  messageIn,
  ReplayError,
  type ReplayState,
  replayEntry,
  revealFinding,
  revealIn,
  seenClaim,
  type TopicTerms,
} from '@agent-home/modes';
import {
  chainStep,
  compareState,
  type JsonObject,
  type PassedHead,
  type ReadingFinding,
  recertifiedFinding,
  type TopicLedgerEntry,
  type TopicState,
} from '@agent-home/protocol';
import { getStage } from './line-stage.ts';
import type { ReadEntry } from './read-entry.ts';
import type { Alarm, Check, EntryProof, ReplayedStanding } from './types.ts';

/**
 * Follows one ledger from its start: the hash chain and the mode's own verdicts, entry by entry. Continues
 * after an invalid entry as far as the headers lead, so that the changed entry is distinguished from the
 * others.
 */
export class LedgerProof {
  readonly #topicId: string;
  readonly #entries: TopicLedgerEntry[] = [];
  /** States after each replayed entry. Unchanged parts are shared. */
  readonly #states: JsonObject[] = [];
  readonly #hashes: (string | undefined)[] = [];
  #head: PassedHead | undefined;
  #replay: ReplayState | undefined;
  #stopped: Check | undefined;

  constructor(topicId: string) {
    this.#topicId = topicId;
  }

  /** Number of the last processed entry, verified or not. */
  get sequence(): number {
    return this.#head?.sequence ?? 0;
  }

  /** Progress of the replay of the mode. */
  get replayed(): number {
    return this.#states.length === 0 ? 0 : this.#states.length - 1;
  }

  get mode(): AnyMode | undefined {
    return this.#replay?.mode;
  }

  get terms(): TopicTerms | undefined {
    return this.#replay?.terms;
  }

  entryAt(sequence: number): TopicLedgerEntry | undefined {
    return this.#entries[sequence];
  }

  stateAt(sequence: number): JsonObject | undefined {
    return this.#states[sequence];
  }

  hashAt(sequence: number): string | undefined {
    return this.#hashes[sequence];
  }

  /**
   * Returns the contradiction between this chain and the entry that an accepted input's author says it has read. A platform rejects
   * such an input, so one that accepted it shows two histories.
   */
  contradictionIn(entry: TopicLedgerEntry): ReadingFinding | undefined {
    const claim = seenClaim(entry);
    const hash = claim.compareWith === undefined ? undefined : this.hashAt(claim.compareWith);
    return judgeSeen(entry, claim, hash).finding;
  }

  /** Processes the next entry by its position. Its signatures are checked elsewhere. */
  take(
    read: ReadEntry,
  ): Pick<EntryProof, 'sequence' | 'stage'> & { form: Check; chain: Check; replay: Check } {
    const { sequence } = read;
    if (read.entry === undefined) {
      this.#head = { sequence, hash: undefined };
      this.#stop(sequence);
      const none: Check = { state: 'not_possible', code: 'unreadable' };
      return { sequence, form: toForm(read, this.#topicId), chain: none, replay: none };
    }
    const { entry } = read;
    this.#entries[sequence] = entry;
    const form = toForm(read, this.#topicId);
    const chain = this.#follow(entry);
    const before = this.#states[sequence - 1];
    const replay = chain.state === 'fails' ? this.#cannotJudge(sequence) : this.#judge(entry);
    const after = this.#states[sequence];
    if (!this.#replay || !after) return { sequence, form, chain, replay };
    const { mode } = this.#replay;
    return { sequence, form, chain, replay, stage: getStage(mode, entry, messageIn(entry), before, after) };
  }

  /** Processes an entry that was re-certified, as after an erasure; its header and commitment must be unchanged. */
  takeAgain(entry: TopicLedgerEntry): { chain: Check; replay: Check } | { replay: Check } {
    const { sequence } = entry;
    this.#entries[sequence] = entry;
    const replay: Check = { state: 'not_possible', code: entry.body ? 'stopped' : 'erased', at: sequence };
    const finding = recertifiedFinding(entry, this.#hashes[sequence]) ?? this.#revealed(entry);
    return finding ? { replay, chain: failed(finding) } : { replay };
  }

  standingAt(sequence: number): ReplayedStanding | undefined {
    const state = this.#states[sequence];
    if (!this.#replay || !state) return undefined;
    return getStanding(this.#replay, sequence, state);
  }

  /** Compares a certified object with the entries. Returns undefined if they agree or too few entries are read. */
  compareWith({ ledger, state }: Pick<TopicState, 'ledger' | 'state'>, key: string): Alarm | undefined {
    if (!ledger) return undefined;
    const { sequence, head: hash } = ledger;
    const reached = { hash: this.#hashes[sequence], state: this.#states[sequence] };
    const certified = { ledger: { sequence, hash }, state: state as JsonObject | undefined };
    const difference = compareState(certified, reached);
    return difference && { ...difference, where: key };
  }

  #follow(entry: TopicLedgerEntry): Check {
    const before = this.#head;
    const { head, findings } = chainStep(before, entry);
    this.#head = head;
    this.#hashes[head.sequence] = head.hash;
    const [first = this.#revealed(entry)] = findings;
    if (first) return failed(first);
    if (before && before.hash === undefined)
      return { state: 'not_possible', code: 'follows_unreadable', at: before.sequence };
    return { state: 'holds' };
  }

  /** Requires that revealed words equal the sealed ones, in an unknown mode too. */
  #revealed(entry: TopicLedgerEntry): ReadingFinding | undefined {
    const sequence = revealIn(entry)?.sequence ?? 0;
    const next = sequence + 1 === entry.sequence ? entry : this.#entries[sequence + 1];
    // An unverified sealed entry must not discredit the entry that opens it.
    const isInChain = next?.header.previous === this.#hashes[sequence];
    return revealFinding(entry, isInChain ? this.#entries[sequence] : undefined);
  }

  #judge(entry: TopicLedgerEntry): Check {
    if (this.#stopped) return this.#stopped;
    const { sequence } = entry;
    try {
      const gapsBefore = this.#replay?.gaps.length ?? 0;
      this.#replay = replayEntry(this.#replay, entry);
      this.#states[sequence] = this.#replay.state;
      const isGap = this.#replay.gaps.length > gapsBefore;
      return isGap ? { state: 'not_possible', code: 'erased' } : { state: 'holds' };
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      if (error.code === 'unknown_mode') {
        this.#stopped = { state: 'not_possible', code: 'unknown_mode', detail: error.message };
        return this.#stopped;
      }
      this.#stop(sequence);
      return { state: 'fails', code: error.code, detail: error.message };
    }
  }

  #cannotJudge(sequence: number): Check {
    if (this.#stopped) return this.#stopped;
    this.#stop(sequence);
    return { state: 'not_possible', code: 'not_in_chain' };
  }

  #stop(at: number): void {
    this.#stopped ??= { state: 'not_possible', code: 'stopped', at };
  }
}

function failed({ code, detail }: ReadingFinding): Check {
  return { state: 'fails', code, detail };
}

function getStanding({ mode, terms }: ReplayState, sequence: number, state: JsonObject): ReplayedStanding {
  const turn = mode.turn(state);
  const deadline = mode.isOpen(state) ? mode.deadline(state) : undefined;
  return {
    sequence,
    mode: mode.name,
    rules: terms.rules,
    state,
    ...(turn === undefined ? {} : { turn }),
    ...(deadline === undefined ? {} : { deadline }),
  };
}

/**
 * Returns the state of a topic by its certified first entry and certified state. It is the platform's statement, which a replay
 * confirms or refutes. Undefined for an unknown mode.
 */
export function certifiedStanding(
  first: TopicLedgerEntry,
  { ledger, state }: TopicState,
): ReplayedStanding | undefined {
  try {
    const begun = replayEntry(undefined, first);
    if (!ledger || !begun.mode.parseState(state)) return undefined;
    return getStanding(begun, ledger.sequence, state as JsonObject);
  } catch (error) {
    if (error instanceof ReplayError) return undefined;
    throw error;
  }
}

/** Checks that the object of an entry's key is an entry. */
export function toForm(read: ReadEntry, topicId: string): Check {
  if (read.entry) return { state: 'holds' };
  return { state: 'fails', code: read.code, detail: `is no entry ${read.sequence} of ${topicId}` };
}

/** Checks for an object that is no entry: there are no signatures to verify. */
export const nothingToCheck = {
  certificate: { state: 'not_possible' },
  author: { state: 'not_possible' },
} satisfies Record<string, Check>;
