import { objectEndpoints, pathTo, topicEndpoints, trustEndpoints } from '@agent-home/http-contract';
/// <reference lib="webworker" />
import { read } from '../read/api.ts';
import { findProblem } from '../read/problem.ts';
import { IndexedSlices } from './indexed-slices.ts';
import { ProofSession } from './proof-session.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Worker that reads and verifies one topic, so that scrolling stays smooth. */
let session: ProofSession | undefined;

const channel = new MessageChannel();

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(undefined);
  });
}

async function readObject(objectKey: string): Promise<string | undefined> {
  const response = await fetch(pathTo(objectEndpoints.read, { query: { key: objectKey } }), {
    credentials: 'same-origin',
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw await findProblem(response);
  return response.text();
}

function open(message: Extract<ToWorker, { type: 'open' }>): ProofSession {
  return new ProofSession(message, {
    readTrust: () => read(trustEndpoints.show, {}),
    readLedger: (topicId, after, limit) =>
      read(topicEndpoints.readLedger, { params: { topic_id: topicId }, query: { after, limit } }),
    readChanges: (topicId) => read(topicEndpoints.readLedgerChanges, { params: { topic_id: topicId } }),
    readObject,
    kept: new IndexedSlices(Date.now),
    now: () => new Date(),
    post: (told: FromWorker) => postMessage(told),
    breathe,
  });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'open') session = open(data);
  else if (data.type === 'refresh') void session?.refresh(data.view);
  else if (data.type === 'look') session?.look(data.sequences);
  else if (data.type === 'explain') session?.explain(data);
  else session?.standing(data);
});
