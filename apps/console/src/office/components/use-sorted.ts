import { useState } from 'react';

export interface Sorting {
  column: string;
  isDescending: boolean;
}

/** Returns the rows sorted by the chosen column, or in their original order. */
export function useSorted<Row>(
  rows: readonly Row[],
  columns: readonly { name: string; sortBy?: (row: Row) => string | number }[],
  language: string,
) {
  const [sorting, setSorting] = useState<Sorting>();
  const sortBy = columns.find(({ name }) => name === sorting?.column)?.sortBy;
  const compare = new Intl.Collator(language, { numeric: true });
  const sorted =
    sorting && sortBy
      ? rows.toSorted((one, other) => {
          const [a, b] = [sortBy(one), sortBy(other)];
          const order =
            typeof a === 'number' && typeof b === 'number' ? a - b : compare.compare(String(a), String(b));
          return sorting.isDescending ? -order : order;
        })
      : rows;
  /** Cycles through ascending, descending and original order. */
  const turn = (column: string) =>
    setSorting((before) => {
      if (before?.column !== column) return { column, isDescending: false };
      return before.isDescending ? undefined : { column, isDescending: true };
    });
  return { sorted, sorting, turn };
}
