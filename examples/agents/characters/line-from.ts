/** Returns the lines one after the other, in a cycle. */
export function lineFrom(lines: readonly string[], count: number): string {
  return lines[count % lines.length] ?? '';
}
