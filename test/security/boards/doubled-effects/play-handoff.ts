import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { FileRunStore } from '@agent-home/runtime-node';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { observedEnvironment } from '../../../support/run-logs/observed-environment.ts';
import { type JudgedLog, judgeLog } from '../../../system/runtime/support/judge-log.ts';
import { bundleProgram } from '../bundle-program.ts';
import { collectFiles, handoffRunId, handoffScript, members, saidIn } from './handoff-run.ts';
import type { KilledHandoff } from './killed-handoff.ts';
import type { Moment } from './killing-store.ts';

export interface HandedOver {
  died: boolean;
  judged: JudgedLog | undefined;
  /** Differences from a run without a death. */
  wrong: string[];
}

export interface HandoffBoard {
  play(at: { records: number; moment: Moment }): Promise<HandedOver>;
  close(): Promise<void>;
}

/** Plays a run of two agents whose process dies, and another process that resumes it. */
export async function openHandoffBoard(bug?: Mutation): Promise<HandoffBoard> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-handed-'));
  const program = join(folder, 'killed-handoff.mjs');
  const entry = new URL('killed-handoff.ts', import.meta.url);
  await bundleProgram({ entry, outfile: program, withLibraries: true, ...(bug ? { bug } : {}) });
  const code = (await import(pathToFileURL(program).href)) as typeof import('./killed-handoff.ts');
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'handoff.yaml', text: handoffScript }]),
  });
  let runs = 0;
  return {
    async play(at) {
      const place = join(folder, `run-${runs++}`);
      await mkdir(join(place, 'project'), { recursive: true });
      const died = await diesAt(program, { folder: place, modelUrl: emulator.url, at });
      const finished = await finishedFiles(place);
      const store = new FileRunStore(join(place, 'runs'));
      const begun = await store.read(handoffRunId).catch(() => undefined);
      const { runtime, close } = code.openHandoff(place, store, emulator.url);
      try {
        const state = begun?.lines.length ? (await runtime.resume(handoffRunId)).state : undefined;
        const judged = state && judgeLog(await store.read(handoffRunId));
        const isTold = (begun?.lines.length ?? 0) > 1;
        const wrong = [
          ...(isTold && state?.ended?.status !== 'answered' ? [`ended as ${state?.ended?.status}`] : []),
          ...(judged && judged.missing.length > 0 ? ['the log is not whole'] : []),
          ...(await wrongEffects(place, { times: isTold ? 1 : 0, finished })),
        ];
        return { died, judged, wrong };
      } finally {
        await close();
        await rm(place, { recursive: true, force: true });
      }
    },
    async close() {
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns whether it died by itself before it was done */
async function diesAt(program: string, dying: KilledHandoff): Promise<boolean> {
  const child = spawn(process.execPath, [program, JSON.stringify(dying)], {
    env: { ...process.env, ...observedEnvironment() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) =>
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolve(signal === 'SIGKILL');
      else reject(new Error(`exit code ${code}, signal ${signal}`));
    }),
  );
}

/** Returns the write times of all complete files, by path. */
async function finishedFiles(folder: string): Promise<Map<string, string>> {
  const found = await Promise.all(
    collectFiles(folder).map(async (file): Promise<[string, string][]> => {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text === '' ? [] : [[file, await loadWriting(file)]];
    }),
  );
  return new Map(found.flat());
}

async function loadWriting(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return `${found?.ino} ${found?.mtimeNs}`;
}

async function wrongEffects(
  folder: string,
  { times, finished }: { times: number; finished: ReadonlyMap<string, string> },
): Promise<string[]> {
  const wrong = saidIn(folder).flatMap((lines, index) =>
    lines.length === times ? [] : [`${members[index]} said it ${lines.length} times`],
  );
  for (const [index, file] of collectFiles(folder).entries()) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const wanted = times === 0 ? undefined : ['one', 'two'][index];
    if (text !== wanted) wrong.push(`${members[index]}.txt holds ${text}`);
    const before = finished.get(file);
    if (before !== undefined && before !== (await loadWriting(file)))
      wrong.push(`${members[index]}.txt was written again`);
  }
  return wrong;
}
