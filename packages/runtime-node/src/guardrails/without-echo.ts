/** Minimum length of a quote in UTF-16 units; shorter matches may be ordinary words. */
const shortestEcho = 16;

/** Removes longer quotes of an output from lines about it: the reason of a rejection must not disclose the output. */
export function withoutEcho(lines: readonly string[], output: string): string[] {
  const wanted = new Set(lines.flatMap(collectPieces));
  const found = new Set<string>();
  if (wanted.size > 0)
    for (let at = 0; at + shortestEcho <= output.length; at++) {
      const piece = output.slice(at, at + shortestEcho);
      if (wanted.has(piece)) found.add(piece);
    }
  return found.size === 0 ? [...lines] : lines.map((line) => withoutPieces(line, found));
}

function collectPieces(line: string): string[] {
  const last = line.length - shortestEcho;
  return Array.from({ length: Math.max(0, last + 1) }, (_, at) => line.slice(at, at + shortestEcho));
}

function withoutPieces(line: string, found: ReadonlySet<string>): string {
  const isEcho = new Array<boolean>(line.length).fill(false);
  for (const [at, piece] of collectPieces(line).entries())
    if (found.has(piece)) isEcho.fill(true, at, at + shortestEcho);
  let kept = '';
  for (let at = 0; at < line.length; at++) {
    if (!isEcho[at]) kept += line.charAt(at);
    else if (!isEcho[at - 1]) kept += '…';
  }
  return kept.toWellFormed();
}
