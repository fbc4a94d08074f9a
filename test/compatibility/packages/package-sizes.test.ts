import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { publishable } from '../../../infra/packages/publishable.ts';
import { EmptyFolder } from './empty-folder.ts';
import { packedFile } from './packed-file.ts';
import { sizeLimits } from './size-limits.ts';

const packedSchema = z.tuple([z.object({ size: z.number(), unpackedSize: z.number() })]);
const libraries = publishable.map(({ folder }) => folder);
/** Starts of each program; the fastest one counts. */
const starts = 7;
const program = 'node_modules/agent-home/bin/agent-home.js';

let folder: EmptyFolder;
let command: EmptyFolder;

beforeAll(async () => {
  folder = await EmptyFolder.open();
  command = await EmptyFolder.open();
  await folder.install(...libraries.map(packedFile), 'zod@4.6.7');
  await command.install('--omit=optional', commandFile());
});
afterAll(async () => {
  await folder?.remove();
  await command?.remove();
});

function commandFile(): string {
  const found = inject('packedFiles').find((file) => /^agent-home-\d/.test(basename(file)));
  if (found === undefined) throw new Error('the command is not packed');
  return found;
}

const getSpecifier = (name: string) => (name === 'create-agent-home' ? name : `@agent-home/${name}`);

function packedSize(file: string): { tarball: number; unpacked: number } {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', file], { encoding: 'utf8' });
  const [{ size, unpackedSize }] = packedSchema.parse(JSON.parse(text));
  return { tarball: size, unpacked: unpackedSize };
}

/** Prints the processor time of its process, in microseconds; other processes affect it less than elapsed time. */
const hook = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  console.log(user + system);
});`;

async function processorTime(place: EmptyFolder, ...words: string[]): Promise<number> {
  const printed = await place.run('node', '--import', hook, ...words);
  return Number(printed.trim().split('\n').at(-1));
}

const importTime = (specifier: string) =>
  processorTime(folder, '--input-type=module', '--eval', `await import('${specifier}');`);

/** Runs measurements in turns, so that a slow moment meets all of them, and returns the fastest of each. */
async function fastest(measures: ReadonlyMap<string, () => Promise<number>>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let round = 0; round < starts; round++)
    for (const [name, measure] of measures)
      found.set(name, Math.min(found.get(name) ?? Number.POSITIVE_INFINITY, await measure()));
  return found;
}

test('published packages stay below their limits of size and start', async () => {
  const measures = new Map([
    ['node', () => processorTime(folder, '--input-type=module', '--eval', '')],
    ['zod', () => importTime('zod')],
    ...libraries.map((name) => [name, () => importTime(getSpecifier(name))] as const),
    ['agent-home', () => processorTime(command, program, '--version')],
  ]);
  const times = await fastest(measures);
  /** Without the start of Node itself. */
  const getTime = (name: string) => (times.get(name) ?? Number.NaN) - (times.get('node') ?? Number.NaN);
  const measured = [...libraries, 'agent-home'].map((name) => ({
    name,
    ...packedSize(name === 'agent-home' ? commandFile() : packedFile(name)),
    start: Math.round((100 * getTime(name)) / getTime('zod')) / 100,
  }));
  console.table(measured);
  const exceeded = measured.filter(({ name, tarball, unpacked, start }) => {
    const limit = sizeLimits[name];
    const fits = limit && tarball <= limit.tarball && unpacked <= limit.unpacked && start <= limit.start;
    return fits !== true;
  });
  expect(exceeded).toEqual([]);
  expect(Object.keys(sizeLimits).toSorted()).toEqual(measured.map(({ name }) => name).toSorted());
});
