/** Metadata of an object from a head or a get. */
export interface ObjectInfo {
  key: string;
  /** Bytes as stored. */
  size: number;
  /** Without quotes. Opaque: never a content hash that may be trusted. */
  etag: string;
  /** As the store says. Can be set by a writer on S3 stores, so it is evidence only on OSS. */
  lastModified: Date;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** User metadata, lower-case names without the vendor's prefix. */
  metadata: Record<string, string>;
  /** `normal` is the only kind whose bytes were put in one piece by the writer of this key. */
  type: 'normal' | 'symlink' | 'appendable' | 'multipart' | 'unknown';
}

/** Limits of a read. */
export interface GetOptions {
  /** More than this many bytes: `too_large`, and no more than this was read. */
  maxBytes: number;
  /** For the whole of the read, first byte to last. */
  timeoutMs: number;
  /** `changed` unless it is the very object that was found before. */
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
   * Put only over the object with this etag: `precondition_failed` when another or none is there, so that a late
   * writer cannot undo a newer version. Stores without such a condition (OSS) refuse it as `invalid_request`.
   */
  ifMatch?: string;
}

/** The key is as it lies there: an agent may have chosen control characters or dot segments. */
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
  /** Objects that were not modified for so many days are deleted. */
  days?: number;
  /** Multipart uploads begun so many days ago are aborted. Refused as `invalid_request` where a store has no such rule. */
  abortUploadsDays?: number;
}

/**
 * The bucket as the platform and the SDK use it. Keys are full object keys, values are raw bytes.
 * Every method throws `ObjectStoreError` with a closed `code`; throttling, 5xx and broken connections are
 * retried with backoff and jitter before they surface.
 */
export interface ObjectStore {
  /**
   * Reads plain bytes that were put at this very key in one piece, and nothing else: a symlink is read with its
   * reader's rights wherever its maker points it, so a symlink, an appendable or archived object is `not_plain`, a
   * multipart one `put_in_parts` and an encoded one `content_encoding`, always. The answer that carries the bytes is
   * what is judged.
   */
  get(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }>;
  /** The same for what may have been put in parts: work handed in, and nothing else. */
  getUploaded(key: string, options: GetOptions): Promise<{ bytes: Uint8Array; info: ObjectInfo }>;
  head(key: string): Promise<ObjectInfo>;
  put(key: string, bytes: Uint8Array, options?: PutOptions): Promise<{ etag: string }>;
  /** `already_exists` when the key is taken; exactly one of several racing writers wins. Takes no `ifMatch`. */
  putIfAbsent(
    key: string,
    bytes: Uint8Array,
    options?: Omit<PutOptions, 'ifMatch'>,
  ): Promise<{ etag: string }>;
  /**
   * The same for what is large, in parts of `partBytes` (100 KiB at least): a part that fails is sent again, not the
   * whole. Absent where agents put in one piece only, as behind the proxy before MinIO.
   */
  putInParts?(
    key: string,
    bytes: Uint8Array,
    options: Omit<PutOptions, 'ifMatch'> & { partBytes: number },
  ): Promise<{ etag: string }>;
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<ListPage>;
  /** Deleting what is not there succeeds. */
  delete(key: string): Promise<void>;
  /**
   * Deletes a key to the letter as a listing gave it, control characters and dot segments included, which no other
   * method takes: what an agent put there must not be there for ever.
   */
  deleteListed(key: string, options: { timeoutMs: number }): Promise<void>;
  /** A URL that allows one put of `key` for `expiresInSeconds`. A secret: never log it. */
  presignPut(key: string, options: { expiresInSeconds: number; contentType?: string }): Promise<string>;
  getLifecycle(): Promise<LifecycleRule[]>;
  /**
   * Replaces the rules whose id is named, and with `ownedPrefix` every rule whose id begins with it. All others stay
   * byte for byte.
   */
  putLifecycle(rules: LifecycleRule[], options?: { ownedPrefix?: string }): Promise<void>;
}
