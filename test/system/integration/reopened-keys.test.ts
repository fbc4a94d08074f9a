import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTickets } from '../../../packages/platform/src/credentials/issue/record-tickets.ts';
import { fetchInput } from '../../../packages/platform/src/judging/inputs/fetch-input.ts';
import { judgeInputs } from '../../../packages/platform/src/judging/session/judge-inputs.ts';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const freeform = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home?.close());

test('a key granted during its judgement stops no topic', async () => {
  const [ada, bo] = [await RawAgent.admitted(home, 'ada'), await RawAgent.admitted(home, 'bo')];
  await home.admin('POST', '/v1/admin/topics', freeform);
  await published(home);
  const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
  const objectKey = credential.keys[0]?.key ?? '';
  await oss.put(objectKey, json(ada.message('open', '000001', 'first')));
  await judged(home, 'open', objectKey);
  // Simulates a request that had read its facts before that verdict was committed, and that records its tickets
  // after it.
  const inAnHour = new Date(Date.now() + 3_600_000);
  const ticket = { objectKey, agentId: 'ada', topicId: 'open', purpose: 'message' as const };
  await recordTickets(home.open.platform.database, [{ ...ticket, notAfter: inAnHour, sweepAt: inAnHour }]);
  await oss.put(objectKey, json(ada.message('open', '000001', 'second')));

  const others = await bo.say('open', 'and I can speak');
  expect(await judged(home, 'open', others, 10_000)).toMatchObject({ outcome: 'accepted' });
  const entries = (await getLedger(home, 'open')).filter((entry) => entry.objectKey === objectKey);
  expect(entries.map(({ bodyText }) => bodyText)).toEqual([expect.stringContaining('first')]);
});

test('a write read by two workers is judged once', async () => {
  const { platform } = home.open;
  const cy = await RawAgent.admitted(home, 'cy');
  await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'queue', mode: 'turn_queue' });
  await published(home);
  await home.stopWorker();
  const objectKey = await cy.send('queue', 'turn_done', { turn_id: 'turn_000009' });
  // Both workers have read the input before either judges.
  const input = await fetchInput(platform as never, objectKey, 10_000);
  if (!input) throw new Error('nothing is there');
  const judgeIt = () => judgeInputs(platform as never, 'queue', [input], undefined, new Map());
  expect(await judgeIt()).toMatchObject({ judged: 1 });
  const inAnHour = new Date(Date.now() + 3_600_000);
  const ticket = { objectKey, agentId: 'cy', topicId: 'queue', purpose: 'request' as const };
  await recordTickets(platform.database, [{ ...ticket, notAfter: inAnHour, sweepAt: new Date() }]);
  expect(await judgeIt()).toMatchObject({ judged: 0 });
  expect((await getLedger(home, 'queue')).filter((entry) => entry.objectKey === objectKey)).toHaveLength(1);
  // A new object at the key is judged.
  await platform.store.put(objectKey, json(cy.request('queue', 'r000001', 'queue_join')));
  await home.startWorker();
  await eventually(async () =>
    expect((await getLedger(home, 'queue')).filter((entry) => entry.objectKey === objectKey)).toHaveLength(2),
  );
});
