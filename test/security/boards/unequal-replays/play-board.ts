import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { bundleProgram } from '../bundle-program.ts';
import { type Replays, script } from './make-logs.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Another environment: other time zone, other language. */
const elsewhere = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };

/** Writes logs in one process and replays them in another, later and in another environment, with the same code. */
export async function playBoard(bug?: Mutation): Promise<Replays> {
  // Below the root, so that installed libraries are found.
  const cache = join(root, 'node_modules/.cache/agent-home-boards');
  await mkdir(cache, { recursive: true });
  const programs = await mkdtemp(join(cache, 'replays-'));
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-replays-'));
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'board.yaml', text: script }]),
  });
  try {
    const program = join(programs, 'make-logs.mjs');
    const entry = new URL('make-logs.ts', import.meta.url);
    await bundleProgram({ entry, outfile: program, ...(bug ? { bug } : {}) });
    const code = (await import(pathToFileURL(program).href)) as typeof import('./make-logs.ts');
    const runs = await code.makeLogs(folder, emulator.url);
    const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify({ runs })], {
      env: { PATH: process.env.PATH ?? '', ...elsewhere },
    });
    return JSON.parse(stdout) as Replays;
  } finally {
    await emulator.close();
    await Promise.all([folder, programs].map((each) => rm(each, { recursive: true, force: true })));
  }
}
