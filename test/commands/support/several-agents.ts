import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An agent’s file, with these lines in its front matter. */
export function agentFile(name: string, ...lines: string[]): string {
  return [
    '---',
    'kind: agent',
    `name: ${name}`,
    `title: The ${name}`,
    ...lines,
    '---',
    `You are ${name}.`,
    '',
  ].join('\n');
}

export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
