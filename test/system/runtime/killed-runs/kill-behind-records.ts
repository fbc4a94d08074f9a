import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRunStore } from '@agent-home/runtime-node';
import { expect } from 'vitest';
import { bundleProgram } from '../../../security/boards/bundle-program.ts';
import type { Moment } from '../../../security/boards/doubled-effects/killing-store.ts';
import { said } from '../../../security/boards/doubled-effects/saying-tools.ts';
import { twoRounds } from '../contract/two-rounds.ts';
import { judgeLog } from '../support/judge-log.ts';
import { openWorkshop } from '../support/reference-home.ts';
import type { KilledRun } from './killed-process.ts';
import { openRun } from './open-run.ts';

/**
 * Kills the process of a run with SIGKILL behind each of its records, and before the record that follows each call. Another process
 * resumes the run: each effect happens once, each call has a decision, and the log replays byte for byte.
 * @param variables name the runtime, in addition to the environment
 * @returns the number of killed processes
 */
export async function killBehindRecords(
  selector: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<number> {
  const { folder, project, emulator } = await openWorkshop(twoRounds.script);
  await writeFile(join(project, 'note.txt'), 'a note');
  const program = join(folder, 'killed-process.mjs');
  const entry = new URL('killed-process.ts', import.meta.url);
  await bundleProgram({ entry, outfile: program, withLibraries: true });
  const environment = { ...process.env, ...variables };
  let kills = 0;

  /** Returns the type of the last record before the death; undefined if the run ended before it. */
  async function play(records: number, moment: Moment): Promise<string | undefined> {
    const name = `${moment}-${records}`;
    const killed: KilledRun = {
      runId: `run_${moment === 'behind' ? '1' : '2'}${String(records).padStart(24, '0')}`,
      runs: join(folder, name),
      project,
      said: join(folder, `said-${name}`),
      modelUrl: emulator.url,
      selector,
      records,
      moment,
    };
    const { runId, runs } = killed;
    const signal = await endOf(program, killed, environment);
    const store = new FileRunStore(runs);
    const before = judgeLog(await store.read(runId)).whole;
    if (signal === undefined) return undefined;
    kills += 1;
    expect([name, signal, before.length]).toEqual([name, 'SIGKILL', records]);
    const { runtime, close } = openRun(killed, selector, store, environment);
    const { state } = await runtime.resume(runId).finally(close);
    const { whole, missing } = judgeLog(await store.read(runId));
    // A run without its message has nothing to do.
    const expected = records === 1 ? ['cancelled', '', 0, 0] : ['answered', 'said', 1, 2];
    const { status, answer } = state.ended ?? {};
    const results = whole.filter(({ type }) => type === 'kairo.tool.result').length;
    expect([name, status, answer, said(killed.said).length, results]).toEqual([name, ...expected]);
    expect([name, missing, whole.slice(0, records)]).toEqual([name, [], before]);
    return before.at(-1)?.type;
  }

  for (let records = 1; ; records += 1) {
    const last = await play(records, 'behind');
    if (last === undefined) return kills;
    if (last === 'kairo.tool.invoke') await play(records, 'before');
  }
}

/** Runs the program to its end. Returns the signal that killed it. @throws Error if it failed by itself */
function endOf(
  program: string,
  killed: KilledRun,
  environment: NodeJS.ProcessEnv,
): Promise<NodeJS.Signals | undefined> {
  return new Promise((resolve, reject) => {
    const given = [program, JSON.stringify(killed)];
    execFile(process.execPath, given, { env: environment }, (error, _, problems) => {
      if (!error) resolve(undefined);
      else if (error.signal) resolve(error.signal);
      else reject(new Error(`the killed process ended with ${error.code}: ${problems}`));
    });
  });
}
