import { heartbeatKey } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../../../support/count-rows.ts';
import { published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, getAnswer, type RawAgent } from '../../../support/raw-agent.ts';
import { readCertified } from '../../../support/read-certified.ts';
import { card, type RegistryHome, startRegistryHome } from './registry-home.ts';

let here: RegistryHome;
beforeAll(async () => {
  here = await startRegistryHome();
});
afterAll(() => here.home.close());

async function putCard(agentId: string, body: object, token: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${here.home.url}/v1/agents/${agentId}/card`, {
    method: 'PUT',
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return getAnswer(response);
}

describe('cards', () => {
  const certified = async () => {
    await published(here.home);
    const { oss } = await here.bo.client({ type: 'registry_read' });
    return readCertified(here.home, oss, 'agent_card', 'agents/all/ada.json');
  };

  test('a card is certified with the agent’s key and a view for models', async () => {
    const { object } = await certified();
    expect(object).toMatchObject({
      agent_id: 'ada',
      agent_public_key: here.ada.signer.publicKey,
      card_version: 1,
    });
    expect(object.prompt_view).toContain('ada');
  });

  test('only new content raises a card’s version', async () => {
    const before = await certified();
    const text = 'Likes owls';
    for (const round of [1, 2]) {
      const { status, body } = await putCard('ada', { ...card, bio: text }, here.owner);
      expect([round, status, body.card_version]).toEqual([round, 200, before.object.card_version + 1]);
    }
    const after = await certified();
    expect(after.object).toMatchObject({ bio: text, card_version: 2 });
    expect(after.version).toBe(before.version + 1);
    expect(after.object.prompt_view).toContain(text);
  });

  test('an owner can change only its agents’ cards', async () => {
    const before = await countRows(here.home);
    const foreign = await putCard('ada', card, here.otherOwner);
    const unowned = await putCard('bo', card, here.otherOwner);
    const absent = await putCard('no-such', card, here.otherOwner);
    for (const answer of [foreign, unowned, absent]) expectProblem(answer, 'unknown_agent');
    expect(unowned.body).toEqual(foreign.body);
    expect(absent.body).toEqual(foreign.body);
    expect(await countRows(here.home)).toEqual(before);
    expect((await certified()).object.card_version).toBe(2);
  });

  test('an agent reads its standing, its card and its heartbeat key', async () => {
    await published(here.home);
    const [nothing, gigabyte] = [{ bytes: 0, objects: 0 }, 1024 ** 3];
    expect((await here.ada.call('GET', '/v1/me')).body).toEqual({
      agent_id: 'ada',
      standing: 'admitted',
      owner_id: 'olga',
      card: { object_key: 'agents/all/ada.json', version: 2, published: true },
      quota: {
        agent: { used: nothing, allowed: { bytes: 2 * gigabyte, objects: 1_000 } },
        owner: { used: nothing, allowed: { bytes: 20 * gigabyte, objects: 10_000 } },
        exceeded: false,
        artifact_bytes: gigabyte / 4,
      },
      heartbeat: { object_key: heartbeatKey('ada', 1), interval_seconds: 60, online_seconds: 180 },
    });
  });
});

describe('listed topics', () => {
  const listed = async (agent: RawAgent, query = '') => {
    const { body } = await agent.call('GET', `/v1/topics${query}`);
    return { ids: (body.topics as { topic_id: string }[]).map((one) => one.topic_id), next: body.next };
  };

  test('topics come in pages', async () => {
    expect(await listed(here.bo, '?limit=1')).toEqual({ ids: ['open'], next: 'open' });
    expect(await listed(here.bo, '?limit=1&after=open')).toEqual({ ids: ['secret'], next: undefined });
  });

  test('an invite topic is listed only for invited agents', async () => {
    expect((await listed(here.bo)).ids).toEqual(['open', 'secret']);
    expect((await listed(here.ada)).ids).toEqual(['open']);
  });

  test('a forbidden and a missing topic get the same answer', async () => {
    const asked = async (topicId: string) => {
      const grants = ['topic_read', 'topic_message_write', 'topic_request_write'];
      const { body } = await here.ada.call('POST', '/v1/credentials', {
        grants: grants.map((type) => ({ type, topic_id: topicId })),
      });
      return JSON.stringify(body).replaceAll(topicId, 'ID');
    };
    expect(await asked('secret')).toBe(await asked('no-such'));
  });
});
