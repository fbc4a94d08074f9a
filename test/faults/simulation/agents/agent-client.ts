import { createHash, randomBytes } from 'node:crypto';
import { type JsonObject, type Signer, signAuthored, signerOf } from '@agent-home/protocol';
import type { StoreSettings } from '../../../../apps/cli/src/home/stores/store-settings.ts';
import { signRequest } from '../../../../packages/sdk/src/api/sign-request.ts';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import type { Journal } from '../journal/journal.ts';
import type { GrantRecord, HeardEvent, PutRecord } from '../journal/records.ts';
import { isRefusal, openAgentStore, type SimulatedAgentStore } from './agent-store.ts';

export type GrantType = 'topic_read' | 'topic_message_write' | 'topic_request_write';

export interface Held {
  record: GrantRecord;
  credential: IssuedCredential;
  store: SimulatedAgentStore;
}

interface HomeAnswer {
  status: number;
  body: Record<string, unknown>;
}

export interface SignedRequest {
  method: string;
  path: string;
  body: string;
  headers: Record<string, string>;
}

const answerWithinMs = 15_000;

/**
 * Agent without the project's SDK: it signs its own requests, uses the vendor's client with its credentials, retries nothing and
 * records everything.
 */
export class AgentClient {
  readonly agentId: string;
  readonly signer: Signer;
  readonly journal: Journal;
  readonly #url: string;
  readonly #store: StoreSettings;

  constructor(
    agentId: string,
    home: { url: string; store: StoreSettings; seed: number },
    journal: Journal,
    signer?: Signer,
  ) {
    this.agentId = agentId;
    this.journal = journal;
    this.#url = home.url;
    this.#store = home.store;
    const secret = createHash('sha256').update(`${home.seed} ${agentId}`).digest();
    this.signer = signer ?? signerOf(new Uint8Array(secret));
  }

  get storeSettings(): StoreSettings {
    return this.#store;
  }

  sign(method: string, path: string, body?: unknown): SignedRequest {
    const text = body === undefined ? '' : JSON.stringify(body);
    return { method, path, body: text, headers: this.signText(method, path, text) };
  }

