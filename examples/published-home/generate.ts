import { join } from 'node:path';
import { ExampleHome } from './example-home.ts';
import { play } from './play.ts';
import { getFile } from './readable.ts';
import { type Files, treeName, trustFile } from './tree.ts';

/** Public seed: every key in the examples derives from it, so no key protects anything. */
const seed = 'agent-home examples, not for use';

const note =
  'Example keys, made from a published seed: trust them for nothing but these files. A reader pins root_set and looks at as_of.';

/** Generates the published home as readable files, with the same bytes in every run. */
export function generate(): Promise<Files> {
  return ExampleHome.run(seed, async (home) => {
    await play(home);
    const files: Files = new Map();
    for (const [key, bytes] of await home.bucket()) files.set(join(treeName, key), getFile(key, bytes));
    const trust = { note, as_of: home.now.toISOString(), root_set: home.rootSet };
    return files.set(trustFile, new TextEncoder().encode(`${JSON.stringify(trust, null, 2)}\n`));
  });
}
