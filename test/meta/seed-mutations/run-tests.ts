import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Result of one test: `not_run` if its file could not be loaded, or a hook before it failed. */
export type Outcome = 'green' | 'red' | 'not_run';

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages?: string[] }[] }[];
}

/**
 * Runs exactly these tests of one file in a copy of the sources. Returns results by title, the reason of the first failure, and the
 * output.
 */
export async function runTests(
  folder: string,
  file: string,
  titles: readonly string[],
): Promise<{ outcomes: Map<string, Outcome>; why: string; said: string }> {
  const report = join(folder, 'proof-report.json');
  await rm(report, { force: true });
  const pattern = titles.map((title) => `${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('|');
  const words = ['run', file, '-t', pattern, '--reporter=json', `--outputFile.json=${report}`];
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await once(child, 'close');
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}');
  const results = (JSON.parse(text) as Report).testResults.flatMap(
    ({ assertionResults }) => assertionResults,
  );
  const outcomes = titles.map((title): [string, Outcome] => {
    const status = results.find((one) => one.title === title)?.status;
    return [title, status === 'passed' ? 'green' : status === 'failed' ? 'red' : 'not_run'];
  });
  const [why = ''] = results.flatMap(({ failureMessages = [] }) => failureMessages);
  return { outcomes: new Map(outcomes), why: why.split('\n')[0] ?? '', said: `${said}${text}` };
}
