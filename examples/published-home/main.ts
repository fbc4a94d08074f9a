import { join } from 'node:path';
import { generate } from './generate.ts';
import { differences, exampleFolders, readFiles, readme, repository, writeFiles } from './tree.ts';

/** `tsx main.ts` writes the examples; `--check` compares them with what the platform publishes today. */
const isCheck = process.argv.includes('--check');
const [original = ''] = exampleFolders;
const files = await generate();
const text = (await readFiles(join(repository, original))).get(readme);
if (!text) throw new Error(`${original}/${readme} is written by hand and has to be there`);
files.set(readme, text);

let problems = 0;
for (const folder of exampleFolders) {
  const place = join(repository, folder);
  if (!isCheck) {
    await writeFiles(place, files);
    continue;
  }
  const found = differences(files, await readFiles(place));
  problems += found.length;
  for (const problem of found.slice(0, 20)) console.error(`${folder}/${problem}`);
  if (found.length > 20) console.error(`${folder}: and ${found.length - 20} more`);
}
if (problems > 0) {
  console.error('the examples are not what the platform publishes today: npm run generate -- examples');
  process.exitCode = 1;
} else {
  console.log(`${files.size} files in each of ${exampleFolders.length} places`);
}
