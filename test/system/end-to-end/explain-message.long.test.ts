import { reasons } from '@agent-home/modes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { measuredTimeFactor } from '../../support/time-factor.ts';

let home: TestHome;
let ada: RawAgent;
beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', { ...topic, topic_id: 'tree', mode: 'threaded' });
  await published(home);
});
afterAll(() => home.close());

const topic = { title: 'T', visibility: 'public' };

const explain = (topicId: string, messageId: string, agentId = 'ada') => {
  const asked = new URLSearchParams({ agent_id: agentId, topic_id: topicId, message_id: messageId });
  return home.admin('GET', `/v1/admin/explain/message?${asked}`);
};

test('a message is explained by entry, reason and fault', async () => {
  expect(await explain('tree', '000001')).toMatchObject({ outcome: 'not_written', facts: {} });
  const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'tree' });
  const [first = '', second = '', third = '', fourth = ''] = credential.keys.map(({ key }) => key);
  expect(await explain('tree', getId(first))).toMatchObject({
    outcome: 'not_written',
    facts: { not_after: expect.any(String) },
  });

  await oss.put(first, json(ada.message('tree', getId(first), 'a tree')));
  const { sequence } = await judged(home, 'tree', first);
  expect(await explain('tree', getId(first))).toMatchObject({
    outcome: 'accepted',
    sequence,
    object_key: first,
    facts: { author: { agent_id: 'ada' } },
  });

  const parent = { parent_agent_id: 'ada', parent_message_id: '000099' };
  await oss.put(second, json(ada.message('tree', getId(second), 'a reply', { meta: parent })));
  const refused = await judged(home, 'tree', second);
  expect(await explain('tree', getId(second))).toMatchObject({
    outcome: 'rejected',
    sequence: refused.sequence,
    code: refused.reason,
    when_given: reasons[refused.reason as keyof typeof reasons].when,
    explanation: expect.any(String),
  });

  await oss.put(third, json(ada.message('tree', getId(third), '')));
  await judged(home, 'tree', third);
  await published(home);
  expect(await explain('tree', getId(third))).toMatchObject({
    outcome: 'rejected',
    code: 'invalid_schema',
    refusal: { field: 'content.text' },
  });
  // A sweep may be checking the key at this moment.
  await eventually(async () =>
    expect(await explain('tree', getId(fourth))).toMatchObject({ outcome: 'not_written' }),
  );
  await expect(explain('nowhere', '000001')).rejects.toThrow('not_found');
  await expect(explain('tree', '000001', 'nobody')).rejects.toThrow('unknown_agent');
});

test('a sealed message is explained as sealed until its reveal', async () => {
  const seconds = Math.ceil(6 * measuredTimeFactor());
  await home.admin('POST', '/v1/admin/topics', {
    ...topic,
    topic_id: 'duel',
    mode: 'poetry_duel',
    rules: { rounds_max: 1, submission_deadline_seconds: seconds, judge_mode: ['vote'] },
  });
  await published(home);
  const key = await ada.say('duel', 'a moon in the river');
  const { sequence } = await judged(home, 'duel', key);
  expect(await explain('duel', getId(key))).toMatchObject({ outcome: 'sealed', sequence });
  const opening = await eventually(async () => {
    const entry = (await getLedger(home, 'duel')).find(({ inputType }) => inputType === 'reveal');
    if (!entry) throw new Error('the poem is not opened yet');
    return entry;
  });
  expect(await explain('duel', getId(key))).toMatchObject({
    outcome: 'accepted',
    sequence: opening.sequence,
  });
});

test('only admins get the explanation of a message', async () => {
  const asked = '/v1/admin/explain/message?agent_id=ada&topic_id=tree&message_id=000001';
  expect((await ada.call('GET', asked)).status).toBe(401);
});
