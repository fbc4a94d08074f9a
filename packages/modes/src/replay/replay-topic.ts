import {
  canonicalJson,
  followLedger,
  hashState,
  type JsonObject,
  jsonObjectIn,
  type LedgerHead,
  type TopicLedgerEntry,
  VerificationError,
} from '@agent-home/protocol';
import { decide, factsWanted } from '../judge/judge.ts';
import { openInput, type RawInput } from '../judge/open-input.ts';
import { type TopicTerms, topicTermsSchema } from '../judge/topic-terms.ts';
import { unansweredFacts } from '../judge/unanswered-facts.ts';
import type { AnyMode, ModeContext } from '../mode/mode.ts';
import { revealIn } from '../reading/entry-words.ts';
import { type FindMode, findMode } from '../registry/registry.ts';
import { parseRecordedContext, type RecordedContext } from './recorded-context.ts';
import { ReplayMemory } from './replay-memory.ts';

/** State of a replay after an entry. */
export interface ReplayState {
  terms: TopicTerms;
  mode: AnyMode;
  state: JsonObject;
  head: LedgerHead;
  /** Changed from entry to entry, so a state can be used as the start of a replay only once. */
  memory: ReplayMemory;
  /**
   * Sequences of entries whose body was erased. Their results are the platform's claim, bound by its own headers. Carried over like
   * `memory`.
   */
  gaps: number[];
  /** Records that the mode stored because of this entry. */
  records: Record<string, JsonObject>;
}

/** Replay that ended early: the entry, and the mismatch. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  readonly code:
    | 'unknown_mode'
    | 'bad_start'
    | 'bad_context'
    | 'broken_chain'
    | 'records_differ'
    | 'random_differs'
    | 'verdict_differs'
    | 'state_differs';
  readonly sequence: number;

  constructor(code: ReplayError['code'], sequence: number, message: string) {
    super(`ledger entry ${sequence}: ${message}`);
    this.code = code;
    this.sequence = sequence;
  }
}

const encoder = new TextEncoder();

/**
 * Judges one ledger entry again, as any reader of the topic may: same verdict, same state to the byte.
 * @throws ReplayError at the first entry that does not follow from the previous ones
 */
export const replayEntry = replayWith(findMode);

/** Creates `replayEntry` for the modes of another registry. */
function replayWith(find: FindMode) {
  return (before: ReplayState | undefined, entry: TopicLedgerEntry): ReplayState =>
    replayOne(find, before, entry);
}

function replayOne(find: FindMode, before: ReplayState | undefined, entry: TopicLedgerEntry): ReplayState {
  const fail = (code: ReplayError['code'], message: string) => new ReplayError(code, entry.sequence, message);
  const head = follow(before, entry);
  const { header } = entry;
  const context = parseRecordedContext(header.context);
  if (!context || context.author?.agent_id !== header.input.agent_id)
    throw fail('bad_context', 'records facts that cannot be judged from');
  if (!before) return begin(find, entry, head, context);

  const { memory } = before;
  if (!memory.agreesWith(context.records)) throw fail('records_differ', 'remembers what was not so');
  if (!memory.agreesWithChain(context.chain))
    throw fail('bad_context', 'says of an earlier entry what is not so');
  memory.noteHead(head);
  const raw = findRawInput(entry, context, memory);
  const { unread: _, sealed: __, ...facts } = context;
  if (!raw) return { ...before, ...crossGap(before, entry, context), head };
  const { mode, terms } = before;
  const opened = openInput(mode, terms, before.state, raw, facts);
  if (factsWanted(mode, terms, before.state, opened, facts).length > 0)
    throw fail('bad_context', 'leaves out facts that the mode asks for');
  if ('input' in opened && opened.input.type === 'reveal_secret') {
    if (!memory.explainsRandomness(opened.input.secret))
      throw fail('random_differs', 'this secret does not explain the random values before');
  }
  const judgement = decide(mode, terms, before.state, opened, facts);
  if (canonicalJson(judgement.verdict as JsonObject) !== canonicalJson(header.verdict as JsonObject)) {
    throw fail(
      'verdict_differs',
      `replay says ${judgement.verdict.outcome} ${judgement.verdict.reason ?? ''}`,
    );
  }
  if (hashState(judgement.state) !== header.state_sha256) throw fail('state_differs', 'the state differs');
  memory.keep(entry, context, judgement);
  return { ...before, state: judgement.state, head, records: judgement.records ?? {} };
}

