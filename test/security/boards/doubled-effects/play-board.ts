import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Question, RunState } from '@agent-home/agent-runtime';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { FileRunStore, type ReadPresentRules } from '@agent-home/runtime-node';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { type JudgedLog, judgeLog } from '../../../system/runtime/support/judge-log.ts';
import { bundleProgram } from '../bundle-program.ts';
import { type Payments, startCountingService } from './counting-service.ts';
import type { KilledRun } from './killed-run.ts';
import type { Moment } from './killing-store.ts';
import { placesIn, type ReferencePlaces, referenceRunId, referenceScript } from './reference-run.ts';
import { said } from './saying-tools.ts';

/** End of the process: by itself at a record, by a kill after a while, or by a full disk. */
export type Death = { records: number; moment: Moment } | { afterMs: number } | { diskKilobytes: number };

export interface Board {
  /**
   * Plays a run whose process dies at the given point, and another one that resumes it.
   * @param clockOffsetMs offset of the first process's clock
   * @param presentRules rules under which the second process continues
   */
  play(death: Death, clockOffsetMs?: number, presentRules?: ReadPresentRules): Promise<Survived>;
  close(): Promise<void>;
}

/** Number of times that each effect is present, and the file's content. */
export type Effects = Readonly<Record<'said' | 'counted' | 'keyed' | 'plain' | 'remote', number>> & {
  made: string | undefined;
};

export interface Survived {
  /** Undefined if the process died before the run began. */
  state: RunState | undefined;
  judged: JudgedLog | undefined;
  /** Log lines at the death, and the number of torn bytes that the resuming process found. */
  linesBefore: number;
  tornBytes: number;
  said: string[];
  counted: string[];
  paid: Payments;
  made: string | undefined;
  /** Effects that existed when the process died. */
  effectsBefore: Effects;
  /** True if a complete file was written again. */
  isWrittenAgain: boolean;
  /** Questions of the resuming process to an approver. */
  asked: Question[];
  /** `undefined` if it exited by itself. */
  died: NodeJS.Signals | 'error' | undefined;
  ranMs: number;
}

/** Prepares everything for dying runs: a model, a service, and the program that dies, compiled once. */
export async function openBoard(bug?: Mutation): Promise<Board> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-doubled-'));
  const program = join(folder, 'killed-run.mjs');
  const entry = new URL('killed-run.ts', import.meta.url);
  await bundleProgram({ entry, outfile: program, withLibraries: true, ...(bug ? { bug } : {}) });
  const code = (await import(pathToFileURL(program).href)) as typeof import('./killed-run.ts');
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'reference.yaml', text: referenceScript }]),
  });
  const service = await startCountingService();
  const server = fileURLToPath(new URL('counting-server.mjs', import.meta.url));
  const surroundings = { modelUrl: emulator.url, serviceUrl: service.url, mcpUrl: service.mcpUrl, server };
  let runs = 0;

  async function goneOnWith(places: ReferencePlaces, run: string, presentRules?: ReadPresentRules) {
    const store = new FileRunStore(places.runs);
    const before = await store.read(referenceRunId).catch(() => ({ lines: [], tornBytes: 0 }));
    const file = join(places.project, 'made.txt');
    const [content, written] = [await text(file), await stat(file).catch(() => undefined)];
    const paid = service.paid(run);
    const effectsBefore: Effects = {
      said: said(places.said).length,
      counted: said(places.counted).length,
      keyed: paid.keyed.length,
      plain: paid.plain,
      remote: paid.remote,
      made: content,
    };
    const { runtime, told, asked, close } = await code.openReference(places, store, {
      ...surroundings,
      ...(presentRules === undefined ? {} : { presentRules }),
    });
    try {
      const begun = before.lines.length > 0;
      const state = begun ? (await runtime.resume(referenceRunId)).state : undefined;
      const after = await stat(file).catch(() => undefined);
      const { facts } = told.find(({ message }) => message === 'a torn last line was cut off') ?? {};
      return {
        state,
        asked,
        effectsBefore,
        judged: begun ? judgeLog(await store.read(referenceRunId)) : undefined,
        linesBefore: before.lines.length,
        tornBytes: Number(facts?.bytes ?? 0),
        said: said(places.said),
        counted: said(places.counted),
        made: await text(file),
        isWrittenAgain:
          content === 'one two' && (after?.ino !== written?.ino || after?.mtimeMs !== written?.mtimeMs),
      };
    } finally {
      await close();
    }
  }

  return {
    async play(death, clockOffsetMs = 0, presentRules) {
      const run = `run-${runs++}`;
      const places = placesIn(join(folder, run));
      await mkdir(places.project, { recursive: true });
      await writeFile(join(places.project, 'note.txt'), 'a note');
      const at = 'moment' in death ? { at: death } : {};
      const dying = { folder: places.folder, ...surroundings, clockOffsetMs, ...at };
      const { died, ranMs } = await findEnd(program, dying, death);
      const went = await goneOnWith(places, run, presentRules);
      await rm(places.folder, { recursive: true, force: true });
      return { ...went, paid: service.paid(run), died, ranMs };
    },
    async close() {
      await Promise.all([emulator.close(), service.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findEnd(
  program: string,
  dying: KilledRun,
  death: Death,
): Promise<{ died: Survived['died']; ranMs: number }> {
  const command = [process.execPath, program, JSON.stringify(dying)];
  // Limits the size of this process's files: writes beyond it fail, possibly after half a line.
  const limit = 'diskKilobytes' in death ? [String(death.diskKilobytes)] : ['unlimited'];
  const script = 'trap "" XFSZ; ulimit -f "$1"; shift; exec "$@"';
  const child = spawn('bash', ['-c', script, 'bash', ...limit, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let error = '';
  child.stderr?.on('data', (chunk) => {
    error += String(chunk);
  });
  const began = begun(child);
  const ended = new Promise<Survived['died']>((resolve, reject) =>
    child.on('close', (code, signal) => {
      if (signal) return resolve(signal);
      if (code === 0) return resolve(undefined);
      return 'diskKilobytes' in death ? resolve('error') : reject(new Error(`exit code ${code}: ${error}`));
    }),
  );
  const startedAt = await Promise.race([began, ended.then(() => performance.now())]);
  const killing =
    'afterMs' in death ? setTimeout(() => void child.kill('SIGKILL'), death.afterMs) : undefined;
  const died = await ended;
  clearTimeout(killing);
  return { died, ranMs: performance.now() - startedAt };
}

function begun(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.stdout?.once('data', () => resolve(performance.now())));
}

async function text(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
