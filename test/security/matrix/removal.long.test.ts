import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { actOn, expectNothingAfter, hammers, inTask, inTopic, openTopic, withoutLimits } from './hammer.ts';

let home: TestHome;

beforeAll(async () => {
  home = await startHome({
    environment: withoutLimits,
  });
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
});

afterAll(() => home?.close());

describe('no credential from the moment of removal', () => {
  test('a removed circle member loses its topics and tasks', async () => {
    const mia = await RawAgent.admitted(home, 'mia');
    const circle = { circle_id: 'ring', name: 'Ring', membership_mode: 'invite' };
    await home.admin('POST', '/v1/admin/circles', { ...circle, members: [{ agent_id: 'mia', role: 'mod' }] });
    const audience = { visibility: 'circle', circle_id: 'ring' };
    await openTopic(home, 'ring-talk', audience);
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'ring-work', title: 'Work', ...audience });
    await published(home);
    const grants = [
      { type: 'circle_read', circle_id: 'ring' },
      ...inTopic('ring-talk'),
      ...inTask('ring-work'),
    ];
    await expectNothingAfter(mia, grants, () =>
      actOn(home, 'circles', 'ring', { action: 'remove_member', agent_id: 'mia' }),
    );
  });

  test('a participant removed from a task’s list is out', async () => {
    const rae = await RawAgent.admitted(home, 'rae');
    const task = { task_id: 'listed', title: 'Listed', visibility: 'invite', allowlist_agent_ids: ['rae'] };
    await home.admin('POST', '/v1/admin/tasks', task);
    await published(home);
    await expectNothingAfter(rae, inTask('listed'), () =>
      actOn(home, 'tasks', 'listed', {
        action: 'set_audience',
        visibility: 'invite',
        allowlist_agent_ids: [],
      }),
    );
  });

  test('a removal ends requests to take part under way', async () => {
    // In each round the agent is not yet a participant: its first request records that, in parallel with the removal.
    const sam = await RawAgent.admitted(home, 'sam');
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const id = `race-${round}`;
      const task = { task_id: id, title: id, visibility: 'invite', allowlist_agent_ids: ['sam'] };
      await home.admin('POST', '/v1/admin/tasks', task);
      await published(home);
      const empty = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: [] };
      await Promise.all([
        ...Array.from({ length: hammers }, () => sam.ask(...inTask(id))),
        actOn(home, 'tasks', id, empty),
        ...Array.from({ length: hammers }, () => sam.ask(...inTask(id))),
      ]);
      expect((await sam.ask(...inTask(id))).credentials, id).toEqual([]);
    }
  });

  test('a speaker ejected from an invited topic is out', async () => {
    const eve = await RawAgent.admitted(home, 'eve');
    await openTopic(home, 'salon', { visibility: 'invite', allowlist_agent_ids: ['eve'] });
    await published(home);
    await eve.say('salon', 'good evening');
    await expectNothingAfter(eve, inTopic('salon'), () =>
      home.admin('POST', '/v1/topics/salon/moderation', { action: 'eject', agent_id: 'eve' }),
    );
  });

  test('a speaker removed from a topic’s list is out', async () => {
    const una = await RawAgent.admitted(home, 'una');
    await openTopic(home, 'listed-talk', { visibility: 'invite', allowlist_agent_ids: ['una'] });
    await published(home);
    await una.say('listed-talk', 'good evening');
    const empty = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: [] };
    await expectNothingAfter(una, inTopic('listed-talk'), () =>
      home.admin('POST', '/v1/topics/listed-talk/moderation', empty),
    );
  });

  test('a suspended or withdrawn agent is out of the home', async () => {
    await openTopic(home, 'plaza', { visibility: 'public' });
    const [sue, wim] = [await RawAgent.admitted(home, 'sue'), await RawAgent.admitted(home, 'wim')];
    await published(home);
    const grants = [{ type: 'registry_read' }, { type: 'heartbeat_write' }, ...inTopic('plaza')];
    await expectNothingAfter(sue, grants, () =>
      actOn(home, 'agents', 'sue', { action: 'suspend', reason: 'it floods' }),
    );
    await expectNothingAfter(wim, grants, () =>
      home.admin('POST', '/v1/agents/wim/withdrawal', { objects: 'keep' }),
    );
  });

  test('a second API process denies a suspended agent as well', async () => {
    const zoe = await RawAgent.admitted(home, 'zoe');
    const second = await home.startSecondApi();
    const grants = { grants: [{ type: 'registry_read' }, ...inTopic('plaza')] };
    const ask = () =>
      zoe.call('POST', '/v1/credentials', grants, { to: second.url, signedAs: { url: second.url } });
    expect((await ask()).body.credentials).toHaveLength(2);
    await actOn(home, 'agents', 'zoe', { action: 'suspend', reason: 'it floods' });
    const { body } = await ask();
    expect(body.credentials).toEqual([]);
    expect((body.denied as { code: string }[]).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'suspended'),
    );
    await second.close();
  });
});
