import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../support/compose-file.ts';

const titles = ['start', 'agent', 'rootKeys', 'more', 'backUp', 'restore'] as const;

/** The commands of the README's section on containers, block by block, as they stand there. */
export async function readmeSection(): Promise<Record<(typeof titles)[number], string>> {
  const text = await readFile(join(repository, 'README.md'), 'utf8');
  const [, section = ''] = /^## With containers$(.*?)^## /ms.exec(text) ?? [];
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  if (blocks.length !== titles.length)
    throw new Error(`the README has ${blocks.length} blocks, not ${titles.length}`);
  return Object.fromEntries(titles.map((title, index) => [title, blocks[index] ?? ''])) as Record<
    (typeof titles)[number],
    string
  >;
}
