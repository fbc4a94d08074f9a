/** Line of a comparison. */
export interface DiffLine {
  change: 'same' | 'removed' | 'added';
  text: string;
}

/** Most edits that are searched for. Their search needs memory for the square of it, and a document may be hostile. */
const mostEdits = 1_000;

/**
 * Compares two texts by lines (Myers, "An O(ND) Difference Algorithm"). Texts that differ in more lines than the limit are returned as
 * replaced between their common beginning and end.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  return [
    ...toLines('same', old.slice(0, start)),
    ...compare(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...toLines('same', old.slice(old.length - end)),
  ];
}

function toLines(change: DiffLine['change'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ change, text }));
}

/** Furthest line of the old text that each diagonal has reached, for each number of edits. */
type Reached = Map<number, number>;

function compare(old: readonly string[], now: readonly string[]): DiffLine[] {
  const history: Reached[] = [];
  let reached: Reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(mostEdits, old.length + now.length); edits++) {
    history.push(reached);
    const next: Reached = new Map();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let at = isInsertion(reached, diagonal, edits)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1;
      while (at < old.length && at - diagonal < now.length && old[at] === now[at - diagonal]) at++;
      next.set(diagonal, at);
      if (at >= old.length && at - diagonal >= now.length) return traceBack(history, old, now);
    }
    reached = next;
  }
  return [...toLines('removed', old), ...toLines('added', now)];
}

function isInsertion(reached: Reached, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reached.get(diagonal - 1) ?? 0) < (reached.get(diagonal + 1) ?? 0);
}

function traceBack(history: readonly Reached[], old: readonly string[], now: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [old.length, now.length];
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reached = history[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = isInsertion(reached, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : (reached.get(from) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      lines.push({ change: 'same', text: old[x] ?? '' });
    }
    if (edits === 0) break;
    if (x === fromX) lines.push({ change: 'added', text: now[fromY] ?? '' });
    else lines.push({ change: 'removed', text: old[fromX] ?? '' });
    [x, y] = [fromX, fromY];
  }
  return lines.reverse();
}

/** Part of a comparison: shown lines, or a number of equal lines that are left out. */
export type DiffPart = { lines: DiffLine[] } | { leftOut: number };

/** Keeps changed lines with some equal ones around them, up to a number of lines. `cut`: number of lines behind that. */
export function foldDiff(
  lines: readonly DiffLine[],
  { around = 3, most = 4_000 }: { around?: number; most?: number } = {},
): { parts: DiffPart[]; cut: number } {
  const isShown = new Uint8Array(lines.length);
  lines.forEach(({ change }, at) => {
    if (change !== 'same') isShown.fill(1, Math.max(0, at - around), at + around + 1);
  });
  const parts: DiffPart[] = [];
  let shown = 0;
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isShown[at] === 0) {
      if (last && 'leftOut' in last) last.leftOut++;
      else parts.push({ leftOut: 1 });
      continue;
    }
    if (shown === most) return { parts, cut: lines.length - at };
    shown++;
    if (last && 'lines' in last) last.lines.push(line);
    else parts.push({ lines: [line] });
  }
  return { parts, cut: 0 };
}
