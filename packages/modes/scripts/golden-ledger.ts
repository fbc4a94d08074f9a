import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findMode } from '../src/registry/registry.ts';
import { kits } from '../src/testing/kits/index.ts';
import { makeGoldenLedger } from '../src/testing/topics/golden-ledger.ts';

/**
 * `npm run generate -- golden MODE [VERSION]`: writes the stored ledger of a mode that has none. An existing one is not changed.
 */
const [name = '', version = '1'] = process.argv.slice(2);
const mode = findMode(name, Number(version));
const kit = kits.find((one) => one.mode === name && one.version === Number(version));
if (!mode || !kit) {
  const known = kits.map((one) => `${one.mode} ${one.version}`).join(', ');
  console.error(`no mode ${name} ${version} with a kit; there are: ${known}`);
  process.exit(2);
}
const place = new URL(`../golden/${name}.v${version}.json`, import.meta.url);
if (existsSync(place)) {
  console.error(`${fileURLToPath(place)} is there already; a stored ledger never changes`);
  process.exit(1);
}
await writeFile(place, `${JSON.stringify(makeGoldenLedger(mode, kit), null, 2)}\n`);
console.log(`written to ${fileURLToPath(place)}`);
