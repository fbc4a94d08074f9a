import type { Signer } from '@agent-home/protocol';
import type { RawRequest } from '../../../../packages/oss-emulator/src/testing/raw-request.ts';
import {
  presignedRequest,
  signedRequest,
} from '../../../../packages/oss-emulator/src/testing/sign-raw-request.ts';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import { AgentClient } from '../agents/agent-client.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ask, Caller, Memory, StoreAsk, UrlUse } from './asking.ts';
import type { Target } from './grammar/words.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';
import { loadCredential } from './rights.ts';
import { overTheWire, type Pace, type WireAnswer } from './wire.ts';

/** Hand of the hostile resident: records every response that it gets. */
export class Hand {
  readonly neighbourhood: Neighbourhood;
  readonly journal: Journal;
  readonly memory: Memory;
  readonly #production: string;

  constructor(neighbourhood: Neighbourhood, journal: Journal, memory: Memory, production = '') {
    this.neighbourhood = neighbourhood;
    this.journal = journal;
    this.memory = memory;
    this.#production = production;
  }

  as(production: string): Hand {
    return new Hand(this.neighbourhood, this.journal, this.memory, production);
  }

  get mallory(): AgentClient {
    return this.neighbourhood.mallory;
  }

  get folder(): string {
    return `tasks/${places.bazaar}/agents/${this.mallory.agentId}/`;
  }

  async api({ as, method, path, text = '', headers = {}, pace }: Ask): Promise<WireAnswer> {
    const body = Buffer.from(text);
    const answer = await overTheWire({
      url: this.neighbourhood.url,
      method,
      target: path,
      body,
      pace,
      headers: {
        ...this.#introduction(as, method, path, text),
        ...(text === '' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    this.#note(as === 'anonymous' ? 'a reader' : as, 'api', `${method} ${path}`, answer);
    return answer;
  }

  #introduction(as: Caller, method: string, path: string, text: string): Record<string, string> {
    const { mallory, leaver, owner } = this.neighbourhood;
    if (as === 'owner') return { authorization: `Bearer ${owner.token}` };
    if (as === 'forged') return { authorization: 'Bearer none-that-there-ever-was' };
    if (as === 'anonymous') return {};
    return (as === 'leaver' ? leaver : mallory).signText(method, path, text);
  }

  /** Registers an unknown agent. */
  async newcomer(signer: Signer, body: { agent_id: string }): Promise<void> {
    const { url, store } = this.neighbourhood;
    const client = new AgentClient(body.agent_id, { url, store, seed: 0 }, this.journal, signer);
    const text = JSON.stringify(body);
    const headers = { ...client.signText('POST', '/v1/agents', text), 'content-type': 'application/json' };
    const target = '/v1/agents';
    const answer = await overTheWire({ url, method: 'POST', target, headers, body: Buffer.from(text) });
    this.#note(body.agent_id, 'api', `POST ${target}`, answer);
  }

  /** Sends a request signed with the credential of one grant; `undefined` if it was not granted. */
  async store(grant: Record<string, string>, ask: StoreAsk): Promise<WireAnswer | undefined> {
    const credential = await this.credential(grant);
    return credential && this.storeWith(credential, ask);
  }

  async storeWith(credential: IssuedCredential, { pace, ...ask }: StoreAsk): Promise<WireAnswer> {
    const signed = signedRequest(ask, this.#signing(credential));
    const answer = await this.#overToStore(signed, pace);
    this.#note(this.mallory.agentId, 'store', `${signed.method} ${signed.target}`, answer);
    return answer;
  }

  /** Sends a request with only a presigned URL: as signed, or changed. */
  async throughUrl(credential: IssuedCredential, { ask, signing, change }: UrlUse): Promise<WireAnswer> {
    const url = presignedRequest(ask, { ...this.#signing(credential), ...signing });
    const used = change?.(url) ?? url;
    const answer = await this.#overToStore(used, ask.pace);
    this.#note('a reader', 'store', `${used.method} ${used.target.split('?')[0]} (by a URL)`, answer);
    return answer;
  }

  get #place() {
    const { store } = this.neighbourhood;
    if (store.kind !== 'aliyun') throw new Error('the hostile resident speaks the dialect of OSS');
    return store.place;
  }

  #signing(credential: IssuedCredential) {
    const { bucket, region } = this.#place;
    return {
      accessKeyId: credential.access_key_id,
      accessKeySecret: credential.access_key_secret,
      securityToken: credential.security_token,
      bucket,
      region: region.replace(/^oss-/, ''),
    };
  }

  #overToStore({ method, target, headers = {}, body }: RawRequest, pace?: Pace): Promise<WireAnswer> {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    return overTheWire({ url: this.#place.endpoint, method, target, headers, body: bytes, pace });
  }

  /** Kept for a while, as a resident does. */
  async credential(grant: Record<string, string>): Promise<IssuedCredential | undefined> {
    const name = JSON.stringify(grant);
    const known = this.memory.credentials.get(name);
    if (known && known.until > Date.now()) return known.credential;
    const credential = await loadCredential(this.mallory, grant).catch(() => undefined);
    if (credential) this.memory.credentials.set(name, { credential, until: Date.now() + 20_000 });
    return credential;
  }

  /** Returns the key of a target, relative to one of its own. */
  getKey(target: Target, own: string): string {
    const { privateKeys } = this.neighbourhood;
    if (typeof target === 'object')
      return privateKeys[Math.floor(target.private * privateKeys.length)]?.key ?? own;
    const keys = {
      itself: own,
      loop: `${this.folder}loop-${own.length % 2}`,
      dangling: `${this.folder}nothing-here`,
      keys: 'platform/keys.json',
      index: `${this.folder}index.json`,
    };
    return keys[target];
  }

  /** Returns a key that it has written before, selected by a number between 0 and 1. */
  knownKey(which: number): string {
    const keys = [...this.memory.written];
    return keys[Math.floor(which * keys.length)] ?? `${this.folder}work-0.txt`;
  }

  #note(who: string, from: 'api' | 'store', asked: string, answer: WireAnswer): void {
    const { status, head, body, tookMs } = answer;
    const at = Date.now();
    this.journal.receptions.push({
      who,
      production: this.#production,
      from,
      asked: asked.slice(0, 600),
      at,
      tookMs,
      status,
      head,
      body,
    });
  }
}
