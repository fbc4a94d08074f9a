/** How many of the first rows are looked through without an index of what is sought. */
const atFirst = 1_000;
/** At most so many, where those suggest that more of them suffice. */
const atMost = 20_000;

/**
 * Finds some rows in an order. What is common is found soon by going through the rows in that order, while an index
 * would answer with a great part of the home. What is rare is found by the index, which answers with few. Which of the
 * two it is, the first rows tell: no statistics of the database know how common each word is.
 */
export async function commonOrRare<Row>(
  limit: number,
  amongFirst: (rows: number) => Promise<Row[]>,
  indexed: () => Promise<Row[]>,
): Promise<Row[]> {
  const near = await amongFirst(atFirst);
  if (near.length >= limit) return near;
  // Half as many again as it takes where the rest is like the first.
  const enough = Math.ceil(((atFirst * limit) / near.length) * 1.5);
  if (enough <= atMost) {
    const farther = await amongFirst(enough);
    if (farther.length >= limit) return farther;
  }
  return indexed();
}
