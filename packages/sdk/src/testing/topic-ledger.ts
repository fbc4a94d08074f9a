import {
  type AnyMode,
  type AuthorFacts,
  type Effect,
  findMode,
  type ModeContext,
  type RawInput,
  type TopicTerms,
  type Writable,
} from '@agent-home/modes';
import { TestLedger } from '@agent-home/modes/testing';
import {
  asJson,
  canonicalJsonBytes,
  type JsonObject,
  objectKey,
  parseObjectKey,
  type Signer,
  signAuthored,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { start } from './certified-home.ts';
import type { SmallHome } from './small-home.ts';
import { authors, getAuthor, getRequest, toMessage, topicId } from './topic-authors.ts';

/** A platform's part in one topic: judges, links, certifies and publishes, honestly or not. */
export class TopicLedger {
  readonly home: Pick<SmallHome, 'bucket' | 'certified'>;
  readonly mode: AnyMode;
  readonly terms: TopicTerms;
  #ledger: TestLedger;
  #stateVersion = 0;
  #manifestVersion = 0;
  readonly #numbers = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  readonly #decisions = new Map<string, number>();
  /** Seconds by which the platform's clock is ahead of one second per entry. */
  aheadSeconds = 0;
  /** Changes the words that a dishonest platform reveals. */
  distort: (text: string) => string = (text) => text;
  /** True if it accepts inputs that name a different history from the one it shows. */
  isForging = false;

  constructor(home: Pick<SmallHome, 'bucket' | 'certified'>, modeName = 'freeform', rules: JsonObject = {}) {
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
    this.#ledger = this.#begun();
    this.publishState();
  }

  get state(): JsonObject {
    return this.#ledger.state;
  }

  get sequence(): number {
    return this.#ledger.entries.length;
  }

  /** Restarts the history, which an honest platform never does. */
  restart(note = ''): void {
    this.#numbers.clear();
    this.#ledger = this.#begun(note === '' ? {} : { note });
    this.publishState();
  }

  #begun(given: { note?: string } = {}): TestLedger {
    const context = { now: new Date(start).toISOString(), ...given };
    return new TestLedger(this.mode, this.terms, context, {
      onEntry: (entry, effects) => this.#publish(entry, effects),
      distort: (text) => this.distort(text),
      isForging: () => this.isForging,
    });
  }

  publishManifest(mode: string, modeVersion: number, fields: JsonObject = {}): void {
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
      ...(mode === this.mode.name ? { rules: this.terms.rules } : {}),
      ...fields,
    };
    this.home.bucket.objects.set(key, this.home.certified.certify(key, ++this.#manifestVersion, body));
  }

  /** Judges the object at a key and publishes entry and state. */
  judge(key: string, bytes: Uint8Array): string {
    const place = parseObjectKey(key);
    if (place?.kind !== 'topic_message' && place?.kind !== 'topic_request') throw new Error(key);
    const { agent_id } = place.parts;
    const type = place.kind === 'topic_message' ? 'message' : 'request';
    const author = this.authorFacts(agent_id);
    const numbers = type === 'message' ? this.#numbers : this.#requests;
    numbers.set(agent_id, (numbers.get(agent_id) ?? 0) + 1);
    this.#judge({ type, object_key: key, bytes }, author);
    return key;
  }

  authorFacts(agentId: string): AuthorFacts {
    return {
      agent_id: agentId,
      standing: 'admitted',
      reader: true,
      card_version: 1,
      public_key: authors[agentId]?.publicKey ?? '',
      last_message_number: this.#numbers.get(agentId) ?? 0,
      last_request_number: this.#requests.get(agentId) ?? 0,
    };
  }

  /** Adds the platform's input at the mode's deadline. */
  deadline(): void {
    const due = Date.parse(this.mode.deadline(this.state) ?? '');
    this.aheadSeconds = Math.max(this.aheadSeconds, (due - start) / 1000 - this.sequence);
    this.#judge({ type: 'deadline', bytes: canonicalJsonBytes({}) });
  }

  close(): void {
    this.#judge({ type: 'admin', bytes: canonicalJsonBytes({ action: 'close' }) });
  }

  /** Adds a message of this author at its next key, judged at once. */
  say(
    agentId: string,
    text: string,
    extra: JsonObject = {},
    by: Signer | 'nobody' = getAuthor(agentId),
  ): void {
    const [key = ''] = this.nextKeys(agentId);
    const document = toMessage(key, text, extra);
    this.judge(key, canonicalJsonBytes(by === 'nobody' ? document : signAuthored(document, by)));
  }

  /** Adds a request of this author at its next key, judged at once. */
  request(agentId: string, type: string, payload?: JsonObject): void {
    const [key = ''] = this.nextKeys(agentId, 'request');
    const document = getRequest(key, type, payload);
    this.judge(key, canonicalJsonBytes(signAuthored(document, getAuthor(agentId))));
  }

  /** Returns the keys that the mode lets this author write now; otherwise the next numbered id. */
  nextKeys(agentId: string, what: 'message' | 'request' = 'message'): string[] {
    const answer = this.writable(agentId, what);
    const { last_message_number, last_request_number } = this.authorFacts(agentId);
    const number = String((what === 'message' ? last_message_number : last_request_number) + 1);
    const numbered = `${what === 'message' ? '' : 'r'}${number.padStart(6, '0')}`;
    const id = 'ids' in answer ? (answer.ids[0]?.id ?? numbered) : numbered;
    const place = { topic_id: topicId, agent_id: agentId };
    return what === 'message'
      ? [objectKey('topic_message', { ...place, message_id: id })]
      : [objectKey('topic_request', { ...place, request_id: id })];
  }

  /** Returns the mode's decision about this author's writing now. */
  writable(agentId: string, what: 'message' | 'request'): Writable {
    const author = this.authorFacts(agentId);
    const { state, terms, mode } = this;
    const write = what === 'message' ? mode.writableMessages : mode.writableRequests;
    const ask = (known: ModeContext) => mode.facts(state, { write: what, author }, terms.rules, known);
    return write(state, author, terms.rules, this.#ledger.answered({ now: this.#now(), author }, ask));
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
      ledger: { sequence: this.sequence, head: changes.head ?? this.#ledger.head ?? '' },
      state: changes.state ?? this.state,
    };
    this.#stateVersion = changes.version ?? this.#stateVersion + 1;
    const bytes = this.home.certified.certify(key, this.#stateVersion, body);
    this.home.bucket.objects.set(key, bytes);
    return bytes;
  }

  #now(): string {
    return new Date(start + (this.sequence + this.aheadSeconds) * 1000).toISOString();
  }

  #judge(raw: RawInput, author?: AuthorFacts): void {
    this.#ledger.judge(raw, { now: this.#now(), ...(author ? { author } : {}) });
    this.publishState();
  }

  #publish({ sequence, header, body }: TopicLedgerEntry, effects: Effect[]): void {
    for (const effect of effects)
      if (effect.type === 'proposal_decided') this.publishDecision(asJson(effect.decision));
    this.publishEntry(sequence, header as JsonObject, body as JsonObject | undefined);
  }

  /** Publishes a certified decision at its key, each time with the next version. */
  publishDecision({ payload: _, ...decision }: JsonObject): void {
    const { agent_id, request_id } = decision as { agent_id: string; request_id: string };
    const key = objectKey('topic_request_result', { topic_id: topicId, agent_id, request_id });
    const version = (this.#decisions.get(key) ?? 0) + 1;
    this.#decisions.set(key, version);
    const body = { kind: 'topic_request_result', schema_version: 1, topic_id: topicId, ...decision };
    const decided = { ...body, decided_at: this.#now() };
    this.publishResult(key, this.home.certified.certify(key, version, decided));
  }

  publishResult(key: string, bytes: Uint8Array): void {
    this.home.bucket.objects.set(key, bytes);
  }

  publishSummary(summary: string, version = 1, head = this.#ledger.head ?? ''): void {
    const key = objectKey('topic_summary', { topic_id: topicId });
    const body = {
      kind: 'topic_summary',
      schema_version: 1,
      topic_id: topicId,
      updated_at: this.#now(),
      summary,
      method: 'extractive',
      ledger: { sequence: this.sequence, head },
    };
    this.home.bucket.objects.set(key, this.home.certified.certify(key, version, body));
  }

  publishEntry(sequence: number, header: JsonObject, body?: JsonObject): void {
    const key = this.entryKey(sequence);
    const kind = { kind: 'topic_ledger_entry', schema_version: 1, topic_id: topicId };
    const entry = { ...kind, sequence, header, ...(body ? { body } : {}) };
    this.home.bucket.objects.set(key, this.home.certified.certify(key, 1, entry));
  }
}
