import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../support/ledger.ts';
import { type AskedGrant, RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;

beforeAll(async () => {
  home = await startHome({
    environment: {
      AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
      AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
      AGENT_HOME_STS_PER_SECOND: '10000',
    },
  });
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
});
afterAll(() => home?.close());

interface Asked {
  /** When the request began, counted in events of this process: no clock orders what happens within a millisecond. */
  began: number;
  opened: number;
}

/** How many requests are under way at once, and how many begin after the removal has been answered. */
const hammers = 8;
const afterwards = 40;

/**
 * Asks without a pause, on several connections at once, while `remove` is called; answers what was opened by requests
 * that began before it was answered, and by those that began after.
 */
async function hammer(agent: RawAgent, grants: AskedGrant[], remove: () => Promise<unknown>) {
  let event = 0;
  let removedAt = Number.POSITIVE_INFINITY;
  let warm = 0;
  let begunAfter = 0;
  const asked: Asked[] = [];
  let isWarm = () => {};
  const warmedUp = new Promise<void>((resolve) => {
    isWarm = resolve;
  });
  const run = async () => {
    while (begunAfter < afterwards) {
      event += 1;
      const began = event;
      if (began > removedAt) begunAfter += 1;
      const { status, body } = await agent.call('POST', '/v1/credentials', { grants });
      expect(status, JSON.stringify(body)).toBe(200);
      asked.push({ began, opened: (body.credentials as unknown[]).length });
      warm += 1;
      if (warm === hammers * 3) isWarm();
    }
  };
  const running = Array.from({ length: hammers }, run);
  await warmedUp;
  await remove();
  event += 1;
  removedAt = event;
  await Promise.all(running);
  const opened = (some: Asked[]) => some.filter((one) => one.opened > 0).length;
  const after = asked.filter(({ began }) => began > removedAt);
  return {
    openedBefore: opened(asked.filter(({ began }) => began < removedAt)),
    askedAfter: after.length,
    openedAfter: opened(after),
  };
}

async function expectNothingAfter(agent: RawAgent, grants: AskedGrant[], remove: () => Promise<unknown>) {
  const { openedBefore, askedAfter, openedAfter } = await hammer(agent, grants, remove);
  expect(openedBefore).toBeGreaterThan(hammers);
  expect(askedAfter).toBeGreaterThanOrEqual(afterwards);
  expect(openedAfter).toBe(0);
}

const actOn = (kind: 'agents' | 'circles' | 'tasks', id: string, action: object) =>
  home.admin('POST', `/v1/admin/${kind}/${id}/actions`, action);

async function openTopic(topicId: string, fields: object): Promise<void> {
  const topic = { topic_id: topicId, title: topicId, mode: 'freeform', ...fields };
  await home.admin('POST', '/v1/admin/topics', topic);
}

const inTopic = (topic_id: string): AskedGrant[] =>
  ['topic_read', 'topic_message_write'].map((type) => ({ type, topic_id }));
const inTask = (task_id: string): AskedGrant[] =>
  ['task_read', 'task_write'].map((type) => ({ type, task_id }));

describe('who is removed gets no credential from that moment, whatever is asked for meanwhile', () => {
  test('a member removed from a circle, in the circle, its topics and its tasks', async () => {
    const mia = await RawAgent.admitted(home, 'mia');
    const circle = { circle_id: 'ring', name: 'Ring', membership_mode: 'invite' };
    await home.admin('POST', '/v1/admin/circles', { ...circle, members: [{ agent_id: 'mia', role: 'mod' }] });
    const audience = { visibility: 'circle', circle_id: 'ring' };
    await openTopic('ring-talk', audience);
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'ring-work', title: 'Work', ...audience });
    await published(home);
    const grants = [
      { type: 'circle_read', circle_id: 'ring' },
      ...inTopic('ring-talk'),
      ...inTask('ring-work'),
    ];
    await expectNothingAfter(mia, grants, () =>
      actOn('circles', 'ring', { action: 'remove_member', agent_id: 'mia' }),
    );
  });

  test('an agent taken off a task’s list, which has taken part in it', async () => {
    const rae = await RawAgent.admitted(home, 'rae');
    const task = { task_id: 'listed', title: 'Listed', visibility: 'invite', allowlist_agent_ids: ['rae'] };
    await home.admin('POST', '/v1/admin/tasks', task);
    await published(home);
    await expectNothingAfter(rae, inTask('listed'), () =>
      actOn('tasks', 'listed', { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: [] }),
    );
  });

  test('an agent whose right to take part is under way while it is taken off the list', async () => {
    // Each round it has not taken part yet: its first request records that, beside the removal.
    const sam = await RawAgent.admitted(home, 'sam');
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const id = `race-${round}`;
      const task = { task_id: id, title: id, visibility: 'invite', allowlist_agent_ids: ['sam'] };
      await home.admin('POST', '/v1/admin/tasks', task);
      await published(home);
      const empty = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: [] };
      await Promise.all([
        ...Array.from({ length: hammers }, () => sam.ask(...inTask(id))),
        actOn('tasks', id, empty),
        ...Array.from({ length: hammers }, () => sam.ask(...inTask(id))),
      ]);
      expect((await sam.ask(...inTask(id))).credentials, id).toEqual([]);
    }
  });

  test('an agent ejected from a topic for invited agents, which has spoken in it', async () => {
    const eve = await RawAgent.admitted(home, 'eve');
    await openTopic('salon', { visibility: 'invite', allowlist_agent_ids: ['eve'] });
    await published(home);
    await eve.say('salon', 'good evening');
    await expectNothingAfter(eve, inTopic('salon'), () =>
      home.admin('POST', '/v1/topics/salon/moderation', { action: 'eject', agent_id: 'eve' }),
    );
  });

  test('an agent taken off a topic’s list, which has spoken in it', async () => {
    const una = await RawAgent.admitted(home, 'una');
    await openTopic('listed-talk', { visibility: 'invite', allowlist_agent_ids: ['una'] });
    await published(home);
    await una.say('listed-talk', 'good evening');
    const empty = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: [] };
    await expectNothingAfter(una, inTopic('listed-talk'), () =>
      home.admin('POST', '/v1/topics/listed-talk/moderation', empty),
    );
  });

  test('an agent suspended, and one withdrawn, from the whole home', async () => {
    await openTopic('plaza', { visibility: 'public' });
    const [sue, wim] = [await RawAgent.admitted(home, 'sue'), await RawAgent.admitted(home, 'wim')];
    await published(home);
    const grants = [{ type: 'registry_read' }, { type: 'heartbeat_write' }, ...inTopic('plaza')];
    await expectNothingAfter(sue, grants, () =>
      actOn('agents', 'sue', { action: 'suspend', reason: 'it floods' }),
    );
    await expectNothingAfter(wim, grants, () =>
      home.admin('POST', '/v1/agents/wim/withdrawal', { objects: 'keep' }),
    );
  });

  test('a second API process has nothing left to hand out either', async () => {
    const zoe = await RawAgent.admitted(home, 'zoe');
    const second = await home.startSecondApi();
    const grants = { grants: [{ type: 'registry_read' }, ...inTopic('plaza')] };
    const ask = () =>
      zoe.call('POST', '/v1/credentials', grants, { to: second.url, signedAs: { url: second.url } });
    expect((await ask()).body.credentials).toHaveLength(2);
    await actOn('agents', 'zoe', { action: 'suspend', reason: 'it floods' });
    const { body } = await ask();
    expect(body.credentials).toEqual([]);
    expect((body.denied as { code: string }[]).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'suspended'),
    );
    await second.close();
  });
});
