import { expect, test } from 'vitest';
import { listNotificationTargets, type NotificationTarget, Told } from './notification-targets.ts';

const one = (tag: string, kind: NotificationTarget['kind'] = 'turn'): NotificationTarget => ({
  tag,
  kind,
  agentId: 'ada',
  about: 'T',
  href: '/',
});
const tags = (found: NotificationTarget[]) => found.map(({ tag }) => tag);

test('only later items of chosen kinds notify once', () => {
  const told = new Told();
  expect(tags(told.findNew([one('a')], () => true))).toEqual([]);
  expect(
    tags(told.findNew([one('a'), one('b'), one('c', 'waiting')], ({ kind }) => kind === 'turn')),
  ).toEqual(['b']);
  expect(tags(told.findNew([one('b'), one('c', 'waiting')], () => true))).toEqual([]);
});

test('another agent’s turn causes no notification', () => {
  const turn = (agent_id: string) => ({ agent_id, turn_id: `of-${agent_id}`, expires_at: '' });
  const doing = (agent_id: string) => ({
    topic_id: 't',
    title: 'T',
    mode: 'turn_queue',
    paused: false,
    updated_at: '',
    ledger_sequence: 1,
    turn: turn(agent_id),
  });
  const agent = (id: string, has: string) => ({
    agent_id: id,
    name: id,
    standing: 'admitted' as const,
    online: true,
    card_version: 1,
    has_card: true,
    key_id: '',
    registered_at: '',
    stored: { used: { bytes: 0, objects: 0 }, allowed: { bytes: 1, objects: 1 } },
    doing: [doing(has)],
  });
  const found = listNotificationTargets({ agents: [agent('ada', 'ada'), agent('bo', 'ada')], waiting: [] });
  expect(tags(found)).toEqual(['t/of-ada']);
});

test('a pending call leads to the place of its decision', () => {
  const call = { kind: 'run_approval' as const, agent_id: 'ada', id: 'run_approval/ada/1', text: 'bash' };
  const found = listNotificationTargets({ agents: [], waiting: [call] });
  expect(found).toEqual([
    { tag: call.id, kind: 'waiting', agentId: 'ada', about: 'bash', href: '/office/approvals' },
  ]);
});
