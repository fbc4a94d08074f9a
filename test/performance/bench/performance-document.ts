import { readFile, writeFile } from 'node:fs/promises';
import { recordProblems } from './recorded/check-record.ts';
import { documentTables, historyTable, withTables } from './recorded/document-tables.ts';
import { readRecords } from './recorded/record-file.ts';

// `npm run generate -- performance`: writes the tables of docs/performance.md and the history of all benches from
// test/performance/recorded; `--check` compares.
const document = new URL('../../../docs/performance.md', import.meta.url);
const history = new URL('../recorded/history.csv', import.meta.url);
const { runs, earlier } = await readRecords();
const problems = [...runs].flatMap(([name, run]) =>
  recordProblems(run).map((problem) => `test/performance/recorded/${name}: ${problem}`),
);
const present = await readFile(document, 'utf8');
const wanted = withTables(present, documentTables([...runs.values()], earlier));
const rows = historyTable([...runs.values()], earlier);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) {
  await writeFile(document, wanted);
  await writeFile(history, rows);
  console.log('Wrote the tables of docs/performance.md and test/performance/recorded/history.csv.');
} else if (present === wanted && (await readFile(history, 'utf8')) === rows)
  console.log('docs/performance.md and history.csv match the recorded runs.');
else {
  console.error(
    'docs/performance.md or test/performance/recorded/history.csv differs from the recorded runs; run npm run generate -- performance',
  );
  process.exitCode = 1;
}
