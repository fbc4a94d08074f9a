import { type AgentStore, ObjectStoreError } from '@agent-home/object-store/agent';
import {
  canonicalJsonBytes,
  JsonError,
  type JsonObject,
  type LedgerHead,
  parseObjectKey,
  type Signer,
  signAuthored,
  topicMessageSchema,
  topicRequestSchema,
} from '@agent-home/protocol';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import { ConnectionError } from '../errors/api-error.ts';
import { InputRejectedError, TopicError } from '../errors/topic-error.ts';
import type { Surroundings } from '../shared/clock.ts';
import { InTurn } from '../shared/in-turn.ts';
import type { LedgerReader } from '../topic-reading/ledger-reader.ts';
import type { StateWatcher } from '../topic-reading/state-watcher.ts';
import { awaitVerdict, type Judged, verdictUpTo } from './verdict.ts';

type Purpose = 'message' | 'request';

/** Input as it will be stored in the bucket, created but not sent. It contains no secret and may be stored in a file. */
export interface PreparedInput {
  purpose: Purpose;
  objectKey: string;
  /** The signed document, as canonical JSON. */
  document: string;
  /** Sequence of the ledger before the input was created; its verdict comes later. */
  after: number;
}

/** Signal and timeout of a message or request. */
export interface PostOptions {
  signal?: AbortSignal | undefined;
  /** Default true: anything but acceptance is an `InputRejectedError`. */
  throwOnRejection?: boolean | undefined;
  /** Default 30: how long to wait for the platform's verdict. */
  judgeTimeoutSeconds?: number | undefined;
}

/** Content of an input, before it gets an id and a time. */
type Draft = { content: JsonObject; meta?: JsonObject } | { type: string; payload?: JsonObject };
/** Content that depends on its id is created once the id is known. */
type Drafted = Draft | ((id: string, agentId: string) => Promise<Draft>);

/** Number of times that a key may turn out to be used by an earlier, forgotten write of our own. */
const maxAttempts = 3;

/** Writes signed inputs at the exact keys currently allowed, and waits for their verdicts in the ledger. */
export class InputWriter {
  readonly #topicId: string;
  readonly #agentId: () => Promise<string>;
  readonly #signer: Signer;
  readonly #credentials: CredentialManager;
  readonly #ledger: LedgerReader;
  readonly #watcher: StateWatcher;
  readonly #surroundings: Surroundings;
  /** One at a time, because the home returns the same next key to all callers until it is judged. */
  readonly #turns: Record<Purpose, InTurn> = { message: new InTurn(), request: new InTurn() };

  constructor(parts: {
    topicId: string;
    agentId: () => Promise<string>;
    signer: Signer;
    credentials: CredentialManager;
    ledger: LedgerReader;
    watcher: StateWatcher;
    surroundings: Surroundings;
  }) {
    this.#topicId = parts.topicId;
    this.#agentId = parts.agentId;
    this.#signer = parts.signer;
    this.#credentials = parts.credentials;
    this.#ledger = parts.ledger;
    this.#watcher = parts.watcher;
    this.#surroundings = parts.surroundings;
  }

  async post(purpose: Purpose, draft: Drafted, options: PostOptions = {}): Promise<Judged> {
    const judged = await this.#turns[purpose].run(() => this.#postInTurn(purpose, draft, options));
    const { outcome } = judged;
    if (outcome !== 'accepted' && options.throwOnRejection !== false) {
      throw new InputRejectedError({ ...judged, outcome });
    }
    return judged;
  }

