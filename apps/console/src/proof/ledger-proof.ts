import {
  type AnyMode,
  ReplayError,
  type ReplayState,
  replayEntry,
  revealSchema,
  type TopicTerms,
} from '@agent-home/modes';
import {
  bodyMatches,
  canonicalJson,
  followLedger,
  hashLedgerHeader,
  type JsonObject,
  seenHistory,
  seenSchema,
  type TopicLedgerEntry,
  type TopicMessage,
  type TopicState,
  topicMessageSchema,
  VerificationError,
} from '@agent-home/protocol';
import { stageOf } from './line-stage.ts';
import { documentOf, parse, type ReadEntry, sealedSequenceOf } from './read-entry.ts';
import type { Alarm, Check, EntryProof, ReplayedStanding } from './types.ts';

/** The hash is unknown after an entry that could not be read. */
interface Head {
  sequence: number;
  hash: string | undefined;
}

/**
 * Follows one ledger from its start: the hash chain and the mode's own judgement, entry by entry. It goes on after an
 * entry that does not verify, as far as the headers lead, so that the one that was changed is told from the others.
 */
export class LedgerProof {
  readonly #topicId: string;
  readonly #entries: TopicLedgerEntry[] = [];
  /** The state after each entry, as far as the replay got. Parts that did not change are shared. */
  readonly #states: JsonObject[] = [];
  readonly #hashes: (string | undefined)[] = [];
  #head: Head | undefined;
  #replay: ReplayState | undefined;
  #stopped: Check | undefined;

  constructor(topicId: string) {
    this.#topicId = topicId;
  }

  /** The last entry that was taken, whether it verified or not. */
  get sequence(): number {
    return this.#head?.sequence ?? 0;
  }

  /** How far the mode was judged again. */
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
   * What contradicts this chain in what an accepted input says its author had read. A platform refuses such an input:
   * one that has accepted it shows two histories.
   */
  contradictionIn(entry: TopicLedgerEntry): string | undefined {
    if (entry.header.verdict.outcome === 'rejected') return undefined;
    const seen = seenSchema.safeParse(documentOf(entry)?.seen).data;
    if (!seen) return undefined;
    const judgedAt = sealedSequenceOf(entry) ?? entry.sequence;
    if (seenHistory(seen, judgedAt, this.hashAt(seen.sequence)) !== 'conflicts') return undefined;
    return `its author had read another entry ${seen.sequence} than the one shown`;
  }

  /** The next entry, by its place. Its signatures are checked elsewhere. */
  take(
    read: ReadEntry,
  ): Pick<EntryProof, 'sequence' | 'stage'> & { form: Check; chain: Check; replay: Check } {
    const { sequence } = read;
    if (read.entry === undefined) {
      this.#head = { sequence, hash: undefined };
      this.#stop(sequence);
      const none: Check = { state: 'not_possible', code: 'unreadable' };
      return { sequence, form: formOf(read, this.#topicId), chain: none, replay: none };
    }
    const { entry } = read;
    this.#entries[sequence] = entry;
    const form = formOf(read, this.#topicId);
    const chain = this.#follow(entry);
    const before = this.#states[sequence - 1];
    const replay = chain.state === 'fails' ? this.#cannotJudge(sequence) : this.#judge(entry);
    const after = this.#states[sequence];
    if (!this.#replay || !after) return { sequence, form, chain, replay };
    const { mode } = this.#replay;
    return { sequence, form, chain, replay, stage: stageOf(mode, entry, messageIn(entry), before, after) };
  }

  /** An entry that was certified anew, its words erased: it has to be the same one by its header. */
  takeAgain(entry: TopicLedgerEntry): { chain: Check; replay: Check } | { replay: Check } {
    const { sequence } = entry;
    this.#entries[sequence] = entry;
    const replay: Check = { state: 'not_possible', code: entry.body ? 'stopped' : 'erased', at: sequence };
    if (hashLedgerHeader(entry.header) === this.#hashes[sequence]) return { replay };
    const detail = `another entry ${sequence} was shown before`;
    return { replay, chain: { state: 'fails', code: 'history_changed', detail } };
  }

  standingAt(sequence: number): ReplayedStanding | undefined {
    const state = this.#states[sequence];
    if (!this.#replay || !state) return undefined;
    return standingOf(this.#replay, sequence, state);
  }

  /** What a certified state says against what the entries led to; undefined where they agree, or too few are read. */
  compareWith({ ledger, state }: TopicState, stateKey: string): Alarm | undefined {
    if (!ledger || ledger.sequence > this.sequence || ledger.sequence === 0) return undefined;
    const hash = this.#hashes[ledger.sequence];
    if (hash !== undefined && hash !== ledger.head) {
      const detail = `names another entry ${ledger.sequence} than the one shown`;
      return { code: 'head_mismatch', where: stateKey, detail };
    }
    const replayed = this.#states[ledger.sequence];
    if (!replayed || !state) return undefined;
    if (canonicalJson(state as JsonObject) === canonicalJson(replayed)) return undefined;
    return { code: 'state_differs', where: stateKey, detail: 'is not the state that the ledger leads to' };
  }

  #follow(entry: TopicLedgerEntry): Check {
    const before = this.#head;
    const hash = hashLedgerHeader(entry.header);
    this.#head = { sequence: entry.sequence, hash };
    this.#hashes[entry.sequence] = hash;
    const isBodyGood = !entry.body || bodyMatches(entry.body, entry.header.input.commitment ?? '');
    if (!isBodyGood)
      return {
        state: 'fails',
        code: 'body_differs',
        detail: 'its words are not those the header commits to',
      };
    if (before && before.hash === undefined)
      return { state: 'not_possible', code: 'follows_unreadable', at: before.sequence };
    try {
      followLedger(before as { sequence: number; hash: string } | undefined, entry);
      return { state: 'holds' };
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return { state: 'fails', code: error.code, detail: error.message };
    }
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

/** The words of an entry where they are a message, those that a reveal opens too. */
function messageIn({ header, body }: TopicLedgerEntry): TopicMessage | undefined {
  if (!body) return undefined;
  if (header.input.type === 'message') return topicMessageSchema.safeParse(parse(body.text)).data;
  if (header.input.type !== 'reveal') return undefined;
  const reveal = revealSchema.safeParse(parse(body.text)).data;
  return reveal && 'text' in reveal ? topicMessageSchema.safeParse(parse(reveal.text)).data : undefined;
}

function standingOf({ mode, terms }: ReplayState, sequence: number, state: JsonObject): ReplayedStanding {
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
 * Where a topic stands by its certified first entry and certified state: the platform's word, which the replay of what is
 * between them confirms or finds false. Undefined where this page does not know the mode.
 */
export function certifiedStanding(
  first: TopicLedgerEntry,
  { ledger, state }: TopicState,
): ReplayedStanding | undefined {
  try {
    const begun = replayEntry(undefined, first);
    if (!ledger || !begun.mode.parseState(state)) return undefined;
    return standingOf(begun, ledger.sequence, state as JsonObject);
  } catch (error) {
    if (error instanceof ReplayError) return undefined;
    throw error;
  }
}

/** Whether what lies at an entry's place is one. */
export function formOf(read: ReadEntry, topicId: string): Check {
  if (read.entry) return { state: 'holds' };
  return { state: 'fails', code: read.code, detail: `is no entry ${read.sequence} of ${topicId}` };
}

/** Of what is no entry: there are no signatures to verify. */
export const nothingToCheck = {
  certificate: { state: 'not_possible' },
  author: { state: 'not_possible' },
} satisfies Record<string, Check>;
