import { FileRunStore } from '@agent-home/runtime-node';
import { killingStore, type Moment } from './killing-store.ts';
import { openReference, order, placesIn, referenceMessage, referenceRunId } from './reference-run.ts';

export { openReference } from './reference-run.ts';

/** Input of the process that dies, as JSON. */
export interface KilledRun {
  folder: string;
  modelUrl: string;
  serviceUrl: string;
  mcpUrl: string;
  server: string;
  /** Offset of its clock from ours. */
  clockOffsetMs: number;
  /** Point at which it kills itself; without it another process does. */
  at?: { records: number; moment: Moment };
}

const [, , told] = process.argv;
/** Loaded by the process that resumes, it only gives what it has. */
if (told?.startsWith('{')) {
  const { folder, clockOffsetMs, at, ...surroundings } = JSON.parse(told) as KilledRun;
  const places = placesIn(folder);
  const store = at
    ? killingStore(places.runs, referenceRunId, at.records, at.moment)
    : new FileRunStore(places.runs);
  const now = () => new Date(Date.now() + clockOffsetMs).toISOString();
  const { runtime, close } = await openReference(places, store, { ...surroundings, now });
  process.stdout.write('begun\n');
  await runtime.postMessage(order(), referenceMessage, { runId: referenceRunId });
  await close();
}
