import type { IncomingHttpHeaders } from 'node:http';
import type OSS from 'ali-oss';
import type {
  GetOptions,
  LifecycleRule,
  ListPage,
  ObjectInfo,
  ObjectStore,
  PutOptions,
} from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import type { CredentialSource } from '../port/store-credentials.ts';
import { assertLifecycleRules } from '../requests/lifecycle-request.ts';
import { assertListedKey, assertObjectKey } from '../requests/object-key.ts';
import { assertPartBytes } from '../requests/part-bytes.ts';
import { assertPresignSeconds } from '../requests/presign-request.ts';
import { type PutHeaders, putHeaders } from '../requests/put-headers.ts';
import { conditionalPutAttempt, WRITE_ID } from '../transport/conditional-put.ts';
import { assertExpected, getWriteId, objectInfo, unquotedEtag } from '../transport/described-object.ts';
import type { HttpAnswer } from '../transport/http-exchange.ts';
import { putInParts } from '../transport/put-in-parts.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import { mergedRules, type OssLifecycleRule, ossLifecycleRules, readableRules } from './lifecycle-rules.ts';
import { listPage, listQuery } from './list-page.ts';
import { assertPlainObject, assertUploadedObject, METADATA_PREFIX, objectType } from './object-headers.ts';
import type { OssClientSettings } from './oss-client-factory.ts';
import { type ExchangeBounds, OssExchange } from './oss-exchange.ts';
import { ossPartRequests } from './part-requests.ts';

/** Place, credentials and timeouts of an OSS bucket. */
export interface AliyunObjectStoreOptions extends OssClientSettings {
  credentials: CredentialSource;
  /** Limit for each attempt of every call except `get`, which has its own; default 15 000. */
  requestTimeoutMs?: number;
  retry?: RetryOptions;
}

/**
 * Creates a store on Alibaba Cloud OSS, signed with V4. The bucket must not be versioned: OSS then ignores put-if-absent, and no
 * other condition on a put could replace it.
 */
export function createAliyunObjectStore(options: AliyunObjectStoreOptions): ObjectStore {
  return new AliyunObjectStore(options);
}

class AliyunObjectStore implements ObjectStore {
  readonly #bucket: string;
  readonly #exchange: OssExchange;
  readonly #timeoutMs: number;
  readonly #retry: RetryOptions;

  constructor(options: AliyunObjectStoreOptions) {
    this.#bucket = options.bucket;
    this.#exchange = new OssExchange(options, options.credentials);
    this.#timeoutMs = options.requestTimeoutMs ?? 15_000;
    this.#retry = options.retry ?? {};
  }

  get(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    return this.#get(key, options, assertPlainObject);
  }

  getUploaded(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    return this.#get(key, options, assertUploadedObject);
  }

  async head(key: string): Promise<ObjectInfo> {
    const { headers } = await this.#retrying(() => this.#head(key));
    return described(key, Number(headers['content-length']), headers);
  }

  async put(key: string, bytes: Uint8Array, options: PutOptions = {}): Promise<{ etag: string }> {
    const headers = ossPutHeaders(options);
    return this.#retrying(() => this.#put(key, bytes, headers));
  }

  async putIfAbsent(key: string, bytes: Uint8Array, options: PutOptions = {}): Promise<{ etag: string }> {
    const headers = { ...ossPutHeaders(options), 'x-oss-forbid-overwrite': 'true' };
    const attempt = conditionalPutAttempt({
      put: (writeId) => this.#put(key, bytes, { ...headers, [METADATA_PREFIX + WRITE_ID]: writeId }),
      look: async () => {
        const { headers: present } = await this.#head(key);
        return { etag: unquotedEtag(present), writeId: getWriteId(present, METADATA_PREFIX) };
      },
    });
    return this.#retrying(attempt);
  }

