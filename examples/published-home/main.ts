import { join } from 'node:path';
import { generate } from './generate.ts';
import { differences, exampleFolder, readFiles, readme, repository, writeFiles } from './tree.ts';

/** `tsx main.ts` writes the examples; `--check` compares them with what the platform publishes today. */
const isCheck = process.argv.includes('--check');
const files = await generate();
const place = join(repository, exampleFolder);
const present = await readFiles(place);
const text = present.get(readme);
if (!text) throw new Error(`${exampleFolder}/${readme} is missing: it is written by hand, restore it`);
files.set(readme, text);

if (!isCheck) await writeFiles(place, files);
const problems = isCheck ? differences(files, present) : [];
for (const problem of problems.slice(0, 20)) console.error(`${exampleFolder}/${problem}`);
if (problems.length > 20) console.error(`${exampleFolder}: and ${problems.length - 20} more`);
if (problems.length > 0) {
  console.error('the examples differ from what the platform publishes: run `npm run generate -- examples`');
  process.exitCode = 1;
} else {
  console.log(`${files.size} files in ${exampleFolder}`);
}
