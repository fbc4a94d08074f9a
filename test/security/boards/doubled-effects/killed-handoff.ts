import { join } from 'node:path';
import { createOrder, handoffRunId, openHandoff } from './handoff-run.ts';
import { killingStore, type Moment } from './killing-store.ts';

export { openHandoff } from './handoff-run.ts';

/** Input of the process that dies, as JSON. */
export interface KilledHandoff {
  folder: string;
  modelUrl: string;
  at: { records: number; moment: Moment };
}

const [, , told] = process.argv;
/** Runs the script only as a process of its own; the resuming process imports the exports of this module. */
if (told?.startsWith('{')) {
  const { folder, modelUrl, at } = JSON.parse(told) as KilledHandoff;
  const store = killingStore(join(folder, 'runs'), handoffRunId, at.records, at.moment);
  const { runtime, close } = openHandoff(folder, store, modelUrl);
  const message = { text: 'go', origin: 'user', tainted: false };
  await runtime.postMessage(createOrder('first'), message, { runId: handoffRunId });
  await close();
}
