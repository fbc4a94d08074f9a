import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { jsonSchemaFiles } from '../src/schema/json-schema.ts';

/** Writes the JSON Schema files, or with `--check` reports the files that differ from the zod schemas. */
const folder = new URL('../json-schema/', import.meta.url);
const wanted = new Map(jsonSchemaFiles().map(({ name, text }) => [name, text]));
const present = await readdir(folder).catch(() => []);
const surplus = present.filter((name) => !wanted.has(name));

if (process.argv.includes('--check')) {
  const outdated: string[] = [];
  for (const [name, text] of wanted) {
    const found = await readFile(new URL(name, folder), 'utf8').catch(() => undefined);
    if (found !== text) outdated.push(`${name} ${found === undefined ? 'is missing' : 'is not current'}`);
  }
  outdated.push(...surplus.map((name) => `${name} has no schema`));
  if (outdated.length > 0) {
    console.error(`${outdated.join('\n')}\nRun \`npm run generate -- schemas\` and commit the result.`);
    process.exitCode = 1;
  } else {
    console.log(`${wanted.size} JSON Schema files are current.`);
  }
} else {
  await mkdir(folder, { recursive: true });
  for (const name of surplus) await rm(new URL(name, folder));
  for (const [name, text] of wanted) await writeFile(new URL(name, folder), text);
  console.log(`${wanted.size} JSON Schema files written to ${fileURLToPath(folder)}`);
}