/**
 * Continues after an erased body, which leaves only its commitment: such a step cannot be judged again. The header still has the
 * resulting state, so it cannot be replaced, and a rejection still must not have changed the state. Only inputs of agents can be
 * erased; the platform's own are always present.
 */
function crossGap(
  { state, mode, memory, gaps }: ReplayState,
  entry: TopicLedgerEntry,
  context: RecordedContext,
): Pick<ReplayState, 'state' | 'records'> {
  const fail = (message: string) => new ReplayError('state_differs', entry.sequence, message);
  const { header, erased } = entry;
  const isAgents = header.input.agent_id !== undefined;
  const mayChange = isAgents && header.verdict.outcome !== 'rejected';
  const given = (mayChange ? erased?.state : undefined) as JsonObject | undefined;
  const after = given ?? state;
  if (hashState(after) !== header.state_sha256) throw fail('its body is gone and the state changed');
  if (given && !mode.parseState(given)) throw fail('its body is gone and the state is none of its mode');
  const records = ((mayChange && erased?.records) || {}) as Record<string, JsonObject>;
  memory.keep(entry, context, { records });
  gaps.push(entry.sequence);
  return { state: after, records };
}

function follow(before: ReplayState | undefined, entry: TopicLedgerEntry): LedgerHead {
  try {
    return followLedger(before?.head, entry);
  } catch (error) {
    if (error instanceof VerificationError)
      throw new ReplayError('broken_chain', entry.sequence, error.message);
    throw error;
  }
}

function begin(find: FindMode, entry: TopicLedgerEntry, head: LedgerHead, context: ModeContext): ReplayState {
  const fail = (code: ReplayError['code'], message: string) => new ReplayError(code, entry.sequence, message);
  const terms = readTerms(entry);
  if (!terms) throw fail('bad_start', 'does not state the terms');
  const mode = find(terms.mode, terms.mode_version);
  if (!mode) throw fail('unknown_mode', `mode ${terms.mode} version ${terms.mode_version} is not known here`);
  const effective = mode.parseRules(terms.rules);
  if (!('rules' in effective) || canonicalJson(effective.rules) !== canonicalJson(terms.rules))
    throw fail('bad_start', 'its rules are not those of its mode, written out');
  if (unansweredFacts(mode.startFacts(terms.rules, context.now), context).length > 0)
    throw fail('bad_context', 'leaves out facts that the mode asks for');
  const state = mode.start(terms.rules, context);
  if (hashState(state) !== entry.header.state_sha256) throw fail('state_differs', 'the first state differs');
  const memory = new ReplayMemory();
  memory.noteHead(head);
  memory.keep(entry, context);
  return { terms, mode, state, head, memory, gaps: [], records: {} };
}

/** Reads the terms from the first entry's body, which is the platform's own and always accepted. */
function readTerms({ topic_id: topicId, header, body }: TopicLedgerEntry): TopicTerms | undefined {
  if (!body || header.input.type !== 'admin' || header.verdict.outcome !== 'accepted') return undefined;
  const terms = topicTermsSchema.safeParse(jsonObjectIn(body.text)).data;
  return terms?.topic_id === topicId ? (terms as TopicTerms) : undefined;
}

function findRawInput(
  entry: TopicLedgerEntry,
  context: RecordedContext,
  memory: ReplayMemory,
): RawInput | undefined {
  const { type, object_key: objectKey } = entry.header.input;
  const bytes = entry.body && encoder.encode(entry.body.text);
  if (type === 'message' || type === 'request') {
    if (objectKey === undefined) return undefined;
    if (context.unread) return { type, object_key: objectKey, problem: context.unread };
    if (context.sealed) return { type, object_key: objectKey, sealed: context.sealed };
    return bytes && { type, object_key: objectKey, bytes };
  }
  if (type !== 'reveal') return bytes && { type, bytes };
  if (!bytes) return undefined;
  const reveals = memory.sealedAt(revealIn(entry)?.sequence ?? 0);
  return { type, bytes, ...(reveals ? { reveals } : {}) };
}
