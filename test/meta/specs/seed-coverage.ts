import { parseSpec } from './parse-spec.ts';
import type { Suite } from './suites.ts';

/** Number of scenarios of each requirement of the seed, in its order: 19 requirements, 41 scenarios. */
export const seedScenarios = [4, 1, 0, 4, 3, 2, 3, 3, 1, 1, 3, 2, 3, 3, 2, 1, 1, 2, 2] as const;

export interface CoverageRow {
  /** `7` is a requirement, `7.2` its second scenario. */
  number: string;
  spec: string;
  /** Name of the requirement, or of the scenario, which is the test's title. */
  name: string;
  /** The file that a suite runs, and the command of that suite. */
  test: string;
  suite: string;
}

/** Names that the table may refer to. */
export interface Named {
  specs: ReadonlyMap<string, string>;
  /** Returns the exact titles of the tests in a file; undefined if there is no such test file. */
  collectTitles(file: string): readonly string[] | undefined;
  /** Suites that CI runs. */
  suites: readonly Suite[];
}

/** Suite that must run a test for each scenario. */
const suiteOfAll = 'npm test';

/**
 * Returns the problems of the table that maps the seed's requirements to tests: missing or unknown numbers,
 * rows with an unknown spec, requirement, scenario, test or suite, and scenarios without a test in `npm test`.
 */
export function coverageProblems(table: string, named: Named): string[] {
  const rows = toRows(table);
  const problems = rows.flatMap((row) => collectProblems(row, named).map((text) => `${row.number}: ${text}`));
  const expected = numbers();
  const known = new Set(expected);
  const found = new Set(rows.map(({ number }) => number));
  const missing = expected
    .filter((number) => !found.has(number))
    .map((number) => `${number}: is not in the table`);
  const foreign = [...found]
    .filter((number) => !known.has(number))
    .map((number) => `${number}: the seed has none`);
  const usual = new Set(rows.filter(({ suite }) => suite === suiteOfAll).map(({ number }) => number));
  const elsewhere = [...found]
    .filter((number) => number.includes('.') && !usual.has(number))
    .map((number) => `${number}: ${suiteOfAll} has no test of it`);
  return [...problems, ...missing, ...foreign, ...elsewhere];
}

function numbers(): string[] {
  return seedScenarios.flatMap((scenarios, index) => [
    String(index + 1),
    ...Array.from({ length: scenarios }, (_, scenario) => `${index + 1}.${scenario + 1}`),
  ]);
}

export function toRows(table: string): CoverageRow[] {
  return table.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    const [number = '', , spec = '', name = '', test = '', suite = ''] = cells.map((cell) => cell.trim());
    return /^\d/.test(number) ? [{ number, spec, name, test, suite }] : [];
  });
}

function collectProblems({ number, spec, name, test, suite }: CoverageRow, named: Named): string[] {
  const text = named.specs.get(spec);
  if (text === undefined) return [`there is no spec ${spec}`];
  const { requirements } = parseSpec(text);
  if (!number.includes('.')) {
    const isThere = requirements.some((requirement) => requirement.name === name);
    return isThere ? [] : [`${spec} has no requirement "${name}"`];
  }
  const isThere = requirements.some(({ scenarios }) => scenarios.some((scenario) => scenario.name === name));
  const titles = named.collectTitles(test);
  const run = named.suites.find(({ command }) => command === suite);
  return [
    ...(isThere ? [] : [`${spec} has no scenario "${name}"`]),
    ...(titles === undefined ? [`there is no ${test}`] : []),
    ...(titles && !titles.includes(name) ? [`no test in ${test} is named "${name}"`] : []),
    ...(run === undefined ? [`CI runs no "${suite}"`] : []),
    ...(run && titles && !run.has(test) ? [`${suite} does not run ${test}`] : []),
  ];
}
