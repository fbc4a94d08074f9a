import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChosenRun, vitestArguments } from './vitest-arguments.ts';

/**
 * `npm test`, `npm run test:watch` and `npm run test:all`: runs vitest with the projects that the arguments select. The first
 * argument is `run`, `watch` or `all`; the others are vitest's own.
 */
const [how = 'run', ...given] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const child = spawn(process.execPath, [vitest, ...vitestArguments(how as ChosenRun, given)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
