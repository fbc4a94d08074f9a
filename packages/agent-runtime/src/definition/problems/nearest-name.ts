/** Longer names are compared by their beginning, because untrusted input determines the cost. */
const comparedCharacters = 64;

/**
 * Returns the name that was probably meant: the same except for case and separators, else the one with the fewest typing errors, at
 * most one in three characters.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const cut = written.slice(0, comparedCharacters);
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const distance = plain(cut) === plain(name) ? 0 : slips(cut, name.slice(0, comparedCharacters));
    const allowed = Math.max(1, Math.floor(Math.max(cut.length, name.length) / 3));
    if (distance <= allowed && distance < smallest) {
      nearest = name;
      smallest = distance;
    }
  }
  return nearest;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Counts insertions, deletions, replacements and swaps of neighbours between two names. */
function slips(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
