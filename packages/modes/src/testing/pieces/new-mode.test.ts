import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canonicalJson } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPieces } from './missing-pieces.ts';
import { repositoryOnDisk, repositoryRoot } from './repository-on-disk.ts';
import { type Files, type Step, toyRecipe, withFiles } from './toy-mode.ts';

function collectFiles(steps: readonly Step[]): Files {
  const files: Files = new Map();
  for (const { take } of steps) take(repositoryOnDisk, files);
  return files;
}

describe('a new mode', () => {
  it('every mode of the registry has all its pieces', () => {
    expect(missingPieces(repositoryOnDisk)).toEqual([]);
  });

  it('lacks nothing once every step of the recipe is done', () => {
    expect(missingPieces(withFiles(repositoryOnDisk, collectFiles(toyRecipe)))).toEqual([]);
  });

  it.each(toyRecipe)('reports a missing $step with its place', (left) => {
    const files = collectFiles(toyRecipe.filter((step) => step !== left));
    const complaints = missingPieces(withFiles(repositoryOnDisk, files));
    expect(complaints).toEqual([expect.stringMatching(left.complaint)]);
    expect(complaints[0]).toMatch(/^toy_talk: /);
  });
});

describe('the toy mode, added by the recipe to a copy of this package', () => {
  let copy: string;
  // Modules of the copy have the types of their originals.
  const load = async <Module>(path: string): Promise<Module> =>
    (await import(/* @vite-ignore */ join(copy, 'packages/modes/src', path))) as Module;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'agent-home-toy-mode-'));
    await cp(join(repositoryRoot, 'packages/modes/src'), join(copy, 'packages/modes/src'), {
      recursive: true,
    });
    await cp(join(repositoryRoot, 'packages/modes/package.json'), join(copy, 'packages/modes/package.json'));
    await symlink(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'));
    for (const [path, text] of collectFiles(toyRecipe)) {
      if (!path.startsWith('packages/modes/src/')) continue;
      await mkdir(join(copy, dirname(path)), { recursive: true });
      await writeFile(join(copy, path), text);
    }
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('plays, and what it played replays to the same bytes', async () => {
    const { findMode } = await load<typeof import('../../registry/registry.ts')>('registry/registry.ts');
    const { kits } = await load<typeof import('../kits/index.ts')>('testing/kits/index.ts');
    const { makeGoldenLedger } = await load<typeof import('../topics/golden-ledger.ts')>(
      'testing/topics/golden-ledger.ts',
    );
    const { replayEntry } =
      await load<typeof import('../../replay/replay-topic.ts')>('replay/replay-topic.ts');
    const mode = findMode('toy_talk', 1);
    const kit = kits.find((one) => one.mode === 'toy_talk');
    if (!mode || !kit) throw new Error('the toy mode is not there');
    const { entries, state } = makeGoldenLedger(mode, kit, 60);
    type State = ReturnType<typeof replayEntry> | undefined;
    const end = entries.reduce<State>((before, entry) => replayEntry(before, entry), undefined);
    expect(canonicalJson(end?.state ?? {})).toBe(canonicalJson(state));
    expect(end?.mode.name).toBe('toy_talk');
    expect(entries.filter(({ header }) => header.verdict.outcome === 'accepted').length).toBeGreaterThan(5);
  });
});
