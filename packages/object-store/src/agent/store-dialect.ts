import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectInfo } from '../port/object-store.ts';
import type { ObjectStoreError } from '../port/object-store-error.ts';
import type { StoreCredentials } from '../port/store-credentials.ts';
import type { HttpAnswer } from '../transport/http-exchange.ts';

export interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key: string;
  /** Query parameters; a name with an empty value is written without `=`. */
  query?: Record<string, string>;
  /** Lower-case names. */
  headers?: Record<string, string>;
  content?: Buffer;
}

export interface SignedObjectRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  content: Buffer | undefined;
}

/** Differences between stores for an agent's operations. */
export interface StoreDialect {
  /** Prefix of user metadata. */
  metadataPrefix: string;
  /** Headers of a put that must not overwrite. */
  absent: Record<string, string>;
  sign(request: ObjectRequest, credentials: StoreCredentials, now: Date): SignedObjectRequest;
  toError(
    operation: string,
    answer: HttpAnswer,
    credentials: StoreCredentials,
    now: number,
  ): ObjectStoreError;
  /** Converts the error of a put that would have overwritten an object. */
  refusedAbsent(error: unknown): unknown;
  typeOf(headers: IncomingHttpHeaders): ObjectInfo['type'];
  /** @throws ObjectStoreError for an object that was not put in one piece at exactly this key */
  assertPlain(headers: IncomingHttpHeaders): void;
  /** Same for an object that may have been put in parts. */
  assertUploaded(headers: IncomingHttpHeaders): void;
}
