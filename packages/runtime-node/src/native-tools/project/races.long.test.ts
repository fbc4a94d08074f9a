import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { removeFile, replaceFile } from './change-files.ts';
import { ProjectFolder } from './project-folder.ts';
import { readingFile } from './read-files.ts';

/** The sha256 of the planted file. */
const planted = createHash('sha256').update('planted').digest('hex');

/** Starts an attacker that repeatedly swaps `dir` of the project for a link to the folder outside. */
async function swapping(project: ScratchProject): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../testing/swapping-links.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, join(project.folder, 'dir'), project.outside]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function toText(project: ProjectFolder, path: string): Promise<string> {
  return readingFile(project, path, async (file) => {
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(1024)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  });
}

it('a swapped folder leads no tool outside', async () => {
  const scratch = scratchProject({ 'dir/secret.txt': 'inside' });
  const project = new ProjectFolder({ folder: scratch.folder, byDescriptor: true });
  const swapper = await swapping(scratch);
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const counting = async (work: Promise<unknown>) =>
    work.then(
      (value) => count(String(value)),
      (error: unknown) => {
        if (!(error instanceof ToolFailure)) throw error;
        count(error.code);
      },
    );
  for (let round = 0; round < 1_000; round += 1) {
    await counting(toText(project, 'dir/secret.txt'));
    const change = {
      path: 'dir/planted.txt',
      content: Buffer.from('planted'),
      before: null,
      key: `${round}`,
    };
    await counting(replaceFile(project, change).then(() => removeFile(project, 'dir/planted.txt', planted)));
  }
  swapper.kill('SIGKILL');
  expect(seen.get('the secret outside')).toBeUndefined();
  expect(readdirSync(scratch.outside)).toEqual(['secret.txt']);
  expect(readFileSync(join(scratch.outside, 'secret.txt'), 'utf8')).toBe('the secret outside');
  // Guards against a vacuous test: both outcomes of the race must occur.
  expect(seen.get('inside')).toBeGreaterThan(0);
  expect((seen.get('link_refused') ?? 0) + (seen.get('not_found') ?? 0)).toBeGreaterThan(0);
}, 60_000);

it('stops using a folder that was moved away', async () => {
  const scratch = scratchProject({ 'dir/a.txt': 'inside' });
  for (const byDescriptor of [true, false]) {
    const project = new ProjectFolder({ folder: scratch.folder, byDescriptor });
    const moved = join(scratch.outside, 'moved');
    const work = project.inParent('dir/a.txt', async ({ parent, name }) => {
      renameSync(join(scratch.folder, 'dir'), moved);
      try {
        await parent.file(name);
      } finally {
        renameSync(moved, join(scratch.folder, 'dir'));
      }
    });
    await expect(work, String(byDescriptor)).rejects.toMatchObject({
      code: expect.stringMatching(/^(outside_project|not_found)$/),
    });
    const write = project.inParent('dir/b.txt', async ({ parent, name }) => {
      writeFileSync(join(scratch.folder, 'dir', 'new'), 'planted');
      renameSync(join(scratch.folder, 'dir'), moved);
      try {
        await parent.replace(name, 'new');
      } finally {
        renameSync(moved, join(scratch.folder, 'dir'));
      }
    });
    await expect(write, String(byDescriptor)).rejects.toMatchObject({
      code: expect.stringMatching(/^(outside_project|not_found)$/),
    });
    expect(existsSync(join(scratch.folder, 'dir', 'b.txt'))).toBe(false);
  }
});

it('refuses links without descriptor paths as well', async () => {
  const scratch = scratchProject({ 'dir/a.txt': 'inside' });
  const project = new ProjectFolder({ folder: scratch.folder, byDescriptor: false });
  expect(await toText(project, 'dir/a.txt')).toBe('inside');
  await replaceFile(project, { path: 'dir/sub/b.txt', content: Buffer.from('b'), before: null, key: 'k' });
  expect(await toText(project, 'dir/sub/b.txt')).toBe('b');
  const swapper = await swapping(scratch);
  const met = new Set<string>();
  while (!met.has('link_refused')) {
    await toText(project, 'dir/secret.txt').catch((error: ToolFailure) => met.add(error.code));
    await toText(project, 'dir/a.txt').catch((error: ToolFailure) => met.add(error.code));
  }
  swapper.kill('SIGKILL');
  // A link that replaces a folder between check and opening is reported as `not_a_folder`, which is a refusal too.
  const refusals = ['link_refused', 'not_found', 'outside_project', 'not_a_folder'];
  expect([...met].filter((code) => !refusals.includes(code))).toEqual([]);
  expect(lstatSync(join(scratch.outside, 'secret.txt')).isFile()).toBe(true);
});
