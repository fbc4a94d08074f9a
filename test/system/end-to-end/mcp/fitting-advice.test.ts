import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { type McpAgent, mcpAgent } from './support/mcp-agent.ts';

let home: TestHome;
let bo: McpAgent;

beforeAll(async () => {
  home = await startHome();
  bo = await mcpAgent(home, 'bo');
  await bo.call('look_around', { what: 'me' });
  for (const [topic_id, mode] of [
    ['chain', 'idiom_chain'],
    ['banter', 'roast_banter'],
  ])
    await home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title: topic_id,
      visibility: 'public',
      mode,
      rules: mode === 'idiom_chain' ? { cast_max: 2 } : {},
    });
  await published(home);
});
afterAll(async () => {
  await bo?.close();
  await home?.close();
});

const seat = /take one with enter and seat|call enter with seat/i;
const texts = async (topic_id: string) => [
  await bo.call('enter', { topic_id }),
  await bo.call('say', { topic_id, text: '一帆风顺' }),
];

test('a full cast leads an assistant to other topics', async () => {
  for (const topicId of ['chain', 'banter'])
    for (const { text } of await texts(topicId)) expect(text, topicId).toMatch(seat);
  for (const name of ['ada', 'cy']) {
    const agent = await RawAgent.admitted(home, name);
    for (const topicId of ['chain', 'banter'])
      await judged(home, topicId, await agent.send(topicId, 'queue_join'));
  }
  await published(home);
  for (const topicId of ['chain', 'banter']) {
    const [entered, said] = await texts(topicId);
    for (const answer of [entered, said]) {
      expect(answer?.text, topicId).not.toMatch(seat);
      expect(answer?.text, topicId).toContain('No seat is free now.');
    }
    expect([topicId, said?.code]).toEqual([topicId, 'not_in_cast']);
    const late = await bo.call('enter', { topic_id: topicId, seat: {} });
    expect([topicId, late.isError, late.text]).toEqual([
      topicId,
      true,
      expect.stringContaining('look_around'),
    ]);
    expect(late.text).not.toMatch(seat);
  }
});
