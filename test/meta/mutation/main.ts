import { mkdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type Area, areas, isArea, mutated } from './areas.ts';
import { addUp, computeScore, describeScore, type Score, toPercent } from './score.ts';
import { readShare } from './share.ts';

/**
 * `npm run mutation`: runs one area after another, because the tests of one package do not cover the others. `-- --share 3/8` tries
 * the third of eight shares, `-- --share tonight` that of the date, `-- --area access` one area, `-- --only
 * 'packages/access/src/policy/*.ts'` some of its files. Fails if fewer than 85 of 100 mutants are detected.
 */
const BREAKS_UNDER = 85;

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '1/1' },
    area: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
  },
});
const share = readShare(values.share, new Date());
const names = values.area ?? Object.keys(areas);
const chosen = names.filter(isArea);
if (chosen.length < names.length) throw new Error(`areas are ${Object.keys(areas).join(', ')}`);

process.env.MUTATION_SHARE = share;
await mkdir('.stryker', { recursive: true });
const scores = new Map<Area, Score>();
for (const area of chosen) {
  process.env.MUTATION_AREA = area;
  const score = computeScore(await new Stryker(getOptions(area)).runMutationTest());
  scores.set(area, score);
  const survivors = score.survivors.map((survivor) => relative('.', survivor));
  await writeFile(`.stryker/survivors-${area}.txt`, survivors.map((survivor) => `${survivor}\n`).join(''));
  for (const survivor of survivors) console.log(survivor);
}
for (const [area, score] of scores) console.log(`${area}: ${describeScore(score)}`);
const all = addUp([...scores.values()]);
console.log(`share ${share}: ${describeScore(all)}`);
if (toPercent(all) < BREAKS_UNDER) process.exitCode = 1;

function getOptions(area: Area): PartialStrykerOptions {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './test/meta/mutation/ignorers.mjs'],
    ignorers: ['messages', 'budget'],
    vitest: { configFile: 'test/meta/mutation/vitest.config.ts', related: false },
    mutate: mutated(area, values.only),
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 2_000,
    tempDirName: '.stryker/sandbox',
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `.stryker/report-${area}.json` },
    ignorePatterns: [
      '.agent-home',
      'apps/console/dist',
      'examples/oss*',
      'test/faults/simulation',
      'docs',
      'openspec',
    ],
  };
}
