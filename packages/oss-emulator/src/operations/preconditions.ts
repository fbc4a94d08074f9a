import { OssError } from '../http/oss-error.ts';

export interface Conditions {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
  ifUnmodifiedSince: string | undefined;
}

const lists = (header: string, etag: string) =>
  header
    .split(',')
    .map((item) => item.trim().replace(/^"(.*)"$/, '$1'))
    .some((item) => item === '*' || item === etag);

/** Returns false if the object is not modified; throws `PreconditionFailed`. Unreadable dates are ignored. */
export function holdsFor(conditions: Conditions, object: { etag: string; lastModified: number }): boolean {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = conditions;
  if (ifMatch !== undefined && !lists(ifMatch, object.etag)) throw new OssError('PreconditionFailed');
  const unmodifiedSince = Date.parse(ifUnmodifiedSince ?? '');
  if (ifMatch === undefined && object.lastModified > unmodifiedSince)
    throw new OssError('PreconditionFailed');
  if (ifNoneMatch !== undefined) return !lists(ifNoneMatch, object.etag);
  return !(object.lastModified <= Date.parse(ifModifiedSince ?? ''));
}