  /** Returns the signature headers for any text. */
  signText(method: string, path: string, text: string): Record<string, string> {
    const surroundings = {
      now: Date.now,
      randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
    };
    const target = { method, url: new URL(this.#url + path), body: Buffer.from(text) };
    return signRequest(target, this.signer, surroundings);
  }

  /** @throws if there was no response */
  async send({ method, path, body, headers }: SignedRequest): Promise<HomeAnswer> {
    const at = Date.now();
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...headers, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
      ...(body === '' ? {} : { body }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
    const asked = `${method} ${path}`;
    this.journal.answers.push({
      who: this.agentId,
      asked,
      at,
      tookMs: Date.now() - at,
      status: answer.status,
    });
    return answer;
  }

  call(method: string, path: string, body?: unknown): Promise<HomeAnswer> {
    return this.send(this.sign(method, path, body));
  }

  /** Requests credentials, one for each grant; denied grants are left out. */
  async ask(topicId: string, types: GrantType[]): Promise<Held[]> {
    const askedAt = Date.now();
    const note = (type: GrantType, outcome: GrantRecord['outcome'], keys: GrantRecord['keys'] = []) => {
      const id = this.journal.nextId();
      const record = { id, agentId: this.agentId, topicId, type, askedAt, outcome, keys };
      if (type !== 'topic_read') this.journal.grants.push(record);
      return record;
    };
    try {
      const grants = types.map((type) => ({ type, topic_id: topicId }));
      const { status, body } = await this.call('POST', '/v1/credentials', { grants });
      if (status !== 200) throw new Error(`credentials answered ${status}`);
      const credentials = body.credentials as (IssuedCredential & { grants: { type: GrantType }[] })[];
      const granted = new Set(credentials.flatMap((one) => one.grants.map(({ type }) => type)));
      for (const type of types) if (!granted.has(type)) note(type, 'denied');
      return credentials.map((credential) => {
        const keys = credential.keys.map(({ key, not_after: end }) => ({
          key,
          notAfter: end === undefined ? undefined : Date.parse(end),
        }));
        const record = note(credential.grants[0]?.type ?? 'topic_read', 'granted', keys);
        return { record, credential, store: openAgentStore(this.#store, credential) };
      });
    } catch (error) {
      for (const type of types) note(type, 'unknown');
      throw error;
    }
  }

  /** Puts an object and records the outcome. */
  async put(
    held: Held,
    key: string,
    what: string | Buffer,
    how: string,
    notAfter?: number,
  ): Promise<PutRecord> {
    const bytes = typeof what === 'string' ? Buffer.from(what) : what;
    return this.noted(held, { key, notAfter, how, text: typeof what === 'string' ? what : undefined }, () =>
      held.store.put(key, bytes),
    );
  }

  async noted(
    { record }: Held,
    what: Pick<PutRecord, 'key' | 'notAfter' | 'how' | 'text'>,
    write: () => Promise<unknown>,
  ): Promise<PutRecord> {
    const startedAt = Date.now();
    const answer = await write().then(
      () => ({ outcome: 'stored' as const }),
      (error: { status?: number; code?: string }) => ({
        outcome: isRefusal(error) ? ('refused' as const) : ('unknown' as const),
        code: String(error.code ?? error.status ?? 'no answer'),
      }),
    );
    const put: PutRecord = {
      ...what,
      id: this.journal.nextId(),
      agentId: this.agentId,
      topicId: record.topicId,
      grantId: record.id,
      grantAskedAt: record.askedAt,
      startedAt,
      endedAt: Date.now(),
      ...answer,
    };
    this.journal.puts.push(put);
    return put;
  }

  read({ store }: Held, key: string): Promise<Uint8Array> {
    return store.get(key);
  }

  /** Reads one page of the feed and records it in the journal. */
  async readFeed(
    waitSeconds: number,
    after?: string,
  ): Promise<{ events: HeardEvent[]; cursor: string; more: boolean }> {
    const askedAt = Date.now();
    const from = after === undefined ? '' : `&after=${after}`;
    const { status, body } = await this.call('GET', `/v1/feed?wait=${waitSeconds}&limit=40${from}`);
    if (status !== 200) throw new Error(`the feed answered ${status}`);
    const page = body as unknown as { events: HeardEvent[]; cursor: string; more: boolean };
    const { agentId, journal } = this;
    const read = {
      agentId,
      askedAt,
      answeredAt: Date.now(),
      after: after !== undefined,
      events: page.events,
    };
    if (page.events.length > 0) journal.reads.push(read);
    return page;
  }

  /** Consumes these events, one by one or by the cursor of their page. */
  async acknowledge(eventIds: string[], cursor?: string): Promise<void> {
    if (eventIds.length === 0) return;
    const askedAt = Date.now();
    const body = cursor === undefined ? { event_ids: eventIds } : { event_ids: [], cursor };
    const done = await this.call('POST', '/v1/feed/ack', body).then(
      ({ status }) => status === 200,
      () => false,
    );
    const outcome = done ? 'done' : 'unknown';
    this.journal.acknowledgements.push({
      agentId: this.agentId,
      askedAt,
      answeredAt: Date.now(),
      eventIds,
      outcome,
    });
  }

  message(topicId: string, messageId: string, fields: JsonObject): string {
    return this.#document({ kind: 'topic_message', topic_id: topicId, message_id: messageId, ...fields });
  }

  request(topicId: string, requestId: string, fields: JsonObject): string {
    return this.#document({ kind: 'topic_request', topic_id: topicId, request_id: requestId, ...fields });
  }

  /** Contains a unique number, so that no two documents have the same bytes. */
  #document(fields: JsonObject): string {
    const document: JsonObject = {
      schema_version: 1,
      agent_id: this.agentId,
      created_at: new Date().toISOString(),
      written: this.journal.nextId(),
      ...fields,
    };
    return JSON.stringify(signAuthored(document, this.signer));
  }
}
