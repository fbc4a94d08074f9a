import {
  asJson,
  canonicalJsonBytes,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  type LedgerHead,
  type LedgerHeader,
  namesEntry,
  sha256,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { decide, factsWanted, type Judgement } from '../../judge/judge.ts';
import { openInput, type RawInput, type SealedInput } from '../../judge/open-input.ts';
import type { TopicTerms } from '../../judge/topic-terms.ts';
import type { FactRequest } from '../../mode/facts.ts';
import type { AnyMode, AuthorFacts, Effect, ModeContext, Owed } from '../../mode/mode.ts';
import { testSecret, withFacts } from './answer-facts.ts';

interface Kept extends SealedInput {
  sequence: number;
  author: AuthorFacts;
  salt: Uint8Array;
  bytes: Uint8Array;
}

/** Hooks of the ledger's publisher. */
interface TestLedgerHooks {
  /** Receives each written entry with the effects that the mode requested. */
  onEntry?: (entry: TopicLedgerEntry, effects: Effect[]) => void;
  /** Changes the words that a dishonest platform reveals. */
  distort?: (text: string) => string;
  /** Returns true if the platform accepts inputs written after another history than the one it shows. */
  isForging?: () => boolean;
}

/** Builds a ledger as the platform's writer does, in memory and without certificates. */
export class TestLedger {
  readonly entries: TopicLedgerEntry[] = [];
  readonly mode: AnyMode;
  readonly terms: TopicTerms;
  state: JsonObject;
  head: string | undefined;
  readonly #hooks: TestLedgerHooks;

  readonly #records = new Map<string, JsonObject>();
  readonly #sealed = new Map<string, Kept>();

  constructor(mode: AnyMode, terms: TopicTerms, context: ModeContext, hooks: TestLedgerHooks = {}) {
    this.mode = mode;
    this.terms = terms;
    this.#hooks = hooks;
    const answered = withFacts(context, () => mode.startFacts(terms.rules, context.now), this.#records, 1);
    this.state = mode.start(terms.rules, answered);
    const bytes = canonicalJsonBytes(asJson(terms));
    this.#append({ type: 'admin' }, answered, { outcome: 'accepted' }, bytes);
  }

  /** Returns a context with all facts that the mode requests. */
  answered(context: ModeContext, ask: (known: ModeContext) => FactRequest[]): ModeContext {
    return withFacts(context, ask, this.#records, this.entries.length + 1);
  }

  /** Judges an input and all inputs that the platform owes because of it. */
  judge(raw: RawInput, context: ModeContext): Judgement {
    const judgement = this.#judgeOne(raw, context);
    for (let owed = this.mode.owed(this.state); owed; owed = this.mode.owed(this.state))
      this.#settle(owed, context);
    return judgement;
  }

  #settle(owed: Owed, { now }: ModeContext): void {
    if ('reveal_secret' in owed) {
      this.#judgeOne({ type: 'reveal', bytes: canonicalJsonBytes({ random_secret: testSecret }) }, { now });
      return;
    }
    const { what, agent_id: agentId, id } = owed.reveal;
    const key = `topics/${this.terms.topic_id}/${what}s/${agentId}/${id}.json`;
    const kept = this.#sealed.get(key);
    if (!kept) throw new Error(`nothing is sealed at ${key}`);
    const text = new TextDecoder().decode(kept.bytes);
    const reveal = (shown: string) =>
      canonicalJsonBytes({ sequence: kept.sequence, salt: encodeBase64Url(kept.salt), text: shown });
    const raw = { type: 'reveal' as const, bytes: reveal(text), reveals: kept };
    const shown = this.#hooks.distort?.(text) ?? text;
    this.#judgeOne(raw, { now, author: kept.author }, reveal(shown));
  }

  #judgeOne(raw: RawInput, context: ModeContext, published?: Uint8Array): Judgement {
    const { mode, terms, state } = this;
    const sequence = this.entries.length + 1;
    const { seen } = openInput(mode, terms, state, raw, context) as { seen?: LedgerHead };
    const chain = this.#hooks.isForging?.() ? undefined : this.#contradicted(seen);
    const given = chain ? { ...context, chain } : context;
    const opened = openInput(mode, terms, state, raw, given);
    const ask = (known: ModeContext) => factsWanted(mode, terms, state, opened, known);
    const answered = this.answered(given, ask);
    const judgement = decide(mode, terms, state, opened, answered);
    this.state = judgement.state;
    for (const [key, value] of Object.entries(judgement.records ?? {})) this.#records.set(key, value);
    const input = {
      type: raw.type,
      ...('object_key' in raw ? { object_key: raw.object_key } : {}),
      ...(context.author ? { agent_id: context.author.agent_id } : {}),
    };
    const { unread, sealed } = judgement;
    const recorded = { ...answered, ...(unread ? { unread } : {}), ...(sealed ? { sealed } : {}) };
    const bytes = published ?? ('bytes' in raw ? raw.bytes : undefined);
    const body = unread || sealed ? 'kept back' : 'shown';
    const { salt, commitment } = this.#append(
      input,
      recorded,
      judgement.verdict,
      bytes,
      body,
      judgement.effects,
    );
    const { author } = context;
    if (sealed && bytes && commitment && author && (raw.type === 'message' || raw.type === 'request')) {
      const place = { type: raw.type, object_key: raw.object_key, commitment };
      const kept = { ...place, sequence, salt, bytes, author };
      if (judgement.verdict.outcome !== 'rejected') this.#sealed.set(raw.object_key, kept);
    }
    return judgement;
  }

  #contradicted(seen: LedgerHead | undefined): ModeContext['chain'] {
    if (!namesEntry(seen)) return undefined;
    const entry = this.entries[seen.sequence - 1];
    const hash = entry ? hashLedgerHeader(entry.header) : null;
    return hash === seen.hash ? undefined : { sequence: seen.sequence, hash };
  }

  #append(
    input: Omit<LedgerHeader['input'], 'commitment'>,
    context: ModeContext,
    verdict: LedgerHeader['verdict'],
    bytes: Uint8Array | undefined,
    shown: 'shown' | 'kept back' = 'shown',
    effects: Effect[] = [],
  ): { salt: Uint8Array; commitment: string | undefined } {
    const sequence = this.entries.length + 1;
    const { topic_id } = this.terms;
    const salt = sha256(new TextEncoder().encode(`salt ${sequence}`));
    const header = {
      topic_id,
      sequence,
      ...(this.head === undefined ? {} : { previous: this.head }),
      input: { ...input, ...(bytes ? { commitment: commitmentOf(salt, bytes) } : {}) },
      context,
      verdict,
      state_sha256: hashState(this.state),
    } as LedgerHeader;
    this.head = hashLedgerHeader(header);
    const body =
      bytes && shown === 'shown'
        ? { salt: encodeBase64Url(salt), text: new TextDecoder().decode(bytes) }
        : undefined;
    // Its parts have types of their own; the suites validate the whole against its schema.
    const entry = {
      kind: 'topic_ledger_entry',
      schema_version: 1,
      topic_id,
      sequence,
      header,
      ...(body ? { body } : {}),
    } as unknown as TopicLedgerEntry;
    this.entries.push(entry);
    this.#hooks.onEntry?.(entry, effects);
    return { salt, commitment: header.input.commitment };
  }
}

/** Chains entries again after one was changed, as a platform could that rewrites its own history. */
export function rechained(entries: readonly TopicLedgerEntry[]): TopicLedgerEntry[] {
  let previous: string | undefined;
  return entries.map((entry, index) => {
    const { previous: _, ...rest } = entry.header;
    const sequence = index + 1;
    const header = { ...rest, sequence, ...(previous === undefined ? {} : { previous }) } as LedgerHeader;
    previous = hashLedgerHeader(header);
    return { ...entry, sequence, header };
  });
}
