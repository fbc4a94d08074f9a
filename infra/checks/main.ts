import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, checks } from './checks.ts';
import { readPassedChecks } from './passed-checks.ts';
import { runAll } from './schedule.ts';

/**
 * `npm run check`: runs all static checks, or those named in the arguments, as many at once as the machine has cores. A check that
 * passed with the same inputs does not run again, except with `--force` and if CI=true. Prints one line per check and the findings
 * of failed ones. Exits with 1 if one failed.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const wanted = given.filter((word) => word !== '--force');
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

const chosen = checks.filter(({ name, onlyByName }) =>
  wanted.length === 0 ? !onlyByName : wanted.includes(name),
);
const passed = process.env.CI === 'true' ? undefined : readPassedChecks(root, chosen);
const results = new Map<Check, boolean>();
const waiting = chosen.filter(
  (check) => given.includes('--force') || check.onlyByName || !passed?.has(check),
);
for (const check of chosen.filter((one) => !waiting.includes(one)))
  console.log(`ok     ${check.name} (unchanged)`);

await runAll(waiting, Math.max(2, availableParallelism()), async (check) => {
  const { passed: hasPassed, seconds, output } = await runCheck(check);
  results.set(check, hasPassed);
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)`);
  if (!hasPassed) console.log(output.trimEnd());
});
if (results.size > 0) passed?.save(results);
const failed = [...results.values()].filter((hasPassed) => !hasPassed).length;
console.log(`${chosen.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function runCheck({ command, environment }: Check): Promise<CheckResult> {
  const [program = '', ...words] = command;
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const env = { ...process.env, ...environment, PATH: path };
  const started = performance.now();
  return new Promise((resolve) => {
    execFile(program, words, { cwd: root, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      const output = error?.code === 'ENOENT' ? `${program} is not installed: run npm ci` : stdout + stderr;
      resolve({ passed: error === null, seconds: (performance.now() - started) / 1_000, output });
    });
  });
}
