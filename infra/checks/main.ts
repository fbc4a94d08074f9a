import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, checks } from './checks.ts';

/**
 * `npm run check`: runs all static checks, as many at once as the machine has cores, or the checks named in the arguments.
 * Prints one line for each check, the findings of those that failed, and exits with 1 if one failed.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => checks.every((check) => check.name !== name));
if (unknown.length > 0) {
  console.error(
    `no check named ${unknown.join(', ')}; there are: ${checks.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

interface CheckResult {
  passed: boolean;
  seconds: number;
  output: string;
}

const waiting = checks
  .filter(({ name, onlyByName }) => (wanted.length === 0 ? !onlyByName : wanted.includes(name)))
  .toSorted((one, other) => other.cost - one.cost);
const total = waiting.length;
let failed = 0;
const worker = async () => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { passed, seconds, output } = await runCheck(check);
    if (!passed) failed++;
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)`);
    if (!passed) console.log(output.trimEnd());
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
console.log(`${total - failed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function runCheck({ command, environment }: Check): Promise<CheckResult> {
  const [program = '', ...given] = command;
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const env = { ...process.env, ...environment, PATH: path };
  const started = performance.now();
  return new Promise((resolve) => {
    execFile(program, given, { cwd: root, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      const output = error?.code === 'ENOENT' ? `${program} is not installed: run npm ci` : stdout + stderr;
      resolve({ passed: error === null, seconds: (performance.now() - started) / 1_000, output });
    });
  });
}
