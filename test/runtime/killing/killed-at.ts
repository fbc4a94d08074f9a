import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import type { RunState } from '@agent-home/runtime';
import { FileRunStore } from '@agent-home/runtime-node';
import { build } from 'esbuild';
import { type JudgedLog, judgeLog } from '../support/judge-log.ts';
import type { Moment } from './killing-store.ts';
import {
  countingServer,
  openReference,
  placesIn,
  type ReferencePlaces,
  referenceRunId,
  referenceScript,
} from './reference-run.ts';
import { said } from './saying-tools.ts';

export interface Board {
  /** A run that is killed there, and one that resumes it. @param records on the disk when it dies */
  killedAt(records: number, moment: Moment): Promise<Survived>;
  close(): Promise<void>;
}

export interface Survived {
  /** Undefined where the process died before there was a run. */
  state: RunState | undefined;
  judged: JudgedLog | undefined;
  /** Lines that lay there when the process had died, and what the resuming one was told. */
  linesBefore: number;
  tornBytes: number;
  said: string[];
  counted: string[];
  made: string | undefined;
  /** Whether a file that was there with all its content was written again. */
  isWrittenAgain: boolean;
  signal: NodeJS.Signals | null;
}

/** Everything that killed runs need: a model, and the program that dies, compiled once. */
export async function openBoard(): Promise<Board> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-killed-'));
  const program = join(folder, 'killed-run.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('killed-run.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // CommonJS libraries within an ES module look for this.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  const scripts = loadScripts([{ file: 'reference.yaml', text: referenceScript }]);
  const emulator = await startModelEmulator({ scripts });
  return {
    killedAt: async (records, moment) => {
      const places = placesIn(join(folder, `${records}-${moment}`));
      await mkdir(places.project, { recursive: true });
      await writeFile(join(places.project, 'note.txt'), 'a note');
      const signal = await run(program, [
        places.folder,
        emulator.url,
        countingServer,
        String(records),
        moment,
      ]);
      return { ...(await resumed(places, emulator.url)), signal };
    },
    close: async () => {
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the signal that ended it */
function run(program: string, args: string[]): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let error = '';
  child.stderr.on('data', (chunk) => {
    error += String(chunk);
  });
  return new Promise((resolve, reject) =>
    child.on('close', (code, signal) =>
      code === 0 || signal ? resolve(signal) : reject(new Error(`exit code ${code}: ${error}`)),
    ),
  );
}

async function resumed(places: ReferencePlaces, modelUrl: string): Promise<Omit<Survived, 'signal'>> {
  const store = new FileRunStore(places.runs);
  const before = await store.read(referenceRunId).catch(() => ({ lines: [], tornBytes: 0 }));
  const file = join(places.project, 'made.txt');
  const [content, written] = [await text(file), await stat(file).catch(() => undefined)];
  const { runtime, told, close } = await openReference(places, store, modelUrl, countingServer);
  try {
    const begun = before.lines.length > 0;
    const state = begun ? (await runtime.resume(referenceRunId)).state : undefined;
    const after = await stat(file).catch(() => undefined);
    const { facts } = told.find(({ message }) => message === 'a torn last line was cut off') ?? {};
    return {
      state,
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

async function text(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
