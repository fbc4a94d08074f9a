/** Returns the parts of a response outside of every fence: our own sentences, unless a text has escaped. */
export function outsideFences(text: string): string {
  const kept: string[] = [];
  let closing: string | undefined;
  for (const line of text.split('\n')) {
    const [, opened] = /^<<<(quoted-\d+)$/.exec(line) ?? [];
    if (closing === undefined && opened !== undefined) closing = `${opened}>>>`;
    else if (closing === undefined) kept.push(line);
    else if (line === closing) closing = undefined;
    else if (!line.startsWith('| '))
      throw new Error(`a line within a fence without its mark: ${line.slice(0, 80)}`);
  }
  if (closing !== undefined) throw new Error('a fence is never closed');
  return kept.join('\n');
}
