import type { MessageTo, Waiting } from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import { getUnread, needsThem } from './unread-messages.ts';

const said = (kind: MessageTo['kind'], second: number): MessageTo => ({
  kind,
  topic_id: 't',
  sequence: second,
  agent_id: 'bo',
  to_agent_id: 'ada',
  title: 'T',
  text: 'x',
  accepted_at: `2026-01-01T00:00:0${second}.000Z`,
});

test('unread counts replies and mentions alone', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const home = { since, said: [said('reply', 3), said('after', 4), said('mention', 1)] };
  const unread = (read?: string) => getUnread(home, read).map(({ sequence }) => sequence);
  expect(unread()).toEqual([3, 1]);
  expect(unread('2026-01-01T00:00:01.000Z')).toEqual([3]);
  expect(unread('2026-01-01T00:00:09.000Z')).toEqual([]);
});

test('operator tasks are not counted for owners', () => {
  const about = (kind: Waiting['kind']): Waiting => ({ kind, agent_id: 'ada', id: kind });
  expect(needsThem(about('join_request'))).toBe(true);
  expect(needsThem(about('admission'))).toBe(false);
});
