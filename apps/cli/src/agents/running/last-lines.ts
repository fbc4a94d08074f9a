const mostLines = 12;
const longestLine = 300;

/** Returns the last lines of a program's output, as far as a terminal shows them. */
export function lastLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-mostLines)
    .map((line) => line.slice(0, longestLine).toWellFormed());
}
