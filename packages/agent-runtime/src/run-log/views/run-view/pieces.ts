/** Part of a list, and the index of the next item; absent at the end. */
export interface Piece<Item> {
  items: Item[];
  total: number;
  next?: number;
}

/** Largest part of a list. */
export interface PieceLimits {
  items: number;
  /** Length of the items as JSON, in UTF-16 units. A larger item is a part of its own. */
  length: number;
}

/** Returns the part of a list that begins at an index. */
export function takePiece<Item>(
  all: readonly Item[],
  from: number,
  { items: most, length: longest }: PieceLimits,
): Piece<Item> {
  const items: Item[] = [];
  let length = 0;
  for (const item of all.slice(from, from + most)) {
    length += JSON.stringify(item).length;
    if (items.length > 0 && length > longest) break;
    items.push(item);
  }
  const next = from + items.length;
  return { items, total: all.length, ...(next < all.length ? { next } : {}) };
}
