import { setTimeout as delay } from 'node:timers/promises';
import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import type { Errand } from '../journal/hostile-records.ts';
import type { Journal } from '../journal/journal.ts';
import { type Neighbourhood, places } from './neighbourhood.ts';

/** On a machine that does nothing else. */
const patienceMs = 12_000;

/** What honest agents and their owners want done meanwhile: work removed, and an agent erased. */
export async function runErrands(
  { admin, witness, parting, works }: Neighbourhood,
  store: ObjectStore,
  journal: Journal,
  pace: number,
): Promise<void> {
  const note = async (who: string, what: string, keys: string[], ask: () => Promise<unknown>) => {
    const errand: Errand = { who, what, askedAt: Date.now() };
    journal.errands.push(errand);
    await ask().catch(() => undefined);
    for (const end = errand.askedAt + patienceMs * pace; Date.now() < end; await delay(100)) {
      const left = await Promise.all(keys.map((key) => isThere(store, key)));
      if (left.includes(true)) continue;
      errand.doneAt = Date.now();
      return;
    }
  };
  const removal = `/v1/tasks/${places.bazaar}/artifacts/removal`;
  await Promise.all([
    note(witness.agentId, 'work to be removed', works.witness, () => removeAll(witness, removal, works.witness)),
    note(parting.agentId, 'an agent to be erased', works.parting, () =>
      admin.must('POST', `/v1/agents/${parting.agentId}/withdrawal`, { objects: 'erase' }),
    ),
  ]);
}

/** What the home has not found yet it cannot remove: asked again until it has taken all of it on. */
async function removeAll(witness: Neighbourhood['witness'], path: string, keys: string[]): Promise<void> {
  const found = new Set<string>();
  for (let tries = 0; tries < 60 && found.size < keys.length; tries += 1) {
    const { status, body } = await witness.call('POST', path, { object_keys: keys });
    for (const key of status === 202 ? (body.object_keys as string[]) : []) found.add(key);
    if (found.size < keys.length) await delay(200);
  }
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
