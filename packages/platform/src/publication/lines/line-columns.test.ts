import type { LedgerHeader } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { lineColumns } from './line-columns.ts';

const body = JSON.stringify({ kind: 'topic_message', agent_id: 'ada', content: { text: 'blue teapot' } });
const columns = (type: LedgerHeader['input']['type'], outcome: LedgerHeader['verdict']['outcome']) =>
  lineColumns({ input: { type }, verdict: { outcome } }, body);

test('the search finds accepted lines alone', () => {
  for (const type of ['message', 'reveal'] as const) {
    expect(columns(type, 'accepted')).toMatchObject({ spoken_by: 'ada' });
    for (const outcome of ['ruled_out', 'rejected'] as const) expect(columns(type, outcome)).toEqual({});
  }
  for (const type of ['request', 'admin', 'deadline'] as const) expect(columns(type, 'accepted')).toEqual({});
});
