import type OSS from 'ali-oss';
import type { ListPage } from '../port/object-store.ts';
import { decodeListedKey, pageLimit } from '../requests/list-request.ts';
import { isUploaded } from './object-headers.ts';

/** @throws ObjectStoreError `invalid_request` for a limit that is not 1 to 1000. */
export function listQuery(
  prefix: string,
  { after, limit }: { after?: string; limit?: number },
): OSS.ListV2ObjectsQuery {
  return {
    'max-keys': pageLimit(limit),
    // An agent with write access below a prefix may choose keys that XML cannot contain, which would break every listing.
    'encoding-type': 'url',
    ...(prefix !== '' && { prefix }),
    ...(after !== undefined && { 'start-after': after }),
  };
}

export function listPage({ objects, isTruncated }: OSS.ListV2ObjectResult): ListPage {
  const page: ListPage = {
    objects: objects.map(({ name, size, etag, lastModified, type, storageClass }) => ({
      key: decodeListedKey(name),
      size,
      etag: etag.replaceAll('"', ''),
      lastModified: new Date(lastModified),
      isUploaded: isUploaded(type, storageClass),
    })),
  };
  const last = page.objects.at(-1);
  if (isTruncated && last !== undefined) page.next = last.key;
  return page;
}
