import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { judged, judgedAgain, published } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

test('a message of the wrong side can be written again', async () => {
  const [ada, bo] = [await RawAgent.admitted(home, 'ada'), await RawAgent.admitted(home, 'bo')];
  const debate = { topic_id: 'debate', title: 'Debate', visibility: 'public', mode: 'debate' };
  await home.admin('POST', '/v1/admin/topics', { ...debate, rules: { side_max: 1, turn_ttl_seconds: 600 } });
  await published(home);
  await judged(home, 'debate', await ada.send('debate', 'queue_join', { side: 'pro' }));
  await judged(home, 'debate', await bo.send('debate', 'queue_join', { side: 'con' }));
  const grant = { type: 'topic_message_write', topic_id: 'debate' };
  const { oss, credential } = await eventually(() => ada.client(grant));
  const key = credential.keys[0]?.key ?? '';
  const line = (side: string) =>
    json(ada.message('debate', getId(key), 'Roosters first.', { meta: { side } }));
  await oss.put(key, line('con'));
  expect(await judged(home, 'debate', key)).toMatchObject({
    outcome: 'rejected',
    reason: 'contradicting_meta',
  });
  const again = await ada.client(grant);
  expect(again.credential.keys[0]?.key).toBe(key);
  await again.oss.put(key, line('pro'));
  expect(await judgedAgain(home, 'debate', key, 1)).toMatchObject({ outcome: 'accepted' });
});
