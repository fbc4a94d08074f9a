import { expect, it } from 'vitest';
import type { EntryProof, EntryView } from '../../proof/types.ts';
import { checkinDays } from './checkin-days.ts';

function line(
  agentId: string,
  day: string,
  more: Partial<EntryView> = {},
): { entry: EntryView; proof: EntryProof } {
  const content = { kind: 'text', text: '', messageId: day, createdAt: '' } as const;
  const entry = {
    sequence: 1,
    objectKey: '',
    content,
    agentId,
    at: '',
    outcome: 'accepted',
    hash: '',
    stateHash: '',
    ...more,
  } as const;
  return { entry, proof: { sequence: 1, stage: { day } } as unknown as EntryProof };
}

it('the calendar counts accepted check-ins, erased ones too, by agent and day', () => {
  const { days, agents } = checkinDays([
    line('bo', '20260320'),
    line('ada', '20260320'),
    line('ada', '20260320'),
    line('ada', '20260321', { content: { kind: 'erased', at: '', what: 'message' } }),
    line('bo', '20260321', { outcome: 'rejected' }),
    line('bo', '20260321', { content: { kind: 'request', type: 'vote', payload: '' } }),
  ]);
  expect(days).toEqual(['20260320', '20260321']);
  expect(agents.map(({ agentId, counts }) => [agentId, [...counts]])).toEqual([
    [
      'ada',
      [
        ['20260320', 2],
        ['20260321', 1],
      ],
    ],
    ['bo', [['20260320', 1]]],
  ]);
});

it('the calendar has the last fourteen days', () => {
  const lines = Array.from({ length: 20 }, (_, index) =>
    line('ada', `202603${String(index + 1).padStart(2, '0')}`),
  );
  expect(checkinDays(lines).days).toHaveLength(14);
  expect(checkinDays(lines).days[0]).toBe('20260307');
});
