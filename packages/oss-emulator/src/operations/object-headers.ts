import { OssError } from '../http/oss-error.ts';
import type { SignedRequest } from '../http/signed-request.ts';
import { headerValue } from '../http/signed-request.ts';
import { decodeUriComponent, parseQueryString } from '../http/uri-encoding.ts';
import { forbidsOverwrite } from '../storage/overwrite-rules.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { OssRequest, OssServices } from './oss-request.ts';

const STANDARD_HEADERS = [
  'content-type',
  'content-encoding',
  'content-language',
  'content-disposition',
  'cache-control',
  'expires',
];
const STORAGE_CLASSES = ['Standard', 'IA', 'Archive', 'ColdArchive', 'DeepColdArchive'];
const MAX_USER_METADATA_BYTES = 8 * 1024;
const MAX_TAGS = 10;

/** Metadata of an object from the headers of a put. */
export type ObjectDescription = Pick<StoredObject, 'headers' | 'storageClass' | 'tags' | 'acl'>;

/** Throws on metadata above 8 KB, unknown storage classes, bad tags, and any public ACL. */
export function describeFromHeaders(request: SignedRequest): ObjectDescription {
  const headers: Record<string, string> = {};
  let metadataBytes = 0;
  for (const name of Object.keys(request.headers)) {
    const value = headerValue(request.headers, name);
    if (value === undefined) continue;
    if (name.startsWith('x-oss-meta-')) metadataBytes += name.length + value.length;
    else if (!STANDARD_HEADERS.includes(name)) continue;
    headers[name] = value;
  }
  if (metadataBytes > MAX_USER_METADATA_BYTES) {
    throw new OssError('InvalidArgument', { message: 'The user metadata is larger than 8 KB.' });
  }
  const storageClass = headerValue(request.headers, 'x-oss-storage-class') ?? 'Standard';
  if (!STORAGE_CLASSES.includes(storageClass)) {
    throw new OssError('InvalidArgument', { message: 'Unknown x-oss-storage-class.' });
  }
  return {
    headers: { 'content-type': 'application/octet-stream', ...headers },
    storageClass,
    tags: parseTaggingHeader(headerValue(request.headers, 'x-oss-tagging') ?? ''),
    acl: parseObjectAcl(headerValue(request.headers, 'x-oss-object-acl') ?? 'default'),
  };
}

/** The bucket blocks public access, so no object ACL may bypass its policies. */
export function parseObjectAcl(acl: string): StoredObject['acl'] {
  if (acl === 'public-read' || acl === 'public-read-write') {
    throw new OssError('AccessDenied', {
      message: 'Put public object acl is not allowed',
      ec: '0016-00000901',
    });
  }
  if (acl !== 'default' && acl !== 'private') {
    throw new OssError('InvalidArgument', { message: 'Unknown x-oss-object-acl.' });
  }
  return acl;
}

export function assertTags(tags: StoredObject['tags']): StoredObject['tags'] {
  const names = new Set(tags.map(([name]) => name));
  const wellFormed = tags.every(
    ([name, value]) => name.length >= 1 && name.length <= 128 && value.length <= 256,
  );
  if (!wellFormed || names.size !== tags.length || tags.length > MAX_TAGS) {
    throw new OssError('InvalidArgument', { message: 'The tags are not valid.' });
  }
  return tags;
}

function parseTaggingHeader(header: string): StoredObject['tags'] {
  const pairs = parseQueryString(header);
  if (pairs === undefined) throw new OssError('InvalidArgument', { message: 'The tags are not valid.' });
  return assertTags([...pairs]);
}

/** Throws for a condition on the existing object, which OSS does not support for a put. */
export function assertUnconditional(request: SignedRequest): void {
  if (request.headers['if-match'] !== undefined || request.headers['if-none-match'] !== undefined) {
    throw new OssError('NotImplemented', { status: 400 });
  }
}

/**
 * Runs under the key's lock: exactly one of several writers that forbid overwriting succeeds. Rejects every writer that a rule of
 * the bucket forbids to overwrite. The error of OSS for the latter is not documented.
 */
export function assertOverwriteAllowed(
  request: Pick<OssRequest, 'headers' | 'principal'>,
  existing: StoredObject | undefined,
  { bucket }: Pick<OssServices, 'bucket'>,
): void {
  if (existing === undefined) return;
  const isForbidden = headerValue(request.headers, 'x-oss-forbid-overwrite') === 'true';
  if (isForbidden || forbidsOverwrite(bucket.overwriteRules, existing.key, request.principal.arn)) {
    throw new OssError('FileAlreadyExists');
  }
}

/** Returns the symlink's target key from its percent-encoded header. */
export function decodeSymlinkTarget(header: string | undefined): string {
  const target = header === undefined ? undefined : decodeUriComponent(header);
  if (target === undefined || target === '') {
    throw new OssError('InvalidArgument', { message: 'x-oss-symlink-target is missing or malformed.' });
  }
  return target;
}
