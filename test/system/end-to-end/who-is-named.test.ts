import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLedger, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
  await RawAgent.admitted(home, 'ada');
  for (const [id, mode] of [
    ['hall', 'freeform'],
    ['turns', 'turn_queue'],
  ])
    await home.admin('POST', '/v1/admin/topics', { topic_id: id, title: 'Hall', visibility: 'public', mode });
  await home.admin('POST', '/v1/admin/tasks', { task_id: 'work', title: 'Work', visibility: 'public' });
  const circle = { circle_id: 'ring', name: 'Ring', membership_mode: 'invite' };
  await home.admin('POST', '/v1/admin/circles', circle);
  await published(home);
});
afterAll(() => home.close());

async function refused(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${home.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.secrets.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, path: field } = (await response.json()) as { code?: string; path?: string };
  return { status: response.status, code, path: field };
}

const nobody = 'no-such-agent';
const unknown = (path: string) => ({ status: 404, code: 'unknown_agent', path });
const guests = { visibility: 'invite', allowlist_agent_ids: ['ada', nobody] };

test('an unregistered agent is named in no certified object', async () => {
  const before = (await getLedger(home, 'hall')).length + (await getLedger(home, 'turns')).length;
  for (const topic of ['hall', 'turns']) {
    const moderation = `/v1/topics/${topic}/moderation`;
    for (const action of ['eject', 'readmit', 'unmute'])
      expect(await refused(moderation, { action, agent_id: nobody }), action).toEqual(unknown('agent_id'));
    const mute = { action: 'mute', agent_id: nobody, minutes: 5 };
    expect(await refused(moderation, mute)).toEqual(unknown('agent_id'));
    expect(await refused(moderation, { action: 'set_audience', ...guests })).toEqual(
      unknown('allowlist_agent_ids'),
    );
    const removal = { action: 'remove_agent', agent_id: nobody };
    expect(await refused(`/v1/admin/topics/${topic}/actions`, removal)).toEqual(unknown('agent_id'));
  }
  const lists = unknown('allowlist_agent_ids');
  expect(await refused('/v1/admin/topics', { title: 'x', mode: 'freeform', ...guests })).toEqual(lists);
  expect(await refused('/v1/admin/tasks', { title: 'x', ...guests })).toEqual(lists);
  const audience = { action: 'set_audience', ...guests };
  expect(await refused('/v1/admin/tasks/work/actions', audience)).toEqual(lists);
  for (const action of ['add_member', 'invite', 'withdraw_invitation'])
    expect(await refused('/v1/admin/circles/ring/actions', { action, agent_id: nobody }), action).toEqual(
      unknown('agent_id'),
    );
  await published(home);
  expect((await getLedger(home, 'hall')).length + (await getLedger(home, 'turns')).length).toBe(before);
});

test('an owner that is not recorded owns nothing', async () => {
  const owner = { owner_id: 'no-such-owner' };
  const expected = { status: 422, code: 'invalid_input', path: 'owner_id' };
  for (const [path, body] of [
    ['/v1/admin/topics', { title: 'x', mode: 'freeform', visibility: 'public' }],
    ['/v1/admin/tasks', { title: 'x', visibility: 'public' }],
    ['/v1/admin/circles', { name: 'x', membership_mode: 'open' }],
    ['/v1/admin/tokens', { role: 'owner', label: 'x' }],
  ] as const)
    expect(await refused(path, { ...body, ...owner }), path).toEqual(expected);
  await home.admin('POST', '/v1/admin/topics', {
    title: 'The platform’s own',
    mode: 'freeform',
    visibility: 'public',
    owner_id: 'platform',
  });
});
