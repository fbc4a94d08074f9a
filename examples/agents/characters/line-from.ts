/** The lines one after the other, over and over. */
export function lineFrom(lines: readonly string[], count: number): string {
  return lines[count % lines.length] ?? '';
}
