/** Changed lines of each changed file; `all` for a file that git does not know yet. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number> | 'all'>;

/** Reads `git diff --unified=0 --no-prefix`: the lines that each file has in its new version only. */
export function parseDiff(diff: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let lines: Set<number> | undefined;
  let remaining = 0;
  for (const text of diff.split('\n')) {
    // Added and removed lines may look like headers, so those of a hunk are counted, not matched.
    if (remaining > 0) {
      if (/^[+-]/.test(text)) remaining -= 1;
      continue;
    }
    const file = /^\+\+\+ (?:"(.+)"|(.+?))\t?$/.exec(text);
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (file) {
      lines = new Set();
      files.set(file[1] ?? file[2] ?? '', lines);
    } else if (hunk && lines) {
      const [first, count] = [Number(hunk[2]), Number(hunk[3] ?? 1)];
      remaining = Number(hunk[1] ?? 1) + count;
      for (let line = first; line < first + count; line += 1) lines.add(line);
    }
  }
  return files;
}

export function isChanged(changes: ChangedLines, file: string, line: number): boolean {
  const lines = changes.get(file);
  return lines === 'all' || (lines?.has(line) ?? false);
}
