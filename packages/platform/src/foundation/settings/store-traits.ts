import type { PolicyDialect } from '@agent-home/access';
import type { StoreDescription } from '@agent-home/http-contract';

/** What differs between stores in what the platform may rely on. */
export interface StoreTraits {
  dialect: PolicyDialect;
  /** Whether Last-Modified can be trusted. On S3 stores a writer can set it to any time. */
  trustsLastModified: boolean;
  /** Whether a put can be bound to the version it replaces. OSS has no such condition. */
  bindsPuts: boolean;
  /** Whether unfinished uploads are aborted by a rule of the bucket. MinIO does it by itself, after a day. */
  hasUploadRules: boolean;
}

/** By kind of store. */
export const storeTraits: Record<StoreDescription['kind'], StoreTraits> = {
  aliyun: { dialect: 'oss', trustsLastModified: true, bindsPuts: false, hasUploadRules: true },
  s3: { dialect: 's3', trustsLastModified: false, bindsPuts: true, hasUploadRules: false },
};

export function traitsOf(store: StoreDescription): StoreTraits {
  return storeTraits[store.kind];
}
