import { createHash } from 'node:crypto';
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
import { assertPresignSeconds } from '../requests/presign-request.ts';
import { conditionalPutAttempt, WRITE_ID } from '../transport/conditional-put.ts';
import {
  assertExpected,
  assertNotEncoded,
  getWriteId,
  objectInfo,
  unquotedEtag,
} from '../transport/described-object.ts';
import type { HttpAnswer } from '../transport/http-exchange.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import { mergedDocument, readableRules, type WrittenRule, writtenRules } from './lifecycle-document.ts';
import { listPage, listQuery } from './list-page.ts';
import { assertPlainObject, METADATA_PREFIX, objectType } from './object-headers.ts';
import { type PutCondition, refusedCondition, s3PutHeaders } from './put-condition.ts';
import { S3Exchange } from './s3-exchange.ts';
import { bucketPath, objectPath } from './s3-path.ts';
import type { S3Settings } from './s3-settings.ts';
import { presignUrl } from './sign-request.ts';

/** Place, credentials and timeouts of an S3 bucket. */
export interface S3ObjectStoreOptions extends S3Settings {
  bucket: string;
  credentials: CredentialSource;
  /** Limit for each attempt of every call except `get`, which has its own; default 15 000. */
  requestTimeoutMs?: number;
  retry?: RetryOptions;
}

