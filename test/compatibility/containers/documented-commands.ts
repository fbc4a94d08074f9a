import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../support/compose-file.ts';

/** Page on containers that the README links to. */
const page = 'docs/containers.md';
const titles = ['start', 'agent', 'rootKeys', 'more', 'residents', 'backUp', 'restore'] as const;

/** Reads the commands of the page on containers, block by block, unchanged. */
export async function documentedCommands(): Promise<Record<(typeof titles)[number], string>> {
  const text = await readFile(join(repository, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  if (blocks.length !== titles.length)
    throw new Error(`${page} has ${blocks.length} blocks, not ${titles.length}`);
  return Object.fromEntries(titles.map((title, index) => [title, blocks[index] ?? ''])) as Record<
    (typeof titles)[number],
    string
  >;
}
