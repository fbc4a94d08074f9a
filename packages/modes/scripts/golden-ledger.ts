import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findMode } from '../src/registry/registry.ts';
import { kits } from '../src/testing/kits/index.ts';
import { makeGoldenLedger } from '../src/testing/topics/golden-ledger.ts';

/** `npm run generate -- golden MODE [VERSION]`: the stored ledger of a mode that has none. One that is there stays. */
const [name = '', version = '1'] = process.argv.slice(2);
const mode = findMode(name, Number(version));
const kit = kits.find((one) => one.mode === name && one.version === Number(version));
if (!mode || !kit) throw new Error(`there is no mode ${name} ${version} with a kit`);
const place = new URL(`../golden/${name}.v${version}.json`, import.meta.url);
await writeFile(place, `${JSON.stringify(makeGoldenLedger(mode, kit), null, 2)}\n`, { flag: 'wx' });
console.log(`written to ${fileURLToPath(place)}`);
