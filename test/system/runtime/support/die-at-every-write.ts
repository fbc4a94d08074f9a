import { join } from 'node:path';
import { AgentRuntime, FileRunStore, type RunSetup, type UserMessage } from '@agent-home/runtime-node';
import { expect } from 'vitest';
import { SayingTools, said } from '../../../security/boards/doubled-effects/saying-tools.ts';
import { dyingStore } from './dying-store.ts';
import { judgeLog } from './judge-log.ts';
import { createTeam } from './open-team.ts';
import { emulatedModels } from './reference-order.ts';

interface Expected {
  answer: string;
  /** Texts that the team says, sorted. */
  said: readonly string[];
  runs: number;
}

/**
 * Lets the process of a run die at each of its writes and resumes the run in another process. Each effect happens once, and all logs
 * replay.
 * @returns the number of deaths
 */
export async function dieAtEveryWrite(
  { folder, order, modelUrl }: { folder: string; order(name: string): RunSetup; modelUrl: string },
  { agent, message }: { agent: string; message: UserMessage },
  expected: Expected,
): Promise<number> {
  for (let writes = 1; ; writes += 1) {
    const place = join(folder, `died-after-${writes}`);
    const file = join(folder, `said-${writes}`);
    const providers = [new SayingTools(file)];
    const parts = { models: emulatedModels(modelUrl), team: createTeam(order, providers), providers };
    const runId = `run_${'0'.repeat(9)}${String(writes).padStart(16, '0')}`;
    const dying = dyingStore(place, writes);
    await new AgentRuntime({ store: dying, ...parts })
      .postMessage(order(agent), message, { runId })
      .catch(() => undefined);
    if (!dying.hasDied()) return writes - 1;
    const store = new FileRunStore(place);
    const { state } = await new AgentRuntime({ store, ...parts }).resume(runId);
    const texts = said(file).map((line) => line.slice(line.indexOf(' ') + 1));
    const runs = await store.list();
    expect([writes, state.ended?.answer, texts.sort(), runs.length]).toEqual([
      writes,
      expected.answer,
      expected.said,
      expected.runs,
    ]);
    for (const run of runs) judgeLog(await store.read(run.runId));
  }
}
