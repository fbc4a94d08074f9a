/** Returns a valid agent file, with these lines at the end of its front matter. */
export function agentFile(name: string, ...lines: string[]): string {
  return [
    '---',
    'kind: agent',
    `name: ${name}`,
    `title: The ${name}`,
    ...lines,
    '---',
    '',
    `You are ${name}.`,
    '',
  ].join('\n');
}
