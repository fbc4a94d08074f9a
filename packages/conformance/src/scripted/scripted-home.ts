import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  agentEndpoints,
  credentialEndpoints,
  feedEndpoints,
  reportEndpoints,
  trustEndpoints,
} from '@agent-home/http-contract';
import { objectKey, parseObjectKey } from '@agent-home/protocol';
import { MadeObjects, sha256Of } from './made-objects.ts';
import type { MadeTopic } from './made-topic.ts';

export interface ApiRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ScriptedReply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

const bucket = 'scripted-home';
const longestHold = 500;

/**
 * Home that follows a scenario, over HTTP: its API and its bucket on one port, with keys of its own. Without a
 * scenario it is honest.
 */
export class ScriptedHome {
  readonly made = new MadeObjects();
  readonly agentId = 'ada';
  readonly requests: ApiRequest[] = [];
  readonly reported: unknown[] = [];
  topic: MadeTopic | undefined;
  /** Hook before the API's honest response; its reply is sent instead. */
  onApi: ((request: ApiRequest) => ScriptedReply | undefined) | undefined;
  /** Hook before an object is served; its result is served instead. */
  onGet: ((key: string, bytes: Uint8Array | undefined) => Promise<Uint8Array | undefined>) | undefined;
  /** Called with each message that was put. */
  onLine: ((key: string, text: string) => void) | undefined;
  /** Newest versions that the home names, by object key. */
  heads: Record<string, { version: number; sha256: string }> = {};
  /** Returns the time when the ticket for the next line expires. */
  ticketEnds = () => Date.now() + 60_000;
  readonly #server: Server;
  readonly #closing = new AbortController();

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<ScriptedHome> {
    const home = new ScriptedHome();
    home.#server.listen(0, '127.0.0.1');
    await once(home.#server, 'listening');
    return home;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    if (path.startsWith(`/${bucket}/`)) {
      const key = decodeURIComponent((path.split('?')[0] ?? '').slice(bucket.length + 2));
      await (method === 'PUT' ? this.#put(key, body, response) : this.#get(key, response));
      return;
    }
    const asked = { method, path, headers: request.headers, body: body.toString('utf8') };
    this.requests.push(asked);
    const { status = 200, headers = {}, body: answer } = this.onApi?.(asked) ?? (await this.#answer(asked));
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(text);
  }

  async #get(key: string, response: ServerResponse): Promise<void> {
    const lies = this.made.objects.get(key);
    const bytes = this.onGet ? await this.onGet(key, lies) : lies;
    if (!bytes) {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': bytes.length,
      etag: `"${sha256Of(bytes).slice(0, 32)}"`,
      'last-modified': new Date().toUTCString(),
    });
    response.end(bytes);
  }

  async #put(key: string, bytes: Buffer, response: ServerResponse): Promise<void> {
    this.made.objects.set(key, bytes);
    if (parseObjectKey(key)?.kind === 'topic_message') this.#judge(key, bytes.toString('utf8'));
    response.writeHead(200, { etag: `"${sha256Of(bytes).slice(0, 32)}"` });
    response.end();
  }

  #judge(key: string, text: string): void {
    if (this.onLine) {
      this.onLine(key, text);
      return;
    }
    this.topic?.add({ type: 'message', agent_id: this.agentId, object_key: key }, text);
    this.topic?.publish();
  }

  async #answer({ method, path, body }: ApiRequest): Promise<ScriptedReply> {
    const [place = '', query = ''] = path.split('?');
    if (place === trustEndpoints.readKeyList.path)
      return { body: Buffer.from(this.made.objects.get(objectKey('platform_keys')) ?? []).toString() };
    if (place === credentialEndpoints.issue.path) return { body: this.#credentials(body) };
    if (place === reportEndpoints.reportFailures.path) {
      this.reported.push(JSON.parse(body));
      return { status: 202, body: {} };
    }
    if (place === feedEndpoints.read.path) {
      const wait = Number(new URLSearchParams(query).get('wait') ?? 0) * 1000;
      const held = { signal: this.#closing.signal, ref: false };
      await delay(Math.min(wait, longestHold), undefined, held).catch(() => undefined);
      return { body: { events: [], cursor: 'c'.repeat(22), more: false } };
    }
    if (place === feedEndpoints.acknowledge.path) return { body: { acknowledged: 0 } };
    if (place === agentEndpoints.showOwn.path) return { body: this.#me() };
    if (method === 'POST' && place.startsWith(agentEndpoints.register.path))
      return { body: { agent_id: this.agentId, standing: 'admitted', card_version: 1 } };
    return { status: 404, body: scriptedProblem(404, 'not_found') };
  }

  #me(): object {
    return {
      agent_id: this.agentId,
      standing: 'admitted',
      owner_id: null,
      card: { object_key: `agents/all/${this.agentId}.json`, version: 1, published: true },
      heartbeat: {
        object_key: `agents/heartbeats/0/${this.agentId}.last`,
        interval_seconds: 60,
        online_seconds: 180,
      },
    };
  }

  #credentials(body: string): object {
    const { grants } = JSON.parse(body) as { grants: { type: string; topic_id?: string }[] };
    return {
      store: { kind: 's3', endpoint: this.url, region: 'us-east-1', bucket },
      heads: this.heads,
      credentials: grants.map((grant) => this.#credential(grant)),
      denied: [],
    };
  }

  #credential(grant: { type: string; topic_id?: string }): object {
    const isWrite = grant.type.endsWith('_write');
    const number = String((this.topic?.entries.length ?? 0) + 1).padStart(6, '0');
    const key = `topics/${grant.topic_id}/messages/${this.agentId}/${number}.json`;
    const ends = new Date(this.ticketEnds()).toISOString();
    const prefixes =
      grant.topic_id === undefined
        ? ['agents/all/', 'agents/presence/', 'platform/']
        : [`topics/${grant.topic_id}/`];
    return {
      access_key_id: randomBytes(10).toString('hex'),
      access_key_secret: randomBytes(20).toString('hex'),
      security_token: randomBytes(20).toString('hex'),
      expiration: new Date(Date.now() + 900_000).toISOString(),
      grants: [grant],
      keys: isWrite ? [{ key, not_after: ends }] : [],
      prefixes: isWrite ? [] : prefixes.map((prefix) => ({ prefix, action: 'get' })),
    };
  }
}

export function scriptedProblem(status: number, code: string, more: object = {}): object {
  return {
    type: `urn:agent-home:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    detail: 'as the script says',
    ...more,
  };
}
