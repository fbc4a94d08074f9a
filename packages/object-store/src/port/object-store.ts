/** Metadata of an object from a head or a get. */
export interface ObjectInfo {
  key: string;
  /** Bytes as stored. */
  size: number;
  /** ETag without quotes. Opaque: never a content hash that may be trusted. */
  etag: string;
  /** Time reported by the store. A writer on S3 stores can set it, so it is evidence only on OSS. */
  lastModified: Date;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** User metadata, lower-case names without the vendor's prefix. */
  metadata: Record<string, string>;
  /**
   * Kind of object. Bytes of `normal` objects were put in one piece by the writer of this key; other kinds do not guarantee that.
   */
  type: 'normal' | 'symlink' | 'appendable' | 'multipart' | 'unknown';
}

/** Limits of a read. */
export interface GetOptions {
  /** Size limit: a larger object fails with `too_large`, and no more than this is read. */
  maxBytes: number;
  /** Limit for the whole read, from first byte to last. */
  timeoutMs: number;
  /** Fails with `changed` unless the object is the one that was found before. */
  expected?: ExpectedObject;
}

/** Known state of an object from an earlier read. */
export interface ExpectedObject {
  size: number;
  etag: string;
}

/** Headers and condition of a write. */
export interface PutOptions {
  contentType?: string;
  cacheControl?: string;
  metadata?: Record<string, string>;
  /**
   * Puts only over the object with this etag, so that a late writer cannot undo a newer version. Fails with `precondition_failed`
   * if another object or none exists. Stores without such a condition (OSS) reject it as `invalid_request`.
   */
  ifMatch?: string;
}

/** Listed object with its literal key: an agent may have chosen control characters or dot segments. */
export interface ListedObject extends ExpectedObject {
  key: string;
  lastModified: Date;
  /** True if `getUploaded` would read it: no link, not appended to, not archived, as far as a listing shows. */
  isUploaded: boolean;
}

/** One page of a listing. */
export interface ListPage {
  objects: ListedObject[];
  /** Pass as `after` for the next page; absent on the last. */
  next?: string;
}

/** Automatic deletion below `prefix`. At least one of the two periods is given. */
export interface LifecycleRule {
  id: string;
  prefix: string;
  /** Objects that were not modified for this many days are deleted. */
  days?: number;
  /** Multipart uploads begun this many days ago are aborted. Rejected as `invalid_request` if the store has no such rule. */
  abortUploadsDays?: number;
}

/**
 * The bucket as the platform and the SDK use it. Keys are full object keys, values are raw bytes.
 * Every method throws `ObjectStoreError` with a closed `code`; throttling, 5xx and broken connections are
 * retried with backoff and jitter before they surface.
 */
export interface ObjectStore {
  /**
   * Reads plain bytes that were put in one piece at exactly this key. A symlink is read with its reader's rights, at any target its
   * creator chooses. Symlinks, appendable and archived objects therefore always fail with `not_plain`, multipart ones with
   * `put_in_parts`, and encoded ones with `content_encoding`. The check uses the response that contains the bytes.
   */
  get(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }>;
  /** Same for objects that may have been put in parts; for handed-in work only. */
  getUploaded(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }>;
  head(key: string): Promise<ObjectInfo>;
  put(key: string, bytes: Uint8Array, options?: PutOptions): Promise<{ etag: string }>;
  /**
   * Fails with `already_exists` if the key is taken; exactly one of several concurrent writers succeeds. Does not accept `ifMatch`.
   */
  putIfAbsent(
    key: string,
    bytes: Uint8Array,
    options?: Omit<PutOptions, 'ifMatch'>,
  ): Promise<{ etag: string }>;
  /**
   * Puts a large object in parts of `partBytes` (at least 100 KiB), so that a failure repeats one part instead of the whole. Absent
   * if agents can put in one piece only, as behind the proxy in front of MinIO.
   */
  putInParts?(
    key: string,
    bytes: Uint8Array,
    options: Omit<PutOptions, 'ifMatch'> & { partBytes: number },
  ): Promise<{ etag: string }>;
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<ListPage>;
  /** Deletes a key. Succeeds if the key does not exist. */
  delete(key: string): Promise<void>;
  /**
   * Deletes a literal key of a listing, including control characters and dot segments, which other methods reject. Without it, such
   * an object of an agent could never be deleted.
   */
  deleteListed(key: string, options: { timeoutMs: number }): Promise<void>;
  /** Returns a URL that allows one put of `key` for `expiresInSeconds`. It is a secret; never log it. */
  presignPut(key: string, options: { expiresInSeconds: number; contentType?: string }): Promise<string>;
  getLifecycle(): Promise<LifecycleRule[]>;
  /**
   * Replaces the rules with these ids, and with `ownedPrefix` every rule whose id begins with it. Other rules stay byte for byte.
   */
  putLifecycle(rules: LifecycleRule[], options?: { ownedPrefix?: string }): Promise<void>;
}
