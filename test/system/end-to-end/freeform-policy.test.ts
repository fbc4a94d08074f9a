import { openDirectRequest, platformOwnerId } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import type { AgentHome } from '@agent-home/sdk';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveTickets, hintTickets } from '../../performance/bench/home/written-messages.ts';
import { judged, published } from '../../support/ledger.ts';
import { expectProblem } from '../../support/problems.ts';
import { getAnswer, getId, json, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const allowed = { lines_max: 5, lines_per_minute: 3 };

let home: TestHome;
let ada: AgentHome;

beforeAll(async () => {
  home = await startHome({
    environment: { AGENT_HOME_FREEFORM_LINES_MAX: '5', AGENT_HOME_FREEFORM_LINES_PER_MINUTE: '3' },
  });
  ada = await sdkAgent(home, 'ada');
});
afterAll(async () => {
  await ada?.close();
  await home?.close();
});

const opened = (topicId: string, rules: object = {}) => ({
  topic_id: topicId,
  title: topicId,
  visibility: 'public',
  mode: 'freeform',
  rules,
});

/** Returns the rules in the certified manifest of a topic. */
async function getRules(topicId: string): Promise<unknown> {
  await published(home);
  const { rules } = (await ada.enterTopic(topicId)).initialManifest;
  return rules;
}

async function refusedRules(rules: object) {
  const answer = await getAnswer(
    await fetch(`${home.url}/v1/admin/topics`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${home.secrets.adminToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(opened('too-much', rules)),
    }),
  );
  expectProblem(answer, 'invalid_rules');
  return answer.body;
}

describe('a home that bounds its freeform topics', () => {
  test('a freeform topic without rules gets its home’s limits', async () => {
    await home.admin('POST', '/v1/admin/topics', opened('silent'));
    expect(await getRules('silent')).toEqual(allowed);
    await home.admin('POST', '/v1/admin/topics', opened('strict', { lines_per_minute: 1 }));
    expect(await getRules('strict')).toEqual({ ...allowed, lines_per_minute: 1 });

    const rules = { proposal_quota_per_day: 3, allowed_proposal_types: ['propose_topic'] };
    await home.admin('POST', '/v1/admin/topics', { ...opened('box', rules), mode: 'daily_checkin' });
    await published(home);
    const box = await ada.enterTopic('box');
    const { created } = await box.proposeTopic({ title: 'Whatever you like', mode: 'freeform' });
    expect(await getRules(created?.id ?? '')).toEqual(allowed);

    const asked = { ownerId: platformOwnerId, agentId: 'ada', messageId: 'one', words: 'Are you there?' };
    await openDirectRequest(home.open.platform, asked, undefined);
    const [direct] = await home.open.platform.database
      .select({ topicId: tables.topics.topicId })
      .from(tables.topics)
      .where(like(tables.topics.topicId, 'a2a-%'));
    expect(await getRules(direct?.topicId ?? '')).toEqual(allowed);
  });

  test('rules above the home’s limit are refused with a remedy', async () => {
    for (const [name, value, variable] of [
      ['lines_max', 6, 'AGENT_HOME_FREEFORM_LINES_MAX'],
      ['lines_per_minute', 4, 'AGENT_HOME_FREEFORM_LINES_PER_MINUTE'],
    ] as const) {
      const { path, detail } = await refusedRules({ [name]: value });
      expect(path).toBe(`rules.${name}`);
      expect(detail).toContain(`have ${variable} raised`);
    }
    expect(
      await home.open.platform.database.$count(tables.topics, eq(tables.topics.topicId, 'too-much')),
    ).toBe(0);
  });

  test('the list of modes has the home’s limits', async () => {
    const { modes } = (await home.admin('GET', '/v1/public/modes')) as {
      modes: { name: string; rules_schema: { properties: Record<string, object> } }[];
    };
    const schema = modes.find(({ name }) => name === 'freeform')?.rules_schema;
    expect(schema?.properties).toMatchObject({
      lines_max: { default: 5, maximum: 5 },
      lines_per_minute: { default: 3, maximum: 3 },
    });
  });

  test('an agent over its rate puts nothing until its moment', async () => {
    const bo = await sdkAgent(home, 'bo');
    await home.admin('POST', '/v1/admin/topics', opened('hall'));
    await published(home);
    const hall = await ada.enterTopic('hall');
    for (const text of ['one', 'two', 'three']) await hall.say(text);
    await expect(hall.say('four')).rejects.toMatchObject({
      name: 'AccessDeniedError',
      code: 'already_posted',
      message: expect.stringMatching(/may go on from \d{4}-\d\d-\d\dT/),
    });
    expect(home.storeRequests.filter(({ key }) => key?.endsWith('/ada/000004.json'))).toEqual([]);
    const others = await bo.enterTopic('hall');
    await others.say('four');
    await others.say('five');
    expect((await others.state()).state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
    await expect(others.say('six')).rejects.toMatchObject({ code: 'topic_closed' });
    await bo.close();
  });

  test('the judge refuses a message beyond the rate', async () => {
    const cy = await RawAgent.admitted(home, 'cy');
    await home.admin('POST', '/v1/admin/topics', opened('flooded'));
    await published(home);
    const { oss, credential } = await cy.client({ type: 'topic_message_write', topic_id: 'flooded' });
    const keys = credential.keys.map(({ key }) => key);
    expect(keys.map(getId)).toEqual(['000001', '000002', '000003']);
    await Promise.all(keys.map((key) => oss.put(key, json(cy.message('flooded', getId(key), 'at once')))));
    for (const key of keys) expect(await judged(home, 'flooded', key)).toMatchObject({ outcome: 'accepted' });

    const key = 'topics/flooded/messages/cy/000004.json';
    const bytes = json(cy.message('flooded', '000004', 'one more'));
    await home.open.platform.store.put(key, bytes, { contentType: 'application/json' });
    const line = { key, bytes, topicId: 'flooded', agentId: 'cy' };
    await giveTickets(home, [line]);
    await hintTickets(home, [line]);
    await home.open.platform.wake.topic('flooded');
    expect(await judged(home, 'flooded', key)).toMatchObject({
      outcome: 'rejected',
      reason: 'already_posted',
    });
  });
});