/**
 * Creates a store on MinIO, or any S3 with conditional puts. The bucket must not be versioned: a delete would then leave versions.
 * On MinIO a writer of a key can set its Last-Modified and its etag, so neither is evidence.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  return new S3ObjectStore(options);
}

class S3ObjectStore implements ObjectStore {
  readonly #settings: S3Settings;
  readonly #bucket: string;
  readonly #exchange: S3Exchange;
  readonly #timeoutMs: number;
  readonly #retry: RetryOptions;

  constructor(options: S3ObjectStoreOptions) {
    this.#settings = options;
    this.#bucket = options.bucket;
    this.#exchange = new S3Exchange(options, 's3', options.credentials);
    this.#timeoutMs = options.requestTimeoutMs ?? 15_000;
    this.#retry = options.retry ?? {};
  }

  get(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    return this.#get(key, options, assertPlainObject);
  }

  getUploaded(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    return this.#get(key, options, assertNotEncoded);
  }

  async head(key: string): Promise<ObjectInfo> {
    const { headers } = await this.#retrying(() => this.#head(key));
    return described(key, Number(headers['content-length']), headers);
  }

  async put(key: string, bytes: Uint8Array, options: PutOptions = {}): Promise<{ etag: string }> {
    const { ifMatch, ...rest } = options;
    if (ifMatch !== undefined) return this.#conditionalPut(key, bytes, rest, { ifMatch });
    const headers = s3PutHeaders(rest);
    return this.#retrying(() => this.#put(key, bytes, headers));
  }

  async putIfAbsent(
    key: string,
    bytes: Uint8Array,
    options: Omit<PutOptions, 'ifMatch'> = {},
  ): Promise<{ etag: string }> {
    return this.#conditionalPut(key, bytes, options, 'absent');
  }

  async list(prefix: string, options: { after?: string; limit?: number } = {}): Promise<ListPage> {
    const path = bucketPath(this.#bucket, listQuery(prefix, options));
    return this.#retrying(async () => listPage((await this.#run('list', { method: 'GET', path })).data));
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    await this.deleteListed(key, { timeoutMs: this.#timeoutMs });
  }

  async deleteListed(key: string, { timeoutMs }: { timeoutMs: number }): Promise<void> {
    assertListedKey(key);
    const request = { method: 'DELETE', path: objectPath(this.#bucket, key) };
    await this.#retrying(() => this.#exchange.run({ name: 'delete', timeoutMs }, request));
  }

  async presignPut(
    key: string,
    options: { expiresInSeconds: number; contentType?: string },
  ): Promise<string> {
    const { expiresInSeconds, contentType } = options;
    const request = { method: 'PUT', path: this.#path(key), contentType };
    assertPresignSeconds(expiresInSeconds);
    const credentials = await this.#exchange.credentials();
    return presignUrl(this.#settings, request, credentials, expiresInSeconds, new Date());
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
    // MinIO drops such a rule silently or rejects the whole document, because it cleans up uploads by itself.
    if (rules.some(({ abortUploadsDays }) => abortUploadsDays !== undefined))
      throw new ObjectStoreError('invalid_request', 'this store has no rule for unfinished uploads');
    if (rules.length === 0) return;
    const content = Buffer.from(mergedDocument(await this.#lifecycle(), rules, options.ownedPrefix));
    const headers = { 'content-md5': createHash('md5').update(content).digest('base64') };
    const path = bucketPath(this.#bucket, { lifecycle: '' });
    await this.#retrying(() => this.#run('putLifecycle', { method: 'PUT', path, headers, content }));
  }

  async #conditionalPut(
    key: string,
    bytes: Uint8Array,
    options: Omit<PutOptions, 'ifMatch'>,
    condition: PutCondition,
  ): Promise<{ etag: string }> {
    const headers = s3PutHeaders(options, condition);
    const attempt = conditionalPutAttempt({
      put: (writeId) =>
        this.#put(key, bytes, { ...headers, [METADATA_PREFIX + WRITE_ID]: writeId }, condition),
      look: async () => {
        const { headers: present } = await this.#head(key);
        return { etag: unquotedEtag(present), writeId: getWriteId(present, METADATA_PREFIX) };
      },
    });
    return this.#retrying(attempt);
  }

  async #get(
    key: string,
    { maxBytes, timeoutMs, expected }: GetOptions,
    assertKind: (headers: HttpAnswer['headers']) => void,
  ): Promise<{ bytes: Uint8Array; info: ObjectInfo }> {
    const request = { method: 'GET', path: this.#path(key) };
    const deadline = performance.now() + timeoutMs;
    const inspect = (headers: HttpAnswer['headers']): void => {
      assertKind(headers);
      if (expected) assertExpected(headers, expected);
    };
    const attempt = () => {
      const remaining = Math.max(1, Math.ceil(deadline - performance.now()));
      return this.#exchange.run({ name: 'get', timeoutMs: remaining, maxBytes, inspect }, request);
    };
    const { data, headers } = await this.#retrying(attempt, timeoutMs);
    return { bytes: new Uint8Array(data), info: described(key, data.length, headers) };
  }

  #head(key: string): Promise<HttpAnswer> {
    return this.#run('head', { method: 'HEAD', path: this.#path(key) });
  }

  async #put(
    key: string,
    bytes: Uint8Array,
    headers: Record<string, string>,
    condition?: PutCondition,
  ): Promise<{ etag: string }> {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const path = this.#path(key);
    try {
      const answer = await this.#run('put', { method: 'PUT', path, headers, content });
      return { etag: unquotedEtag(answer.headers) };
    } catch (error) {
      throw condition === undefined ? error : refusedCondition(error, condition);
    }
  }

  async #lifecycle(): Promise<WrittenRule[]> {
    const path = bucketPath(this.#bucket, { lifecycle: '' });
    try {
      const { data } = await this.#retrying(() => this.#run('getLifecycle', { method: 'GET', path }));
      return writtenRules(data);
    } catch (error) {
      if (error instanceof ObjectStoreError && error.vendorCode === 'NoSuchLifecycleConfiguration') return [];
      throw error;
    }
  }

  #path(key: string): string {
    assertObjectKey(key);
    return objectPath(this.#bucket, key);
  }

  #run(name: string, request: Parameters<S3Exchange['run']>[1]): Promise<HttpAnswer> {
    return this.#exchange.run({ name, timeoutMs: this.#timeoutMs }, request);
  }

  #retrying<Result>(attempt: () => Promise<Result>, maxTotalMs?: number): Promise<Result> {
    return withRetry(this.#retry, ['throttled', 'unavailable'], attempt, maxTotalMs);
  }
}

function described(key: string, size: number, headers: HttpAnswer['headers']): ObjectInfo {
  return objectInfo({ key, size, type: objectType(headers), metadataPrefix: METADATA_PREFIX }, headers);
}
