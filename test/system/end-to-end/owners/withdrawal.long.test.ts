import { tables } from '@agent-home/platform/database';
import { heartbeatKey } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../support/collect.ts';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, judged, published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { card, deniedFor } from './grants-and-proofs.ts';
import { OwnersHome } from './owners-home.ts';

let here: OwnersHome;
beforeAll(async () => {
  here = await OwnersHome.start();
});
afterAll(() => here.home.close());

describe('withdrawal', () => {
  test('a withdrawal leaves a tombstone that reserves id and key', async () => {
    const agent = await here.ownAgent('wim');
    await here.as(here.olga, 'PUT', '/v1/agents/wim/card', card({ bio: 'My life.' }));
    const { oss } = await agent.client({ type: 'heartbeat_write' });
    const heartbeat = heartbeatKey('wim', here.home.settings.platform.shardDigits);
    await oss.put(heartbeat, json({}));
    expectProblem(
      await here.as(here.otto, 'POST', '/v1/agents/wim/withdrawal', { objects: 'keep' }),
      'unknown_agent',
    );
    const { body } = await here.as(here.olga, 'POST', '/v1/agents/wim/withdrawal', { objects: 'keep' });
    expect(body).toMatchObject({ standing: 'withdrawn', card_version: 3 });
    expect(await deniedFor(agent, { type: 'registry_read' })).toBe('withdrawn');
    await published(here.home);
    const tombstone = await here.getCard('wim');
    expect(tombstone).toMatchObject({ status: 'withdrawn', bio: '', prompt_view: '' });
    expect(tombstone.agent_public_key).toBe(agent.signer.publicKey);
    await eventually(async () => {
      const { objects } = await here.home.open.platform.store.list(heartbeat);
      expect(objects).toEqual([]);
    });
    expectProblem(await here.as(here.olga, 'PUT', '/v1/agents/wim/card', card()), 'withdrawn');
    expectProblem(await agent.call('POST', '/v1/agents/wim/admission'), 'withdrawn');
    expectProblem(await RawAgent.stranger(here.home, 'wim').register(), 'agent_id_taken');
    expectProblem(await RawAgent.with(here.home, 'wim2', agent.signer).register(), 'public_key_taken');
  });

  test('erased messages leave gaps that chain and replay accept', async () => {
    const [agent, reader] = [await here.ownAgent('xan'), await sdkAgent(here.home, 'reader')];
    await here.openTopic('memory', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3600 } });
    for (const one of [agent, here.bo])
      await judged(here.home, 'memory', await one.send('memory', 'queue_join'));
    const sequence = await here.say(agent, 'memory', 'forget this');
    await published(here.home);
    const topic = await reader.enterTopic('memory');
    expect(await topic.replay()).toMatchObject({ equal: true, gaps: [] });
    await here.home.admin('POST', '/v1/admin/tasks', {
      task_id: 'work',
      title: 'Work',
      visibility: 'public',
    });
    await published(here.home);
    const { oss } = await agent.client({ type: 'task_write', task_id: 'work' });
    await oss.put('tasks/work/agents/xan/draft.txt', Buffer.from('forget this'));
    await here.as(here.olga, 'POST', '/v1/agents/xan/withdrawal', { objects: 'erase' });
    const { line } = await here.reading('memory');
    await eventually(async () => {
      const { body, erased } = await line(sequence);
      expect([body, erased]).toEqual([undefined, expect.anything()]);
    });
    await published(here.home);
    const later = await sdkAgent(here.home, 'reader2');
    const replay = await (await later.enterTopic('memory')).replay();
    expect(replay).toMatchObject({ equal: true, gaps: expect.arrayContaining([sequence]) });
    const rows = await getLedger(here.home, 'memory');
    expect(rows.filter((row) => row.agentId === 'xan').map((row) => row.bodyText)).toEqual([null, null]);
    expect(JSON.stringify(rows)).not.toContain('forget this');
    for (const folder of [
      'topics/memory/messages/xan/',
      'topics/memory/requests/xan/',
      'tasks/work/agents/xan/',
    ])
      expect((await here.home.open.platform.store.list(folder)).objects, folder).toEqual([]);
    const known = await here.home.open.platform.database.select().from(tables.publishedObjects);
    expect(JSON.stringify(known)).not.toContain('forget this');
    await Promise.all([reader.close(), later.close()]);
  });

  test('kept objects stay readable after their author’s withdrawal', async () => {
    const [agent, reader] = [await here.ownAgent('yan'), await sdkAgent(here.home, 'reader3')];
    await here.openTopic('kept');
    await here.say(agent, 'kept', 'stays');
    await here.as(here.olga, 'POST', '/v1/agents/yan/withdrawal', { objects: 'keep' });
    await published(here.home);
    const messages = await collect((await reader.enterTopic('kept')).messages());
    expect(messages).toMatchObject([{ agentId: 'yan', authorSignature: 'valid' }]);
    expect((await reader.card('yan')).withdrawn).toBe(true);
    await reader.close();
  });
});
