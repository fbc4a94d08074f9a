import type { IncomingHttpHeaders } from 'node:http';
import type { GetOptions, ObjectInfo, ObjectStore, PutOptions } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { type CredentialSource, currentCredentials } from '../port/store-credentials.ts';
import { assertObjectKey } from '../requests/object-key.ts';
import { assertPartBytes } from '../requests/part-bytes.ts';
import { putHeaders } from '../requests/put-headers.ts';
import { conditionalPutAttempt, WRITE_ID } from '../transport/conditional-put.ts';
import { assertExpected, getWriteId, objectInfo, unquotedEtag } from '../transport/described-object.ts';
import {
  type HttpAnswer,
  type HttpBounds,
  HttpExchange,
  MAX_ANSWER_BYTES,
} from '../transport/http-exchange.ts';
import { putInParts } from '../transport/put-in-parts.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import type { AgentStorePlace } from './agent-store-place.ts';
import { ossDialect } from './oss-dialect.ts';
import { ossPartRequests } from './part-requests.ts';
import { s3Dialect } from './s3-dialect.ts';
import type { ObjectRequest, StoreDialect } from './store-dialect.ts';

/** Place, credentials and timeouts of an agent’s store. */
export interface AgentStoreOptions extends AgentStorePlace {
  credentials: CredentialSource;
  /** Limit for each attempt of every call except `get`, which has its own; default 15 000. */
  requestTimeoutMs?: number;
  retry?: RetryOptions;
  /** Address to connect to in place of the endpoint, such as its proxy in an internal network. Signatures keep the endpoint. */
  route?: string;
}

/** Operations of an agent on a bucket: single objects at issued keys, no listing and no administration. */
export type AgentStore = Pick<
  ObjectStore,
  'get' | 'getUploaded' | 'head' | 'put' | 'putIfAbsent' | 'putInParts' | 'delete'
>;

/**
 * Creates a bucket client without the vendor's library, which would make an agent install a hundred packages. It has two
 * signatures, one bounded exchange, and the same checks of every response as the platform.
 */
export function createAgentStore(options: AgentStoreOptions): AgentStore {
  return options.kind === 'aliyun'
    ? new OssAgentStore(options, ossDialect(options))
    : new SignedStore(options, s3Dialect(options));
}

class SignedStore implements AgentStore {
  protected readonly timeoutMs: number;
  protected readonly retry: RetryOptions;
  readonly #dialect: StoreDialect;
  readonly #credentials: CredentialSource;
  readonly #exchange: HttpExchange;

  constructor({ credentials, requestTimeoutMs, retry, route }: AgentStoreOptions, dialect: StoreDialect) {
    this.#dialect = dialect;
    this.#credentials = credentials;
    this.#exchange = new HttpExchange(route);
    this.timeoutMs = requestTimeoutMs ?? 15_000;
    this.retry = retry ?? {};
  }

  get(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    return this.#get(key, options, this.#dialect.assertPlain);
  }

  getUploaded(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    return this.#get(key, options, this.#dialect.assertUploaded);
  }

  async head(key: string): Promise<ObjectInfo> {
    const { headers } = await this.#retrying(() => this.#head(key));
    return this.#described(key, Number(headers['content-length']), headers);
  }

  async put(key: string, bytes: Uint8Array, options: PutOptions = {}): Promise<{ etag: string }> {
    const headers = this.getHeaders(options);
    return this.#retrying(() => this.#put(key, bytes, headers));
  }

  async putIfAbsent(key: string, bytes: Uint8Array, options: PutOptions = {}): Promise<{ etag: string }> {
    const { absent, metadataPrefix, refusedAbsent } = this.#dialect;
    const headers = { ...this.getHeaders(options), ...absent };
    const attempt = conditionalPutAttempt({
      put: (writeId) =>
        this.#put(key, bytes, { ...headers, [metadataPrefix + WRITE_ID]: writeId }).catch(
          (error: unknown) => {
            throw refusedAbsent(error);
          },
        ),
      look: async () => {
        const { headers: present } = await this.#head(key);
        return { etag: unquotedEtag(present), writeId: getWriteId(present, metadataPrefix) };
      },
    });
    return this.#retrying(attempt);
  }

  async delete(key: string): Promise<void> {
    await this.#retrying(() => this.send('delete', { method: 'DELETE', key }));
  }

  /** Sends one attempt. Returns a response with status 200 or 204; throws for any other. */
  protected async send(
    name: string,
    request: ObjectRequest,
    bounds: Partial<HttpBounds> = {},
  ): Promise<HttpAnswer> {
    assertObjectKey(request.key);
    const credentials = await currentCredentials(this.#credentials);
    const signed = this.#dialect.sign(request, credentials, new Date());
    const answer = await this.#exchange.send(signed.url, signed, {
      timeoutMs: this.timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      ...bounds,
    });
    if (answer.status === 200 || answer.status === 204) return answer;
    throw this.#dialect.toError(name, answer, credentials, Date.now());
  }

  protected getHeaders({ ifMatch, ...options }: PutOptions): Record<string, string> {
    if (ifMatch !== undefined) throw new ObjectStoreError('invalid_request', 'agents put without ifMatch');
    const headers = putHeaders(options, this.#dialect.metadataPrefix);
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  async #get(
    key: string,
    { maxBytes, timeoutMs, expected }: GetOptions,
    assertKind: (headers: IncomingHttpHeaders) => void,
  ): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    const deadline = performance.now() + timeoutMs;
    const inspect = (headers: IncomingHttpHeaders): void => {
      assertKind(headers);
      if (expected) assertExpected(headers, expected);
    };
    const attempt = () => {
      const remaining = Math.max(1, Math.ceil(deadline - performance.now()));
      return this.send('get', { method: 'GET', key }, { timeoutMs: remaining, maxBytes, inspect });
    };
    const { data, headers } = await this.#retrying(attempt, timeoutMs);
    return { bytes: new Uint8Array(data), info: this.#described(key, data.length, headers) };
  }

  #head(key: string): Promise<HttpAnswer> {
    return this.send('head', { method: 'HEAD', key });
  }

  async #put(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<{ etag: string }> {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { etag: unquotedEtag((await this.send('put', { method: 'PUT', key, headers, content })).headers) };
  }

  #described(key: string, size: number, headers: IncomingHttpHeaders): ObjectInfo {
    const { metadataPrefix, typeOf } = this.#dialect;
    return objectInfo({ key, size, type: typeOf(headers), metadataPrefix }, headers);
  }

  #retrying<Result>(attempt: () => Promise<Result>, maxTotalMs?: number): Promise<Result> {
    return withRetry(this.retry, ['throttled', 'unavailable'], attempt, maxTotalMs);
  }
}

/** Supports uploads in parts. Behind the proxy in front of MinIO, agents upload in one piece only. */
class OssAgentStore extends SignedStore {
  async putInParts(
    key: string,
    bytes: Uint8Array,
    { partBytes, ...options }: PutOptions & { partBytes: number },
  ): Promise<{ etag: string }> {
    assertObjectKey(key);
    assertPartBytes(partBytes, bytes);
    const send = (name: string, request: Omit<ObjectRequest, 'key'>) => this.send(name, { ...request, key });
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const requests = ossPartRequests(send, this.getHeaders(options));
    return putInParts(requests, { content, partBytes, retry: this.retry });
  }
}
