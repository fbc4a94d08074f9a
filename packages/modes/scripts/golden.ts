import { access, mkdir, writeFile } from 'node:fs/promises';
import { modes } from '../src/registry/registry.ts';
import { kits } from '../src/testing/kits/index.ts';
import { makeGoldenLedger } from '../src/testing/topics/golden-ledger.ts';

/**
 * Writes the stored ledger of every mode version that has none yet. An existing one is never overwritten: a mode that no longer
 * replays it needs a new version.
 */
const folder = new URL('../golden/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const mode of modes) {
  const file = new URL(`${mode.name}.v${mode.version}.json`, folder);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) continue;
  const kit = kits.find((each) => each.mode === mode.name && each.version === mode.version);
  if (!kit) throw new Error(`${mode.name} version ${mode.version} has no kit`);
  await writeFile(file, `${JSON.stringify(makeGoldenLedger(mode, kit))}\n`);
  console.log(`${mode.name} version ${mode.version} written`);
}
