/**
 * Automaton for all searched texts (Aho and Corasick): one step per character for any number of texts. Rows are
 * states, columns classes of characters; characters in no text share the first column.
 */
export interface SearchTable {
  /** Column of each UTF-16 unit. */
  readonly columns: Uint16Array;
  readonly width: number;
  /**
   * Next state for each state and column. States are cell offsets, which saves a multiplication. They are negative where a text
   * ends, so that other tables are read only at matches.
   */
  readonly next: Int32Array;
  /** Number of characters of a text read in each state. */
  readonly depth: Int32Array;
  /** Length of the longest text that ends in each state; 0 if none does. */
  readonly found: Int32Array;
  /** Owner of the text that ends in each state. */
  readonly owner: Int32Array;
  /** Length of the longest text. */
  readonly longest: number;
}

/** @param texts each found whole, or from its first `least` characters on */
export function searchTable(texts: readonly { text: string; owner: number; least?: number }[]): SearchTable {
  const columns = new Uint16Array(65_536);
  let width = 1;
  let most = 1;
  let longest = 0;
  for (const { text } of texts) {
    most += text.length;
    longest = Math.max(longest, text.length);
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (columns[unit] === 0) columns[unit] = width++;
    }
  }
  const next = new Int32Array(most * width);
  const depth = new Int32Array(most);
  const found = new Int32Array(most);
  const owner = new Int32Array(most);
  let states = 1;
  for (const { text, owner: whose, least = text.length } of texts) {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const cell = state * width + (columns[text.charCodeAt(at)] ?? 0);
      if (next[cell] === 0) {
        depth[states] = at + 1;
        next[cell] = states++;
      }
      state = next[cell] ?? 0;
      if (at + 1 < least) continue;
      found[state] = at + 1;
      owner[state] = whose;
    }
  }
  const table = { columns, width, next, depth, found, owner, longest };
  linkFailures(table, states);
  return table;
}

/** Links states breadth first: after a mismatch, the search continues with the longest suffix that may still match. */
function linkFailures({ width, next, found, owner }: SearchTable, states: number): void {
  const failure = new Int32Array(states);
  const queue = new Int32Array(states);
  let end = 0;
  for (let column = 0; column < width; column++) {
    const child = next[column] ?? 0;
    if (child !== 0) queue[end++] = child;
  }
  for (let head = 0; head < end; head++) {
    const state = queue[head] ?? 0;
    const other = failure[state] ?? 0;
    if (found[state] === 0) {
      found[state] = found[other] ?? 0;
      owner[state] = owner[other] ?? 0;
    }
    for (let column = 0; column < width; column++) {
      const cell = state * width + column;
      const child = next[cell] ?? 0;
      const instead = next[other * width + column] ?? 0;
      if (child === 0) next[cell] = instead;
      else {
        failure[child] = instead;
        queue[end++] = child;
      }
    }
  }
  for (let cell = 0; cell < states * width; cell++) {
    const state = next[cell] ?? 0;
    next[cell] = (found[state] ?? 0) > 0 ? -state * width : state * width;
  }
}
