// Runs what was compiled at `npm ci`, in a bundle of their own the commands that users wait for. Where the sources have changed
// since, a home is compiled before it starts, and any other command runs the TypeScript sources with no build step between.
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isFresh } from './is-fresh.js';
import { rebuild } from './rebuild.js';

const apart = new Set(['agents', 'approvals', 'ask', 'explain-call', 'runs', 'specs']);
/** They end before what V8 optimizes meanwhile is used: a third of their time. */
const brief = new Set([
  ...[
    'agents list',
    'agents validate',
    'agents trust',
    'agents routes',
    'agents context',
    'agents create',
    'agents delete',
  ],
  ...[
    'agents import',
    'agents memory',
    'approvals list',
    'runs list',
    'specs list',
    'specs show',
    'specs validate',
  ],
]);

const [, , group = '', command = ''] = process.argv;
const folder = new URL('../', import.meta.url);
let isCompiled = isFresh(folder);
if (!isCompiled && group === 'up') {
  rebuild(folder);
  isCompiled = isFresh(folder);
}
if (isCompiled) {
  if (brief.has(`${group} ${command}`)) setFlagsFromString('--no-opt');
  await import(apart.has(group) ? '../dist/agents-main.js' : '../dist/home/main.js');
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
