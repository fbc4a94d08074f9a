import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestHome } from '../../../support/start-home.ts';
import {
  type Asked,
  type Fault,
  inBucket,
  jsonIn,
  pathOf,
  type Reply,
  type Surroundings,
  withJson,
} from './fault.ts';

/**
 * Proxy in front of a real home, its API and its store, with one fault. It has the home’s keys, so it can sign forged objects,
 * which an ordinary intermediary cannot.
 */
export class FaultyHome {
  readonly #server: Server;
  #home: TestHome | undefined;
  #fault: Fault | undefined;
  #around: Surroundings | undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    });
  }

  /** Starts before the home, because the home has to know the proxy's address. */
  static async listen(): Promise<FaultyHome> {
    const faulty = new FaultyHome();
    faulty.#server.listen(0, '127.0.0.1');
    await once(faulty.#server, 'listening');
    return faulty;
  }

  get authority(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.authority}`;
  }

  standBefore(home: TestHome): void {
    this.#home = home;
    this.plant(undefined);
  }

  plant(fault: Fault | undefined): void {
    if (!this.#home) throw new Error('it stands before no home');
    this.#fault = fault;
    this.#around = {
      home: this.#home,
      agents: [],
      good: new Map(),
      classes: new Map(),
      memory: new Map(),
    };
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: Asked = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    const around = this.#around;
    if (!around) throw new Error('it stands before no home');
    const bucket = `/${around.home.settings.platform.store.bucket}/`;
    const reply = asked.target.startsWith(bucket)
      ? await this.#fromStore(asked, decodeURIComponent(pathOf(asked).slice(bucket.length)), around)
      : await this.#fromApi(asked, around);
    const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...headers } = reply.headers;
    response.writeHead(reply.status, { ...headers, 'content-length': reply.body.length });
    response.end(asked.method === 'HEAD' ? undefined : reply.body);
  }

  async #fromApi(asked: Asked, around: Surroundings): Promise<Reply> {
    let reply = await pass(new URL(around.home.url), asked);
    if (asked.method === 'POST' && pathOf(asked) === '/v1/agents' && reply.status < 300)
      rememberAgent(asked, reply, around);
    if (pathOf(asked) === '/v1/credentials' && reply.status === 200)
      reply = await this.#ofThisStore(reply, around);
    const changed = (await this.#fault?.api?.(asked, reply, around)) ?? reply;
    if (reply.status < 300) around.good.set(`${asked.method} ${pathOf(asked)}`, reply);
    return changed;
  }

  async #fromStore(asked: Asked, key: string, around: Surroundings): Promise<Reply> {
    const reply = await pass(new URL(around.home.settings.platform.store.endpoint), asked);
    const accessKeyId = /Credential=([^/]+)\//.exec(asked.headers.authorization ?? '')?.[1] ?? '';
    const of = { ...asked, key, opens: around.classes.get(accessKeyId) };
    const changed = (await this.#fault?.store?.(of, reply, around)) ?? reply;
    if (asked.method !== 'GET' || changed.status !== 200 || !this.#fault?.object) return changed;
    const bytes = await this.#fault.object(key, new Uint8Array(changed.body), around, 'read');
    return bytes === undefined ? changed : withBytes(changed, bytes);
  }

  /** Points the response to this proxy's store and to the versions that it serves as newest. */
  async #ofThisStore(reply: Reply, around: Surroundings): Promise<Reply> {
    const answer = jsonIn(reply) as {
      store: { endpoint: string };
      heads: Record<string, { version: number; sha256: string }>;
      credentials: { access_key_id: string; keys: unknown[] }[];
    };
    answer.store.endpoint = this.url;
    for (const { access_key_id: id, keys } of answer.credentials)
      around.classes.set(id, keys.length > 0 ? 'ticket' : 'reading');
    const object = this.#fault?.object?.bind(this.#fault);
    for (const key of object ? Object.keys(answer.heads) : []) {
      const bytes = await object?.(key, await inBucket(around, key), around, 'named');
      if (!bytes) continue;
      const version = versionIn(bytes);
      if (version !== undefined) answer.heads[key] = { version, sha256: sha256(bytes) };
    }
    return withJson(reply, answer);
  }
}

function rememberAgent(asked: Asked, reply: Reply, { agents }: Surroundings): void {
  const { agent_id: agentId } = jsonIn(reply);
  const { public_key: publicKey } = jsonIn(asked);
  if (!agents.some((agent) => agent.agentId === agentId))
    agents.push({ agentId: String(agentId), publicKey: String(publicKey) });
}

function versionIn(bytes: Uint8Array): number | undefined {
  try {
    const { cert, version } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
      cert?: { version: number };
      version?: number;
    };
    return cert?.version ?? version;
  } catch {
    return undefined;
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function withBytes(reply: Reply, bytes: Uint8Array): Reply {
  const { etag: _, 'content-md5': __, 'x-oss-hash-crc64ecma': ___, ...headers } = reply.headers;
  return { ...reply, headers, body: Buffer.from(bytes) };
}

/** Forwards a request unchanged, including its host, which is signed. */
function pass(to: URL, { method, target, headers, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = to;
    const request = httpRequest({ hostname, port, method, path: target, headers }, async (response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 502,
          headers: Object.fromEntries(flat) as Record<string, string>,
          body: Buffer.concat(chunks),
        });
      } catch (error) {
        reject(error as Error);
      }
    });
    request.on('error', reject);
    request.end(body);
  });
}
