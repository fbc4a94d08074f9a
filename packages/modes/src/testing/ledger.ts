import {
  canonicalJsonBytes,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  type LedgerHeader,
  sha256,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { type Judgement, judge, type RawInput } from '../judge/judge.ts';
import type { TopicTerms } from '../judge/topic-terms.ts';
import type { AnyMode, ModeContext } from '../mode.ts';

/** Builds a ledger as the platform's writer does, in memory and without certificates. */
export class TestLedger {
  readonly entries: TopicLedgerEntry[] = [];
  readonly mode: AnyMode;
  readonly terms: TopicTerms;
  state: JsonObject;
  #head: string | undefined;

  constructor(mode: AnyMode, terms: TopicTerms, context: ModeContext) {
    this.mode = mode;
    this.terms = terms;
    this.state = mode.start(terms.rules, context);
    const bytes = canonicalJsonBytes(terms as unknown as JsonObject);
    this.#append({ type: 'admin' }, context, { outcome: 'accepted' }, bytes);
  }

  judge(raw: RawInput, context: ModeContext): Judgement {
    const judgement = judge(this.mode, this.terms, this.state, raw, context);
    this.state = judgement.state;
    const input = {
      type: raw.type,
      ...('object_key' in raw ? { object_key: raw.object_key } : {}),
      ...(context.author ? { agent_id: context.author.agent_id } : {}),
    };
    const recorded = judgement.unread ? { ...context, unread: judgement.unread } : context;
    const bytes = 'bytes' in raw ? raw.bytes : undefined;
    this.#append(input, recorded, judgement.verdict, bytes, judgement.unread === undefined);
    return judgement;
  }

  #append(
    input: Omit<LedgerHeader['input'], 'commitment'>,
    context: ModeContext,
    verdict: LedgerHeader['verdict'],
    bytes: Uint8Array | undefined,
    withBody = true,
  ): void {
    const sequence = this.entries.length + 1;
    const { topic_id } = this.terms;
    const salt = sha256(new TextEncoder().encode(`salt ${sequence}`));
    const header = {
      topic_id,
      sequence,
      ...(this.#head === undefined ? {} : { previous: this.#head }),
      input: { ...input, ...(bytes ? { commitment: commitmentOf(salt, bytes) } : {}) },
      context,
      verdict,
      state_sha256: hashState(this.state),
    } as LedgerHeader;
    this.#head = hashLedgerHeader(header);
    const body =
      bytes && withBody ? { salt: encodeBase64Url(salt), text: new TextDecoder().decode(bytes) } : undefined;
    const entry = { kind: 'topic_ledger_entry', schema_version: 1, topic_id, sequence, header };
    this.entries.push({ ...entry, ...(body ? { body } : {}) } as unknown as TopicLedgerEntry);
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
