import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check -- dependencies`: runs knip (`knip.ts`) on the whole tree for unused dependencies and files. Imports that
 * an installed package does not declare itself are found by `npm run check -- imports`.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const knip = join(root, 'node_modules/knip/bin/knip.js');
const kinds = ['--include', 'dependencies,unlisted,unresolved,binaries,files'];
const words = ['--cache', '--cache-location', join(root, 'node_modules/.cache/knip'), '--no-config-hints'];

const { status } = spawnSync(process.execPath, [knip, ...words, ...kinds], { cwd: root, stdio: 'inherit' });
if (status === 0) console.log('every dependency is declared and used, and every file is imported');
process.exitCode = status === 0 ? 0 : 1;
