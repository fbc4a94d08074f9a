import { setTimeout as delay } from 'node:timers/promises';
import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import type { Errand } from '../journal/hostile-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';

/** An idle machine takes two seconds; a client that is blocked for ever exceeds any limit. */
const patienceMs = 30_000;

/** Runs requests of honest agents and their owners in parallel: removal of work, and erasure of an agent. */
export async function runErrands(
  { admin, witness, parting, works }: Neighbourhood,
  store: ObjectStore,
  journal: Journal,
  pace: number,
): Promise<void> {
  const patient = patienceMs * pace;
  await Promise.all([
    askForRemoval(witness, works.witness, patient).then((isTakenOn) =>
      isTakenOn ? wait(witness.agentId, 'work to be removed', works.witness) : undefined,
    ),
    admin
      .must('POST', `/v1/agents/${parting.agentId}/withdrawal`, { objects: 'erase' })
      .then(() => wait(parting.agentId, 'an agent to be erased', works.parting)),
  ]);

  async function wait(who: string, what: string, keys: string[]): Promise<void> {
    const errand: Errand = { who, what, askedAt: Date.now() };
    journal.errands.push(errand);
    for (const end = errand.askedAt + patient; Date.now() < end; await delay(100)) {
      const left = await Promise.all(keys.map((key) => isThere(store, key)));
      if (left.includes(true)) continue;
      errand.doneAt = Date.now();
      return;
    }
  }
}

/** Returns true if the home accepts the removal. An artifact whose event was lost is unknown to the home until its next count. */
async function askForRemoval(
  witness: Neighbourhood['witness'],
  keys: string[],
  patientMs: number,
): Promise<boolean> {
  const path = `/v1/tasks/${places.bazaar}/artifacts/removal`;
  const found = new Set<string>();
  for (const end = Date.now() + patientMs; found.size < keys.length; await delay(200)) {
    if (Date.now() > end) return false;
    const answer = await witness.call('POST', path, { object_keys: keys }).catch(() => undefined);
    for (const key of answer?.status === 202 ? (answer.body.object_keys as string[]) : []) found.add(key);
  }
  return true;
}

async function isThere(store: ObjectStore, key: string): Promise<boolean> {
  try {
    await store.get(key, { maxBytes: 10_000, timeoutMs: 5_000 });
    return true;
  } catch (error) {
    if (error instanceof ObjectStoreError) return error.code !== 'not_found';
    throw error;
  }
}
