/** Block of code between two fences. */
export interface OpenFence {
  mark: string;
  /** Number of marks that close it, at least. */
  length: number;
  /** Columns before the opening fence. */
  indent: number;
}

/** Longest text after the marks of an opening fence, in characters. */
const longestInfo = 64;
/** Longest run of marks that is read as a fence. */
const longestFence = 16;

/**
 * Reads an opening fence at the beginning of a line.
 * @param held text of the line so far
 * @returns `open` while it may become a fence, and `none` if it is none
 */
export function openingFence(held: string, indent: number, isEnd: boolean): OpenFence | 'open' | 'none' {
  const [, marks, info, end] = /^(`+|~+)([^\n]*)(\n?)$/.exec(held) ?? [];
  if (marks === undefined || info === undefined || marks.length > longestFence) return 'none';
  const [mark = ''] = marks;
  if (info.length > longestInfo || (mark === '`' && info.includes('`'))) return 'none';
  const isFence = marks.length >= 3;
  if (!isFence && (info !== '' || end !== '')) return 'none';
  if (end === '' && !isEnd) return 'open';
  return isFence ? { mark, length: marks.length, indent } : 'none';
}

/**
 * Reads the beginning of a line within a fence.
 * @returns `end` for the closing fence, `open` while the line may become one, and `code` otherwise
 */
export function fenceLine(
  held: string,
  { mark, length, indent }: OpenFence,
  isEnd: boolean,
): 'end' | 'open' | 'code' {
  const [, spaces, marks, after, end] = /^([ \t]*)([`~]*)([ \t]*)(\n?)$/.exec(held) ?? [];
  if (spaces === undefined || marks === undefined || after === undefined) return 'code';
  if (spaces.length > indent + 3 || marks.length > length + longestFence || after.length > 3) return 'code';
  if (marks !== mark.repeat(marks.length)) return 'code';
  const isWhole = end !== '' || isEnd;
  if (marks.length < length) return isWhole || after !== '' ? 'code' : 'open';
  return isWhole ? 'end' : 'open';
}
