import type { AgentStore } from '@agent-home/object-store/agent';
import {
  encodeBase64Url,
  type JsonObject,
  type JsonValue,
  objectKey,
  signAuthored,
} from '@agent-home/protocol';
import { KitError } from '../errors/kit-error.ts';
import { askStore, type Credential } from '../subject/credentials.ts';
import type { KitAgent } from '../subject/kit-agent.ts';
import { patiently } from '../subject/patiently.ts';
import type { Run } from '../subject/run.ts';
import type { LedgerReading } from './ledger-reading.ts';

/** Message that the kit wrote, with its key and bytes. */
export interface Line {
  agent: KitAgent;
  key: string;
  text: string;
}

interface Ticket {
  store: AgentStore;
  credential: Credential;
  key: string;
}

/** The kit's agents in one topic. */
export class Play {
  readonly #run: Run;
  readonly #reading: LedgerReading;
  readonly #topicId: string;
  readonly #mode: string;

  constructor(run: Run, reading: LedgerReading, { topicId, mode }: { topicId: string; mode: string }) {
    this.#run = run;
    this.#reading = reading;
    this.#topicId = topicId;
    this.#mode = mode;
  }

  /** Returns a ticket for a line once the agent has the turn. */
  async ticket(agent: KitAgent): Promise<Ticket> {
    if (this.#mode === 'turn_queue') await this.#request(agent, 'queue_join');
    return this.#ask(agent, 'topic_message_write');
  }

  async say(agent: KitAgent, { store, key }: Ticket, words: string, spoiled = false): Promise<Line> {
    const document: JsonObject = {
      kind: 'topic_message',
      schema_version: 1,
      topic_id: this.#topicId,
      message_id: idIn(key),
      agent_id: agent.agentId,
      created_at: new Date().toISOString(),
      content: { text: words },
    };
    const signed = signAuthored(document, agent.signer);
    const text = JSON.stringify(spoiled ? withOtherSignature(signed) : signed);
    await put(store, key, text);
    await this.#reading.until(key, this.#run.patienceMs);
    return { agent, key, text };
  }

  async endTurn(agent: KitAgent): Promise<void> {
    if (this.#mode !== 'turn_queue') return;
    const { turn_id: turnId } = this.#reading.state?.state ?? {};
    await this.#request(agent, 'turn_done', { turn_id: turnId as JsonValue });
  }

  async #request(agent: KitAgent, type: string, payload?: JsonObject): Promise<void> {
    const { store, key } = await this.#ask(agent, 'topic_request_write');
    const document: JsonObject = {
      kind: 'topic_request',
      schema_version: 1,
      topic_id: this.#topicId,
      request_id: idIn(key),
      agent_id: agent.agentId,
      type,
      created_at: new Date().toISOString(),
      ...(payload ? { payload } : {}),
    };
    await put(store, key, JSON.stringify(signAuthored(document, agent.signer)));
    await this.#reading.until(key, this.#run.patienceMs);
  }

  async #ask(agent: KitAgent, type: string): Promise<Ticket> {
    let denied = '';
    const ticket = await patiently(async () => {
      const asked = await askStore(agent, this.#run.bucket, { type, topic_id: this.#topicId });
      if ('denied' in asked) {
        denied = asked.denied;
        return undefined;
      }
      // Each key is judged once, and a credential may still name a used one.
      const free = asked.credential.keys.find(({ key }) => !this.#reading.toEntry(key));
      return free && { ...asked, key: free.key };
    }, this.#run.patienceMs);
    if (ticket) return ticket;
    throw new KitError('bad_answer', `${agent.agentId} has no ${type} in ${this.#topicId}: ${denied}`);
  }
}

/** @throws ObjectStoreError if the ticket does not permit its key */
async function put(store: AgentStore, key: string, text: string): Promise<void> {
  await store.put(key, new TextEncoder().encode(text));
}

function withOtherSignature(document: JsonObject): JsonObject {
  const block = document.author_sig as JsonObject;
  return { ...document, author_sig: { ...block, signature: encodeBase64Url(new Uint8Array(64).fill(1)) } };
}

function idIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.json$/, '');
}

export const stateKey = (topicId: string) => objectKey('topic_state', { topic_id: topicId });
