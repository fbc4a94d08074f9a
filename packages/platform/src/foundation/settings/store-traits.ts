import type { PolicyDialect } from '@agent-home/access';
import type { StoreDescription } from '@agent-home/http-contract';

/** Differences between stores that the platform relies on. */
export interface StoreTraits {
  dialect: PolicyDialect;
  /** True if Last-Modified can be trusted. On S3 stores a writer can set it to any time. */
  trustsLastModified: boolean;
  /** True if a put can be conditional on the version that it replaces. OSS has no such condition. */
  bindsPuts: boolean;
  /** True if a rule of the bucket aborts unfinished uploads. MinIO does so by itself after a day. */
  hasUploadRules: boolean;
}

/** Traits by kind of store. */
export const storeTraits: Record<StoreDescription['kind'], StoreTraits> = {
  aliyun: { dialect: 'oss', trustsLastModified: true, bindsPuts: false, hasUploadRules: true },
  s3: { dialect: 's3', trustsLastModified: false, bindsPuts: true, hasUploadRules: false },
};

export function collectTraits(store: StoreDescription): StoreTraits {
  return storeTraits[store.kind];
}
