import { describe, expect, it } from 'vitest';
import { readShare, SHARES } from './share.ts';

const now = new Date('2026-11-23T02:00:00Z');

describe('a share of the mutants', () => {
  it('is one of the requested number', () => {
    expect(readShare('3/8', now)).toBe('3/8');
    for (const text of ['', '0/8', '9/8', '1', '1/2/3', '-1/8', 'x/8'])
      expect(() => readShare(text, now)).toThrow('a share is');
  });

  it('each night has the next share, in turn', () => {
    const nights = Array.from({ length: SHARES }, (_, night) =>
      readShare('tonight', new Date(now.getTime() + night * 86_400_000)),
    );
    expect(new Set(nights).size).toBe(SHARES);
    expect(readShare('tonight', new Date(now.getTime() + SHARES * 86_400_000))).toBe(nights[0]);
    expect(readShare('tonight', new Date('2026-11-23T23:59:59Z'))).toBe(nights[0]);
  });
});
