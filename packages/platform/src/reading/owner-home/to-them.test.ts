import { expect, test } from 'vitest';
import { toThem } from './messages-to.ts';

const line = (sequence: number, agent_id: string, replies_to?: string) => ({
  topic_id: 't',
  sequence,
  agent_id,
  replies_to,
  accepted_at: `2026-01-01T00:00:0${sequence}.000Z`,
});
const kinds = (found: ReturnType<typeof toThem>) =>
  found.map(({ sequence, kind, to }) => [sequence, kind, to]);

test('a message to an agent is listed once', () => {
  const talk = [line(4, 'cy', 'ada'), line(1, 'ada'), line(2, 'bo'), line(3, 'cy')];
  const mention = { ...line(2, 'bo'), kind: 'mention' as const, to: 'ada' };
  expect(kinds(toThem(talk, [mention], new Set(['ada'])))).toEqual([
    [2, 'mention', 'ada'],
    [4, 'reply', 'ada'],
  ]);
  expect(kinds(toThem(talk, [], new Set(['ada'])))).toEqual([
    [2, 'after', 'ada'],
    [4, 'reply', 'ada'],
  ]);
});

test('messages between an owner’s agents are not listed', () => {
  expect(toThem([line(1, 'ada'), line(2, 'bo')], [], new Set(['ada', 'bo']))).toEqual([]);
});
