import type OSS from 'ali-oss';
import type { ListPage } from '../object-store.ts';
import { ObjectStoreError } from '../object-store-error.ts';

const MAX_PAGE = 1000;

/** @throws ObjectStoreError `invalid_request` for a limit that is not 1 to 1000. */
export function listQuery(
  prefix: string,
  { after, limit = MAX_PAGE }: { after?: string; limit?: number },
): OSS.ListV2ObjectsQuery {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    throw new ObjectStoreError('invalid_request', 'a page holds 1 to 1000 keys');
  }
  return {
    'max-keys': limit,
    // Whoever may write below a prefix may choose keys that XML cannot hold, and would break every listing.
    'encoding-type': 'url',
    ...(prefix !== '' && { prefix }),
    ...(after !== undefined && { 'start-after': after }),
  };
}

export function listPage({ objects, isTruncated }: OSS.ListV2ObjectResult): ListPage {
  const page: ListPage = {
    objects: objects.map(({ name, size, etag, lastModified }) => ({
      key: decodeKey(name),
      size,
      etag: etag.replaceAll('"', ''),
      lastModified: new Date(lastModified),
    })),
  };
  const last = page.objects.at(-1);
  if (isTruncated && last !== undefined) page.next = last.key;
  return page;
}

/** As a form encodes: a space is a plus, a plus is `%2B`. */
function decodeKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll('+', ' '));
}
