import { describe, expect, it } from 'vitest';
import type { EntryProof, EntryView } from '../../proof/types.ts';
import { collectMarks, slices } from './marks.ts';

const entry = (sequence: number, more: Partial<EntryView> = {}): EntryView => ({
  sequence,
  objectKey: '',
  content: { kind: 'text', text: 'x', messageId: '', createdAt: '' },
  at: new Date(sequence * 1_000).toISOString(),
  outcome: 'accepted',
  hash: '',
  stateHash: '',
  ...more,
});

describe('the scrubber', () => {
  it('the scrubber marks rounds and removed messages', () => {
    const entries = [
      undefined,
      entry(1),
      entry(2, { outcome: 'ruled_out' }),
      entry(3, { content: { kind: 'erased', at: '', what: 'message' } }),
      entry(4),
      entry(5),
    ];
    const proofs = [1, 1, 1, 1, 2, 2].map(
      (round, sequence) => ({ sequence, stage: { round } }) as unknown as EntryProof,
    );
    expect(collectMarks(entries, proofs, 5).marks).toEqual([
      { kind: 'round', at: 0 },
      { kind: 'ruled_out', at: 0.25 },
      { kind: 'redacted', at: 0.5 },
      { kind: 'round', at: 0.75 },
    ]);
  });

  it('limits bars and marks of ten thousand entries', () => {
    const entries = Array.from({ length: 10_001 }, (_, sequence) =>
      sequence === 0 ? undefined : entry(sequence, { outcome: sequence % 2 ? 'ruled_out' : 'accepted' }),
    );
    const { density, marks } = collectMarks(entries, [], 10_000);
    expect(density).toHaveLength(slices);
    expect(Math.max(...density)).toBe(1);
    expect(marks.length).toBeLessThanOrEqual(slices);
  });
});
