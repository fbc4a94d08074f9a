import type { ListPage } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { decodeListedKey, pageLimit } from '../requests/list-request.ts';
import { childAt, parseXml, textAt } from './xml.ts';

/** @throws ObjectStoreError `invalid_request` for a limit that is not 1 to 1000. */
export function listQuery(
  prefix: string,
  { after, limit }: { after?: string; limit?: number },
): Record<string, string> {
  return {
    // An agent with write access below a prefix may choose keys that XML cannot contain, which would break every listing.
    'encoding-type': 'url',
    'list-type': '2',
    'max-keys': String(pageLimit(limit)),
    prefix,
    ...(after !== undefined && { 'start-after': after }),
  };
}

/** @throws ObjectStoreError `unavailable` for a response that is not a listing. */
export function listPage(data: Buffer): ListPage {
  const listing = childAt(parseXml(data), 'ListBucketResult');
  if (listing === undefined) throw new ObjectStoreError('unavailable', 'list: the response is not a listing');
  const contents = childAt(listing, 'Contents') ?? [];
  const page: ListPage = { objects: Array.isArray(contents) ? contents.map(listedObject) : [] };
  const last = page.objects.at(-1);
  if (textAt(listing, 'IsTruncated') === 'true' && last !== undefined) page.next = last.key;
  return page;
}

function listedObject(content: unknown): ListPage['objects'][number] {
  const key = textAt(content, 'Key');
  const size = Number(textAt(content, 'Size'));
  const lastModified = new Date(textAt(content, 'LastModified') ?? Number.NaN);
  if (key === undefined || !Number.isSafeInteger(size) || Number.isNaN(lastModified.getTime())) {
    throw new ObjectStoreError('unavailable', 'list: the answer describes no object');
  }
  return {
    key: decodeListedKey(key),
    size,
    etag: (textAt(content, 'ETag') ?? '').replaceAll(/"|&quot;|&#34;/g, ''),
    lastModified,
    isUploaded: true,
  };
}
