import { referenceOrder } from '../support/reference-order.ts';
import { killingStore, type Moment } from './killing-store.ts';
import { openReference, placesIn, referenceMessage, referenceRunId } from './reference-run.ts';

/** The process that dies: `node killed-run.js FOLDER MODEL-URL COUNTING-SERVER RECORDS MOMENT`. */
const [folder = '', modelUrl = '', server = '', records = '', moment = 'behind'] = process.argv.slice(2);
const places = placesIn(folder);
const store = killingStore(places.runs, referenceRunId, Number(records), moment as Moment);
const { runtime, close } = await openReference(places, store, modelUrl, server);
await runtime.postMessage(referenceOrder(), referenceMessage, { runId: referenceRunId });
await close();
