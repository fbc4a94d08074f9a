import { type AnyMode, findMode, judge, type RawInput, type TopicTerms } from '@agent-home/modes';
import {
  canonicalJsonBytes,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  type LedgerHeader,
  objectKey,
  parseObjectKey,
  type Signer,
  signAuthored,
} from '@agent-home/protocol';
import { signer, start } from './certified-home.ts';
import type { SmallHome } from './small-home.ts';

export const topicId = 't1';
/** The client's own key, as `smallHome` makes it, and another author's, which is the one in every test card. */
export const authors: Record<string, Signer> = { ada: signer(7), bo: signer(9) };

function authorOf(agentId: string): Signer {
  const author = authors[agentId];
  if (!author) throw new Error(`no author ${agentId}`);
  return author;
}

/** A platform's part in one topic: judges, links, certifies and publishes, honestly or not. */
export class TopicLedger {
  readonly home: SmallHome;
  readonly mode: AnyMode;
  readonly terms: TopicTerms;
  state: JsonObject = {};
  sequence = 0;
  #head: string | undefined;
  #stateVersion = 0;
  readonly #numbers = new Map<string, number>();

  constructor(home: SmallHome, modeName = 'freeform', rules: JsonObject = {}) {
    const mode = findMode(modeName);
    const parsed = mode?.parseRules(rules);
    if (!mode || !parsed || !('rules' in parsed)) throw new Error(`no mode ${modeName}`);
    this.home = home;
    this.mode = mode;
    this.terms = {
      action: 'start',
      topic_id: topicId,
      mode: mode.name,
      mode_version: mode.version,
      rules: parsed.rules,
      author_signature: 'optional',
      limits: { message_bytes: 4096, request_bytes: 4096 },
    };
    this.publishManifest(mode.name, mode.version);
    this.restart();
  }

  /** Begins the history anew: what an honest platform never does. */
  restart(note = ''): void {
    this.sequence = 0;
    this.#head = undefined;
    this.#numbers.clear();
    const context = { now: new Date(start).toISOString(), ...(note === '' ? {} : { note }) };
    this.state = this.mode.start(this.terms.rules, context);
    const bytes = canonicalJsonBytes(this.terms as unknown as JsonObject);
    this.#append({ type: 'admin' }, context, { outcome: 'accepted' }, bytes);
    this.publishState();
  }

  publishManifest(mode: string, modeVersion: number): void {
    const key = objectKey('topic_manifest', { topic_id: topicId });
    const body = {
      kind: 'topic_manifest',
      schema_version: 1,
      topic_id: topicId,
      title: 'A topic',
      visibility: 'public',
      owner_id: 'platform',
      policy_version: 1,
      mode,
      mode_version: modeVersion,
    };
    this.home.bucket.objects.set(key, this.home.certified.certify(key, 1, body));
  }

  /** Judges what is at a key and publishes entry and state. */
  judge(key: string, bytes: Uint8Array): string {
    const place = parseObjectKey(key);
    if (place?.kind !== 'topic_message' && place?.kind !== 'topic_request') throw new Error(key);
    const { agent_id } = place.parts;
    const type = place.kind === 'topic_message' ? 'message' : 'request';
    const author = {
      agent_id,
      standing: 'admitted' as const,
      reader: true,
      card_version: 1,
      public_key: authors[agent_id]?.publicKey ?? '',
      last_message_number: this.#numbers.get(agent_id) ?? 0,
      last_request_number: 0,
    };
    this.#numbers.set(agent_id, author.last_message_number + 1);
    this.#judge({ type, object_key: key, bytes }, { author });
    return key;
  }

  close(): void {
    this.#judge({ type: 'admin', bytes: canonicalJsonBytes({ action: 'close' }) }, {});
  }

  /** A message of this author at its next key, judged at once. */
  say(
    agentId: string,
    text: string,
    extra: JsonObject = {},
    by: Signer | 'nobody' = authorOf(agentId),
  ): void {
    const [key = ''] = this.nextKeys(agentId);
    const document = messageOf(key, text, extra);
    this.judge(key, canonicalJsonBytes(by === 'nobody' ? document : signAuthored(document, by)));
  }

  nextKeys(agentId: string): string[] {
    const number = String((this.#numbers.get(agentId) ?? 0) + 1).padStart(6, '0');
    return [objectKey('topic_message', { topic_id: topicId, agent_id: agentId, message_id: number })];
  }

  entryKey(sequence: number): string {
    return objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  }

  publishState(changes: { state?: JsonObject; head?: string; version?: number } = {}): Uint8Array {
    const key = objectKey('topic_state', { topic_id: topicId });
    const body = {
      kind: 'topic_state',
      schema_version: 1,
      topic_id: topicId,
      mode: this.mode.name,
      mode_version: this.mode.version,
      updated_at: new Date(start).toISOString(),
      ledger: { sequence: this.sequence, head: changes.head ?? this.#head ?? '' },
      state: changes.state ?? this.state,
    };
    this.#stateVersion = changes.version ?? this.#stateVersion + 1;
    const bytes = this.home.certified.certify(key, this.#stateVersion, body);
    this.home.bucket.objects.set(key, bytes);
    return bytes;
  }

  #judge(raw: RawInput, facts: JsonObject): void {
    const context = { now: new Date(start + this.sequence * 1000).toISOString(), ...facts };
    const judgement = judge(this.mode, this.terms, this.state, raw, context);
    this.state = judgement.state;
    const author = facts.author as { agent_id: string } | undefined;
    const input = {
      type: raw.type,
      ...('object_key' in raw ? { object_key: raw.object_key } : {}),
      ...(author ? { agent_id: author.agent_id } : {}),
    };
    const recorded = judgement.unread ? { ...context, unread: judgement.unread } : context;
    const bytes = 'bytes' in raw ? raw.bytes : undefined;
    this.#append(input, recorded, judgement.verdict as JsonObject, bytes);
    this.publishState();
  }

  #append(input: JsonObject, context: JsonObject, verdict: JsonObject, bytes?: Uint8Array): void {
    const salt = new Uint8Array(32).fill(this.sequence + 1);
    this.sequence++;
    const header: JsonObject = {
      topic_id: topicId,
      sequence: this.sequence,
      ...(this.#head === undefined ? {} : { previous: this.#head }),
      input: { ...input, ...(bytes ? { commitment: commitmentOf(salt, bytes) } : {}) },
      context,
      verdict,
      state_sha256: hashState(this.state),
    };
    this.#head = hashLedgerHeader(header as unknown as LedgerHeader);
    const body = bytes && { salt: encodeBase64Url(salt), text: new TextDecoder().decode(bytes) };
    this.publishEntry(this.sequence, header, context.unread === undefined ? body : undefined);
  }

  publishEntry(sequence: number, header: JsonObject, body?: JsonObject): void {
    const key = this.entryKey(sequence);
    const entry = {
      kind: 'topic_ledger_entry',
      schema_version: 1,
      topic_id: topicId,
      sequence,
      header,
      ...(body ? { body } : {}),
    };
    this.home.bucket.objects.set(key, this.home.certified.certify(key, 1, entry));
  }
}

export function messageOf(key: string, text: string, extra: JsonObject = {}): JsonObject {
  const place = parseObjectKey(key);
  if (place?.kind !== 'topic_message') throw new Error(key);
  return {
    kind: 'topic_message',
    schema_version: 1,
    ...place.parts,
    created_at: new Date(start).toISOString(),
    content: { text },
    ...extra,
  };
}
