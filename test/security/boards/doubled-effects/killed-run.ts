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
  /** Point at which the process kills itself; without it, another process kills it. */
  at?: { records: number; moment: Moment };
}

const [, , told] = process.argv;
/** Runs the script only as a process of its own; the resuming process imports the exports of this module. */
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
