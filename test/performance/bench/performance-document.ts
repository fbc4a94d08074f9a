import { readFile, writeFile } from 'node:fs/promises';
import { recordProblems } from './recorded/check-record.ts';
import { documentTables, withTables } from './recorded/document-tables.ts';
import { readRecords } from './recorded/record-file.ts';

// `npm run generate -- performance`: writes the tables of docs/performance.md from test/performance/recorded; `--check` compares.
const file = new URL('../../../docs/performance.md', import.meta.url);
const { runs, earlier } = await readRecords();
const problems = [...runs].flatMap(([name, run]) =>
  recordProblems(run).map((problem) => `test/performance/recorded/${name}: ${problem}`),
);
const present = await readFile(file, 'utf8');
const wanted = withTables(present, documentTables([...runs.values()], earlier));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) {
  await writeFile(file, wanted);
  console.log('Wrote the tables of docs/performance.md.');
} else if (present === wanted) console.log('The tables of docs/performance.md match the recorded runs.');
else {
  console.error(
    'docs/performance.md differs from test/performance/recorded; run npm run generate -- performance',
  );
  process.exitCode = 1;
}
