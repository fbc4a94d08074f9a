import { describe, expect, it } from 'vitest';
import { packsMissing } from './complete-packs.ts';

const range = (sequence: number, lastSequence: number) => ({ sequence, lastSequence });

describe('the packs that a closed ledger lacks', () => {
  it('is one for entries without a full pack', () => {
    expect(packsMissing([], 22)).toEqual([range(1, 22)]);
    expect(packsMissing([range(1, 256)], 300)).toEqual([range(257, 300)]);
    expect(packsMissing([range(1, 256), range(257, 300)], 300)).toEqual([]);
    expect(packsMissing([range(1, 256)], 256)).toEqual([]);
  });

  it('is the last one if longer, else behind the 256th entry', () => {
    expect(packsMissing([range(1, 40)], 50)).toEqual([range(1, 50)]);
    expect(packsMissing([range(1, 40)], 300)).toEqual([range(1, 256), range(257, 300)]);
    expect(packsMissing([range(1, 256), range(257, 300)], 512)).toEqual([range(257, 512)]);
  });

  it('fills a gap between packs, also where large entries have split one', () => {
    expect(packsMissing([range(1, 100), range(101, 120), range(257, 512)], 512)).toEqual([range(101, 256)]);
    expect(packsMissing([range(257, 512)], 600)).toEqual([range(1, 256), range(513, 600)]);
  });
});
