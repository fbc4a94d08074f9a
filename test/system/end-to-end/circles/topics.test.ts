import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { judged, published } from '../../../support/ledger.ts';
import { getId, json, type RawAgent } from '../../../support/raw-agent.ts';
import { type CirclesHome, startCirclesHome } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('topics of a circle and of an owner', () => {
  test('a topic of a circle is for its current members', async () => {
    const circleId = await here.found();
    const topicId = `t-${circleId}`;
    await here.home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: 'Among us',
      visibility: 'circle',
      circle_id: circleId,
      mode: 'freeform',
    });
    await published(here.home);
    const topicRead = { type: 'topic_read', topic_id: topicId };
    expect((await here.guest.ask(topicRead)).denied[0]?.code).toBe('not_found');
    const { oss } = await here.plain.client(topicRead);
    expect(JSON.parse(String((await oss.get(`topics/${topicId}/manifest.json`)).content))).toMatchObject({
      visibility: 'circle',
      circle_id: circleId,
    });
    const ada = await here.candidate();
    await here.act(circleId, 'add_member', { agent_id: ada.agentId });
    const write = await ada.client({ type: 'topic_message_write', topic_id: topicId });
    await here.act(circleId, 'remove_member', { agent_id: ada.agentId });
    expect((await ada.ask(topicRead)).denied[0]?.code).toBe('not_found');
    // A put with an earlier credential is judged by the agent's present rights.
    const key = write.credential.keys[0]?.key ?? '';
    await write.oss.put(key, json(ada.message(topicId, getId(key), 'still here?')));
    const { ledgerEntries } = tables;
    const entry = await eventually(async () => {
      const [row] = await here.home.open.platform.database
        .select()
        .from(ledgerEntries)
        .where(eq(ledgerEntries.objectKey, key));
      if (!row) throw new Error('not judged yet');
      return row;
    });
    expect(entry).toMatchObject({ outcome: 'rejected', reason: 'not_a_reader' });
  });

  test('only a member proposes a topic for its circle', async () => {
    const circleId = await here.found({ listed: false });
    const topicId = `box-${circleId}`;
    await here.home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: 'Box',
      visibility: 'public',
      mode: 'daily_checkin',
      rules: {
        proposal_quota_per_day: 5,
        allowed_proposal_types: ['propose_topic', 'propose_task'],
        allowed_propose_visibility: ['circle'],
      },
    });
    await published(here.home);
    const propose = async (agent: RawAgent, circle: string) => {
      const payload = { title: `For ${circle} by ${agent.agentId}`, visibility: 'circle', circle_id: circle };
      return judged(here.home, topicId, await agent.send(topicId, 'propose_topic', payload));
    };
    const [refused, absent] = [await propose(here.guest, circleId), await propose(here.guest, 'nowhere')];
    for (const entry of [refused, absent])
      expect(entry).toMatchObject({ outcome: 'rejected', reason: 'not_eligible' });
    expect(await propose(here.plain, circleId)).toMatchObject({ outcome: 'accepted' });
    await published(here.home);
    const { topics } = tables;
    const [made] = await here.home.open.platform.database
      .select()
      .from(topics)
      .where(eq(topics.circleId, circleId));
    expect(made).toMatchObject({ visibility: 'circle', proposedBy: 'plain' });
    const grant = { type: 'topic_read', topic_id: made?.topicId ?? '' };
    expect((await here.chair.ask(grant)).denied).toEqual([]);
    expect((await here.guest.ask(grant)).denied[0]?.code).toBe('not_found');
  });

  test('an owner-only topic is for the agents of its owner', async () => {
    await here.home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
    const { agents } = tables;
    const ada = await here.candidate();
    await here.home.open.platform.database
      .update(agents)
      .set({ ownerId: 'olga' })
      .where(eq(agents.agentId, ada.agentId));
    await here.home.admin('POST', '/v1/admin/topics', {
      topic_id: 'olgas',
      title: 'At home',
      visibility: 'owner-only',
      owner_id: 'olga',
      mode: 'freeform',
    });
    await published(here.home);
    const grant = { type: 'topic_read', topic_id: 'olgas' };
    expect((await here.guest.ask(grant)).denied[0]?.code).toBe('not_found');
    expect((await ada.ask(grant)).denied).toEqual([]);
  });

  test('an owner-only proposal belongs to its proposer’s owner', async () => {
    await here.home.admin('POST', '/v1/admin/owners', { owner_id: 'otis', name: 'Otis' });
    const { agents, topics, tasks } = tables;
    const { database } = here.home.open.platform;
    const [bea, cal] = [await here.candidate(), await here.candidate()];
    for (const { agentId } of [bea, cal])
      await database.update(agents).set({ ownerId: 'otis' }).where(eq(agents.agentId, agentId));
    await here.home.admin('POST', '/v1/admin/topics', {
      topic_id: 'box-owners',
      title: 'Box',
      visibility: 'public',
      mode: 'daily_checkin',
      rules: {
        proposal_quota_per_day: 5,
        allowed_proposal_types: ['propose_topic', 'propose_task'],
        allowed_propose_visibility: ['owner-only'],
      },
    });
    await published(here.home);
    const propose = async (agent: RawAgent, type: 'propose_topic' | 'propose_task') => {
      const payload = { title: `${type} by ${agent.agentId}`, visibility: 'owner-only' };
      return judged(here.home, 'box-owners', await agent.send('box-owners', type, payload));
    };
    for (const type of ['propose_topic', 'propose_task'] as const) {
      expect(await propose(here.guest, type)).toMatchObject({ outcome: 'rejected', reason: 'not_eligible' });
      expect(await propose(bea, type)).toMatchObject({ outcome: 'accepted' });
    }
    await published(here.home);
    const [topic] = await database.select().from(topics).where(eq(topics.proposedBy, bea.agentId));
    const [task] = await database.select().from(tasks).where(eq(tasks.proposedBy, bea.agentId));
    expect([topic?.ownerId, task?.ownerId]).toEqual(['otis', 'otis']);
    for (const grant of [
      { type: 'topic_read', topic_id: topic?.topicId ?? '' },
      { type: 'task_read', task_id: task?.taskId ?? '' },
    ]) {
      expect((await cal.ask(grant)).denied, grant.type).toEqual([]);
      expect((await here.guest.ask(grant)).denied[0]?.code, grant.type).toBe('not_found');
    }
  });
});
