import { killingStore, type Moment } from '../../../security/boards/doubled-effects/killing-store.ts';
import { openRun, type RunPlaces } from './open-run.ts';

/** Input of the process, as JSON. */
export interface KilledRun extends RunPlaces {
  selector: string;
  records: number;
  moment: Moment;
}

const input: KilledRun = JSON.parse(process.argv[2] ?? '');
const { runId, runs, records, moment, selector } = input;
const { runtime, order, close } = openRun(input, selector, killingStore(runs, runId, records, moment));
await runtime.postMessage(order, { text: 'go', origin: 'user', tainted: false }, { runId });
await close();
