import { parseSpec } from './parse-spec.ts';

/** How many scenarios each requirement of the seed has, in its order: 19 requirements, 41 scenarios. */
export const seedScenarios = [4, 1, 0, 4, 3, 2, 3, 3, 1, 1, 3, 2, 3, 3, 2, 1, 1, 2, 2] as const;

interface Row {
  number: string;
  spec: string;
  name: string;
  test: string;
}

/**
 * What is wrong with the table that says where each of the seed's requirements is answered: numbers that are missing or
 * that there are not, and rows that name a spec, a requirement, a scenario or a test that is not there.
 * `titlesOf` answers the exact titles of the tests in a file, undefined where there is none.
 */
export function coverageProblems(
  table: string,
  specs: ReadonlyMap<string, string>,
  titlesOf: (file: string) => readonly string[] | undefined,
): string[] {
  const rows = rowsOf(table);
  const problems = rows.flatMap((row) =>
    problemsOf(row, specs, titlesOf).map((text) => `${row.number}: ${text}`),
  );
  const expected = numbers();
  const known = new Set(expected);
  const found = new Set(rows.map(({ number }) => number));
  const missing = expected
    .filter((number) => !found.has(number))
    .map((number) => `${number}: is not in the table`);
  const foreign = [...found]
    .filter((number) => !known.has(number))
    .map((number) => `${number}: the seed has none`);
  return [...problems, ...missing, ...foreign];
}

/** `7` is a requirement, `7.2` the second of its scenarios. */
function numbers(): string[] {
  return seedScenarios.flatMap((scenarios, index) => [
    String(index + 1),
    ...Array.from({ length: scenarios }, (_, scenario) => `${index + 1}.${scenario + 1}`),
  ]);
}

function rowsOf(table: string): Row[] {
  return table.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    const [number = '', , spec = '', name = '', test = ''] = cells.map((cell) => cell.trim());
    return /^\d/.test(number) ? [{ number, spec, name, test }] : [];
  });
}

function problemsOf(
  { number, spec, name, test }: Row,
  specs: ReadonlyMap<string, string>,
  titlesOf: (file: string) => readonly string[] | undefined,
): string[] {
  const text = specs.get(spec);
  if (text === undefined) return [`there is no spec ${spec}`];
  const { requirements } = parseSpec(text);
  if (!number.includes('.')) {
    const isThere = requirements.some((requirement) => requirement.name === name);
    return isThere ? [] : [`${spec} has no requirement "${name}"`];
  }
  const isThere = requirements.some(({ scenarios }) => scenarios.some((scenario) => scenario.name === name));
  const titles = titlesOf(test);
  return [
    ...(isThere ? [] : [`${spec} has no scenario "${name}"`]),
    ...(titles === undefined ? [`there is no ${test}`] : []),
    ...(titles && !titles.includes(name) ? [`no test in ${test} is named "${name}"`] : []),
  ];
}