  async putInParts(
    key: string,
    bytes: Uint8Array,
    options: PutOptions & { partBytes: number },
  ): Promise<{ etag: string }> {
    assertObjectKey(key);
    const { partBytes, ...rest } = options;
    assertPartBytes(partBytes, bytes);
    const timeoutMs = this.#timeoutMs;
    const requests = ossPartRequests(this.#exchange, { key, headers: ossPutHeaders(rest), timeoutMs });
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return putInParts(requests, { content, partBytes, retry: this.#retry });
  }

  async list(prefix: string, options: { after?: string; limit?: number } = {}): Promise<ListPage> {
    const query = listQuery(prefix, options);
    const { result } = await this.#retrying(() =>
      this.#exchange.run(this.#bounds('list'), async (client, request) =>
        listPage(await client.listV2({ ...query }, request)),
      ),
    );
    return result;
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    await this.#delete(key, this.#timeoutMs);
  }

  async deleteListed(key: string, { timeoutMs }: { timeoutMs: number }): Promise<void> {
    assertListedKey(key);
    await this.#delete(key, timeoutMs);
  }

  async presignPut(
    key: string,
    options: { expiresInSeconds: number; contentType?: string },
  ): Promise<string> {
    assertObjectKey(key);
    const { expiresInSeconds, contentType } = options;
    assertPresignSeconds(expiresInSeconds);
    const headers: PutHeaders = contentType === undefined ? {} : { 'Content-Type': contentType };
    const client = await this.#exchange.client();
    return client.signatureUrlV4('PUT', expiresInSeconds, { headers }, key);
  }

  async getLifecycle(): Promise<LifecycleRule[]> {
    return readableRules(await this.#lifecycle());
  }

  /**
   * Replaces the lifecycle rules. The configuration is one document without a condition on its version, so only one administrator
   * may change it at a time.
   */
  async putLifecycle(rules: LifecycleRule[], options: { ownedPrefix?: string } = {}): Promise<void> {
    assertLifecycleRules(rules);
    if (rules.length === 0) return;
    const merged = mergedRules(await this.#lifecycle(), rules, options.ownedPrefix);
    await this.#retrying(() =>
      this.#exchange.run(this.#bounds('putLifecycle'), (client, request) =>
        client.putBucketLifecycle(this.#bucket, merged as OSS.LifecycleRule[], request),
      ),
    );
  }

  async #get(
    key: string,
    { maxBytes, timeoutMs, expected }: GetOptions,
    assertKind: (headers: IncomingHttpHeaders) => void,
  ): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    assertObjectKey(key);
    const deadline = performance.now() + timeoutMs;
    const inspect = (headers: IncomingHttpHeaders): void => {
      assertKind(headers);
      if (expected) assertExpected(headers, expected);
    };
    const attempt = () => {
      const remaining = Math.max(1, Math.ceil(deadline - performance.now()));
      const bounds = { name: 'get', timeoutMs: remaining, maxBytes, inspect };
      return this.#exchange.run(bounds, (client, request) => client.get(key, undefined, request));
    };
    const { data, headers } = (await this.#retrying(attempt, timeoutMs)).response;
    return { bytes: new Uint8Array(data), info: described(key, data.length, headers) };
  }

  async #delete(key: string, timeoutMs: number): Promise<void> {
    await this.#retrying(() =>
      this.#exchange.run({ name: 'delete', timeoutMs }, (client, request) => client.delete(key, request)),
    );
  }

  async #head(key: string): Promise<HttpAnswer> {
    assertObjectKey(key);
    const { response } = await this.#exchange.run(this.#bounds('head'), (client, request) =>
      client.head(key, request),
    );
    return response;
  }

  async #put(key: string, bytes: Uint8Array, headers: PutHeaders): Promise<{ etag: string }> {
    assertObjectKey(key);
    // A string would be treated as a file path.
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { response } = await this.#exchange.run(this.#bounds('put'), (client, request) =>
      client.put(key, content, { ...request, headers: { ...headers } }),
    );
    return { etag: unquotedEtag(response.headers) };
  }

  async #lifecycle(): Promise<OssLifecycleRule[]> {
    try {
      const { result } = await this.#retrying(() =>
        this.#exchange.run(this.#bounds('getLifecycle'), (client, request) =>
          client.getBucketLifecycle(this.#bucket, request),
        ),
      );
      return ossLifecycleRules(result.rules);
    } catch (error) {
      if (error instanceof ObjectStoreError && error.vendorCode === 'NoSuchLifecycle') return [];
      throw error;
    }
  }

  #bounds(name: string): ExchangeBounds {
    return { name, timeoutMs: this.#timeoutMs };
  }

  #retrying<Result>(attempt: () => Promise<Result>, maxTotalMs?: number): Promise<Result> {
    return withRetry(this.#retry, ['throttled', 'unavailable'], attempt, maxTotalMs);
  }
}

function described(key: string, size: number, headers: IncomingHttpHeaders): ObjectInfo {
  return objectInfo({ key, size, type: objectType(headers), metadataPrefix: METADATA_PREFIX }, headers);
}

/** Rejects `ifMatch`: OSS does not support conditions on an etag, and dropping one silently would lose an update. */
function ossPutHeaders(options: PutOptions): PutHeaders {
  if (options.ifMatch !== undefined) throw new ObjectStoreError('invalid_request', 'OSS has no ifMatch');
  return putHeaders(options, METADATA_PREFIX);
}
