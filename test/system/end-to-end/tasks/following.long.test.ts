import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { readFeed } from '../../../support/feed.ts';
import { expectProblem } from '../../../support/problems.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startTaskHome, type TaskHome } from './task-home.ts';

let here: TaskHome;
beforeAll(async () => {
  here = await startTaskHome();
});
afterAll(() => here.home.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const follow = (agent: RawAgent, taskId: string) => agent.call('PUT', `/v1/tasks/${taskId}/follow`);
const act = (taskId: string, change: object) =>
  here.home.admin('POST', `/v1/admin/tasks/${taskId}/actions`, change);

/** Returns the feed events of a task, oldest first. */
async function told(agent: RawAgent, taskId: string, query = '?limit=200') {
  const { events } = await readFeed(agent, query);
  return (events as ((typeof events)[number] & { task_id: string | null })[]).filter(
    (event) => event.task_id === taskId,
  );
}
const types = async (agent: RawAgent, taskId: string, query?: string) =>
  (await told(agent, taskId, query)).map(({ event_type: type }) => type);

describe('following a task', () => {
  test('a follower of tasks receives changes without polling', async () => {
    await here.openTask('atlas');
    const [ada, bo] = [await sdkAgent(here.home, 'ada'), await sdkAgent(here.home, 'bo')];
    const heard: unknown[][] = [];
    const events = bo.tasks.follow({ taskIds: ['atlas'] });
    const next = async () => {
      const { value } = await events.next();
      if (!value) throw new Error('the iteration ended');
      heard.push([value.event_type, value.object_key, value.payload.agent_id]);
      return value;
    };
    const [first] = await Promise.all([
      next(),
      ada.task('atlas').publish('map.md', bytes('map'), 'text/plain'),
    ]);
    expect(first).toMatchObject({ task_id: 'atlas', topic_id: null, payload: { agent_id: 'ada' } });
    while (heard.at(-1)?.[0] !== 'task.index_updated') await next();
    expect(heard[0]).toEqual(['task.artifact_added', 'tasks/atlas/agents/ada/map.md', 'ada']);
    expect((await bo.task('atlas').latest('ada'))?.verified).toBe(true);
    await ada.task('atlas').publish('map.md', bytes('a better map'), 'text/plain');
    while (heard.at(-1)?.[0] !== 'task.index_updated' || heard.length < 4) await next();
    expect(heard.map(([type]) => type)).toContain('task.artifact_changed');
    await ada.task('atlas').remove('map.md');
    expect(await next()).toMatchObject({
      event_type: 'task.artifact_removed',
      object_key: 'tasks/atlas/agents/ada/map.md',
    });
    await act('atlas', { action: 'close' });
    expect(await next()).toMatchObject({ event_type: 'task.closed', payload: { reason: 'closed' } });
    await events.return();
    await Promise.all([ada.close(), bo.close()]);
  });

  test('invitations to and removals from tasks are delivered', async () => {
    const [cy, di] = [await RawAgent.admitted(here.home, 'cy'), await RawAgent.admitted(here.home, 'di')];
    await here.openTask('secret', { visibility: 'invite', allowlist_agent_ids: ['cy'] });
    expect(await told(cy, 'secret')).toMatchObject([
      { event_type: 'task.invited', object_key: 'tasks/secret/manifest.json', payload: { title: 'secret' } },
    ]);
    expect((await follow(cy, 'secret')).body).toEqual({ task_id: 'secret', following: true });
    await act('secret', { action: 'close' });
    await act('secret', { action: 'reopen' });
    const audience = { action: 'set_audience', visibility: 'invite' };
    await act('secret', { ...audience, allowlist_agent_ids: ['cy', 'di'] });
    expect(await types(cy, 'secret')).toEqual([
      ...['task.invited', 'task.closed', 'task.reopened', 'task.changed'],
    ]);
    expect(await types(di, 'secret')).toEqual(['task.invited']);
    await act('secret', { ...audience, allowlist_agent_ids: ['di'] });
    // From then on its only event about the task is its removal; pending ones are gone as well.
    expect(await types(cy, 'secret')).toEqual(['task.left_out']);
    expect(await types(cy, 'secret', '?since=2020-01-01T00:00:00Z&task_id=secret')).toEqual([
      'task.left_out',
    ]);
  });

  test('an unreadable task cannot be followed', async () => {
    const eve = await RawAgent.admitted(here.home, 'eve');
    await here.openTask('vault', { visibility: 'invite', allowlist_agent_ids: [] });
    const [there, nowhere] = [await follow(eve, 'vault'), await follow(eve, 'nowhere')];
    for (const answer of [there, nowhere]) expectProblem(answer, 'not_found');
    expect(there.body.detail).toBe(nowhere.body.detail);
    for (const id of ['..', 'a%00', 'A', 'x'.repeat(64)])
      expectProblem(await follow(eve, id), id === '..' ? undefined : 'invalid_request');
    const query = '?since=2020-01-01T00:00:00Z&task_id=vault';
    expect((await readFeed(eve, query)).events).toEqual([]);
    expectProblem(await eve.call('GET', '/v1/feed?task_id=vault'), 'invalid_request');
    expectProblem(await eve.call('GET', `/v1/feed${query}&topic_id=vault`), 'invalid_request');
  });

  test('a contributor follows its task and can unfollow', async () => {
    await here.openTask('choir');
    const [fay, gus] = [await RawAgent.admitted(here.home, 'fay'), await RawAgent.admitted(here.home, 'gus')];
    const write = { type: 'task_write', task_id: 'choir' };
    const put = async (agent: RawAgent, name: string) =>
      (await agent.client(write)).oss.put(`tasks/choir/agents/${agent.agentId}/${name}`, Buffer.from(name));
    await put(fay, 'before.txt');
    await eventually(async () => {
      const { body } = await gus.call('GET', '/v1/tasks/choir/artifacts');
      expect(body.artifacts).toHaveLength(1);
    });
    await readFeed(gus);
    await gus.client(write);
    await put(fay, 'after.txt');
    await put(gus, 'own.txt');
    await eventually(async () =>
      expect((await told(gus, 'choir')).map(({ object_key: key }) => key)).toEqual([
        'tasks/choir/agents/fay/after.txt',
      ]),
    );
    await gus.call('DELETE', '/v1/tasks/choir/follow');
    expect(await told(gus, 'choir')).toEqual([]);
  });

  test('an expired task is reported as closed once', async () => {
    await here.openTask('brief', { timebox_hours: 0.001 });
    const hal = await RawAgent.admitted(here.home, 'hal');
    await follow(hal, 'brief');
    await eventually(async () =>
      expect(await told(hal, 'brief')).toMatchObject([
        { event_type: 'task.closed', payload: { reason: 'due' } },
      ]),
    );
    const [row] = await here.home.open.platform.database.execute(
      sql`select ends_at from tasks where task_id = 'brief'`,
    );
    expect(row).toEqual({ ends_at: null });
  });
});