  /** Chooses the key and creates the signed document without sending it, so that a crash before `postPrepared` sends nothing. */
  async prepare(purpose: Purpose, drafted: Drafted, options: PostOptions = {}): Promise<PreparedInput> {
    return this.#turns[purpose].run(async () => {
      const { key, text, after } = await this.#drafted(purpose, drafted, options);
      return { purpose, objectKey: key, document: text, after };
    });
  }

  /**
   * Puts a prepared input and waits for the verdict. Idempotent across calls and processes: its key is judged once, and these bytes
   * are its own, so the ledger contains the input once.
   * @throws TopicError `key_taken` if other bytes were judged there, or its time is over
   */
  async postPrepared(prepared: PreparedInput, options: PostOptions = {}): Promise<Judged> {
    const judged = await this.#turns[prepared.purpose].run(() => this.#postAgain(prepared, options));
    const { outcome } = judged;
    if (outcome !== 'accepted' && options.throwOnRejection !== false)
      throw new InputRejectedError({ ...judged, outcome });
    return judged;
  }

  /** Returns the verdict on a prepared input, if there is one; never puts anything. */
  async verdictOn(prepared: PreparedInput, signal?: AbortSignal): Promise<Judged | undefined> {
    const { ledger: head } = await this.#watcher.beyond(0, signal);
    return verdictUpTo(head, { ...this.#request(prepared, { signal }), ledger: this.#ledger });
  }

  async #postAgain(prepared: PreparedInput, options: PostOptions): Promise<Judged> {
    const before = await this.verdictOn(prepared, options.signal);
    if (before) return before;
    const grant = { type: `topic_${prepared.purpose}_write`, topic_id: this.#topicId } as const;
    const access = await this.#credentials.writing(grant);
    const part = access.parts.find(({ keys }) => keys.some(({ key }) => key === prepared.objectKey));
    const taken = () =>
      new TopicError(
        'key_taken',
        this.#topicId,
        'the prepared message can no longer be written; prepare it again',
      );
    if (!part) throw taken();
    const bytes = new TextEncoder().encode(prepared.document);
    const unknown = await put(() =>
      part.store.put(prepared.objectKey, bytes, { contentType: 'application/json' }),
    );
    this.#watcher.wake();
    const judged = await awaitVerdict({ ...this.#request(prepared, options), cause: unknown });
    if (!judged) throw taken();
    return judged;
  }

  #request({ objectKey, document, after }: PreparedInput, { signal, judgeTimeoutSeconds }: PostOptions) {
    return {
      topicId: this.#topicId,
      key: objectKey,
      text: document,
      after,
      ledger: this.#ledger,
      watcher: this.#watcher,
      signal,
      timeoutMs: (judgeTimeoutSeconds ?? 30) * 1000,
      cause: undefined,
    };
  }

  async #postInTurn(purpose: Purpose, draft: Drafted, options: PostOptions): Promise<Judged> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      options.signal?.throwIfAborted();
      const judged = await this.#attempt(purpose, draft, options);
      if (judged) return judged;
    }
    throw new TopicError(
      'key_taken',
      this.#topicId,
      'earlier inputs of this agent were judged instead; retry',
    );
  }

  /** Returns `undefined` if the platform judged other bytes at this key, so that these were never judged. */
  async #attempt(purpose: Purpose, drafted: Drafted, options: PostOptions): Promise<Judged | undefined> {
    const { store, key, text, after } = await this.#drafted(purpose, drafted, options);
    const bytes = new TextEncoder().encode(text);
    const unknown = await put(() => store.put(key, bytes, { contentType: 'application/json' }));
    this.#watcher.wake();
    const prepared = { purpose, objectKey: key, document: text, after };
    return awaitVerdict({ ...this.#request(prepared, options), cause: unknown });
  }

  /** Returns the current key and the document to be written there. */
  async #drafted(
    purpose: Purpose,
    drafted: Drafted,
    options: PostOptions,
  ): Promise<{ store: AgentStore; key: string; text: string; after: number }> {
    const grant = { type: `topic_${purpose}_write`, topic_id: this.#topicId } as const;
    const [access, seen, agentId] = await Promise.all([
      this.#credentials.writing(grant),
      this.#seen(options.signal),
      this.#agentId(),
    ]);
    const [place] = access.parts
      .flatMap(({ store, keys }) => keys.map(({ key }) => ({ store, key })))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    if (!place) throw new ConnectionError('bad_answer', 'the home granted a write without a key');
    const id = place.key.slice(place.key.lastIndexOf('/') + 1).replace(/\.json$/, '');
    const draft = typeof drafted === 'function' ? await drafted(id, agentId) : drafted;
    const bytes = this.#document(place.key, agentId, draft, seen);
    return {
      store: place.store,
      key: place.key,
      text: new TextDecoder().decode(bytes),
      after: seen.sequence,
    };
  }

  /** Returns the last entry that this agent has read; an agent without one starts at the newest. */
  async #seen(signal: AbortSignal | undefined): Promise<LedgerHead> {
    return this.#ledger.head ?? this.#ledger.anchorAt((await this.#watcher.beyond(0, signal)).ledger);
  }

  #document(key: string, agentId: string, draft: Draft, seen: LedgerHead): Uint8Array {
    const place = parseObjectKey(key);
    if (place?.kind !== 'topic_message' && place?.kind !== 'topic_request') {
      throw new ConnectionError('bad_answer', 'the home granted a key of another kind');
    }
    const { topic_id, agent_id, ...id } = place.parts;
    // Rejects a granted key of another topic or author before signing.
    if (topic_id !== this.#topicId || agent_id !== agentId) {
      throw new ConnectionError('bad_answer', 'the home granted the key of another agent or topic');
    }
    const document = {
      kind: place.kind,
      schema_version: 1,
      topic_id,
      agent_id,
      ...id,
      created_at: new Date(this.#surroundings.now()).toISOString(),
      ...draft,
      seen: { sequence: seen.sequence, hash: seen.hash },
    };
    const schema = place.kind === 'topic_message' ? topicMessageSchema : topicRequestSchema;
    const problem = schema.safeParse(document).error?.issues[0];
    if (problem) {
      throw new TopicError('invalid_input', this.#topicId, `${problem.path.join('.')}: ${problem.message}`);
    }
    try {
      return canonicalJsonBytes(signAuthored(document as JsonObject, this.#signer));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw new TopicError('invalid_input', this.#topicId, `the input is not JSON: ${error.code}`, {
        cause: error,
      });
    }
  }
}

/** Returns an error after which the object may still be in the bucket, or is; throws any other. */
async function put(attempt: () => Promise<unknown>): Promise<ObjectStoreError | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    const isUnknown =
      error instanceof ObjectStoreError && ['timeout', 'unavailable', 'already_exists'].includes(error.code);
    if (isUnknown) return error;
    throw error;
  }
}
