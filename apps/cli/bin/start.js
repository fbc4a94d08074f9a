// Runs what was compiled at `npm ci`, in a bundle of their own the commands that users wait for. Where the sources have changed
// since, a home is compiled before it starts, and any other command runs the TypeScript sources with no build step between.
import { fileURLToPath } from 'node:url';
import { isFresh } from './is-fresh.js';
import { rebuild } from './rebuild.js';

const [, , name] = process.argv;
const folder = new URL('../', import.meta.url);
let isCompiled = isFresh(folder);
if (!isCompiled && name === 'up') {
  rebuild(folder);
  isCompiled = isFresh(folder);
}
if (isCompiled) {
  await import('../dist/main.js');
} else {
  // tsx takes `tsconfig.json` of the working directory else, whose `paths` would put modules of a cloned project in place of ours.
  const inherited = process.env.TSX_TSCONFIG_PATH;
  process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../../tsconfig.json', folder));
  const { register } = await import('tsx/esm/api');
  register();
  if (inherited === undefined) delete process.env.TSX_TSCONFIG_PATH;
  else process.env.TSX_TSCONFIG_PATH = inherited;
  await import('../src/main.ts');
}
