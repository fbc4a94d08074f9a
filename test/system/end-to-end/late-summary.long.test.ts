import type { JsonObject } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { see } from '../../support/look.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
/** True while the store refuses every summary. */
let isRefusing = true;

beforeAll(async () => {
  home = await startHome({
    faults: {
      store: ({ method, path }) =>
        isRefusing && method === 'PUT' && path.endsWith('/summary.json')
          ? { refuse: 'error' as const }
          : undefined,
    },
  });
  ada = await RawAgent.admitted(home, 'ada');
});
afterAll(() => home.close());

interface Shown {
  state: { text: string };
}

async function stateNow(): Promise<JsonObject> {
  const { state } = await see<Shown>(home, 'topics/work');
  return (JSON.parse(state.text) as { state: JsonObject }).state;
}

test('a lost hand-in of a summary is repeated', {
  timeout: 90_000,
}, async () => {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'work',
    title: 'Work',
    visibility: 'public',
    mode: 'collab_roles',
    rules: { roles: [{ role_id: 'writer', description: 'writes' }] },
  });
  await published(home);
  await judged(home, 'work', await ada.send('work', 'role_claim', { role_id: 'writer' }));
  await judged(home, 'work', await ada.say('work', 'a whole book'));
  await judged(home, 'work', await ada.send('work', 'role_done', { role_id: 'writer' }));
  await eventually(async () => expect(await stateNow()).toMatchObject({ phase: 'integrating' }));
  // The summary is written and cannot be put; then the worker dies.
  await eventually(() =>
    expect(home.storeRequests.some(({ key }) => key === 'topics/work/summary.json')).toBe(true),
  );
  const early = { target_object_key: 'topics/work/summary.json' };
  expect(await judged(home, 'work', await ada.send('work', 'vote', early))).toMatchObject({
    outcome: 'rejected',
    reason: 'nothing_to_review',
  });
  await home.stopWorker();
  isRefusing = false;
  await home.startWorker();
  const reviewing = await eventually(async () => {
    const state = await stateNow();
    expect(state).toMatchObject({ phase: 'reviewing', deliverable: { agent_id: null } });
    return state;
  }, 30_000);
  const { object_key: key, sha256 } = reviewing.deliverable as Record<string, string>;
  const vote = { target_object_key: key ?? '', target_sha256: sha256 ?? '', score: 10 };
  await judged(home, 'work', await ada.send('work', 'vote', vote));
  await eventually(async () => expect(await stateNow()).toMatchObject({ closed_reason: 'completed' }));
  const handIns = (await getLedger(home, 'work')).filter(({ bodyText }) => bodyText?.includes('"hand_in"'));
  expect(handIns.map(({ outcome }) => outcome)).toEqual(['accepted']);
});
