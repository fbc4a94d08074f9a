/** Number of rows searched without an index. */
const atFirst = 1_000;
/** Limit of rows to read, if the first ones suggest that more of them suffice. */
const atMost = 20_000;

/**
 * Finds some rows in an order. Common matches are found quickly by reading the rows in that order, while an
 * index would return a large part of the home. Rare matches are found by the index, which returns few. The
 * first rows show which case it is, since the database has no statistics about the frequency of each word.
 */
export async function commonOrRare<Row>(
  limit: number,
  amongFirst: (rows: number) => Promise<Row[]>,
  indexed: () => Promise<Row[]>,
): Promise<Row[]> {
  const near = await amongFirst(atFirst);
  if (near.length >= limit) return near;
  // Half as many again as needed if the remaining rows are like the first ones.
  const enough = Math.ceil(((atFirst * limit) / near.length) * 1.5);
  if (enough <= atMost) {
    const farther = await amongFirst(enough);
    if (farther.length >= limit) return farther;
  }
  return indexed();
}
