import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';

interface GeneratedFiles {
  /** Description for readers of the output. */
  what: string;
  folder: URL;
  wanted: ReadonlyMap<string, string>;
  /** True for a generated file of the folder; an unwanted one is a leftover. */
  isGenerated(name: string): boolean;
  /** Command that generates the files. */
  generate: string;
}

/** Writes the files, or with `--check` among the arguments reports the outdated ones. */
export async function writeOrCheck(files: GeneratedFiles): Promise<void> {
  const { what, folder, wanted, generate } = files;
  const present = await readdir(folder).catch((): string[] => []);
  const surplus = present.filter((name) => files.isGenerated(name) && !wanted.has(name));
  if (!process.argv.includes('--check')) {
    await mkdir(folder, { recursive: true });
    for (const name of surplus) await rm(new URL(name, folder));
    for (const [name, text] of wanted) await writeFile(new URL(name, folder), text);
    console.log(`${wanted.size} ${what} written.`);
    return;
  }
  const problems = surplus.map((name) => `${name} is left over`);
  for (const [name, text] of wanted) {
    const found = await readFile(new URL(name, folder), 'utf8').catch(() => undefined);
    if (found !== text) problems.push(`${name} ${found === undefined ? 'is missing' : 'is not current'}`);
  }
  if (problems.length === 0) {
    console.log(`${wanted.size} ${what} are current.`);
    return;
  }
  console.error(`${problems.join('\n')}\nRun \`${generate}\` and look at what has changed.`);
  process.exitCode = 1;
}
