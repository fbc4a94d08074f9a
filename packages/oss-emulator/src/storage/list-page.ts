import type { ObjectIndex } from './object-index.ts';
import type { StoredObject } from './stored-object.ts';
import { compareUtf8 } from './utf8-order.ts';

export interface KeyPage {
  objects: StoredObject[];
  commonPrefixes: string[];
  /** Last key or common prefix of a page; present if there are more. */
  next: string | undefined;
}

/**
 * Returns keys below `prefix`, after `after`, in UTF-8 order. Keys with `delimiter` after the prefix are rolled up into one common
 * prefix each. A common prefix that was returned before (as `after`) is not returned again.
 */
export function pageOfKeys(
  index: ObjectIndex,
  query: { prefix: string; delimiter: string; after: string; maxKeys: number },
): KeyPage {
  const { prefix, delimiter, after, maxKeys } = query;
  const page: KeyPage = { objects: [], commonPrefixes: [], next: undefined };
  const rolledUp = (key: string) => {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    return end < 0 ? undefined : key.slice(0, end + delimiter.length);
  };

  let record =
    compareUtf8(after, prefix) >= 0 ? index.firstFrom(after, true) : index.firstFrom(prefix, false);
  let last: string | undefined;
  while (record?.key.startsWith(prefix)) {
    const commonPrefix = rolledUp(record.key);
    if (commonPrefix === after) {
      record = index.firstBehindPrefix(commonPrefix);
      continue;
    }
    if (page.objects.length + page.commonPrefixes.length >= maxKeys) {
      page.next = last;
      break;
    }
    if (commonPrefix === undefined) page.objects.push(record);
    else page.commonPrefixes.push(commonPrefix);
    last = commonPrefix ?? record.key;
    record =
      commonPrefix === undefined ? index.firstFrom(record.key, true) : index.firstBehindPrefix(commonPrefix);
  }
  return page;
}
