import { describe, expect, it } from 'vitest';
import { seenLine } from './seen-line.ts';

const live = { isAtEnd: false, isReady: true, isLive: true };

describe('the line from which new lines are counted', () => {
  it('a first visit counts nothing as new', () => {
    const reading = seenLine(undefined, { ...live, newest: 12, isReady: false });
    expect(reading).toBeUndefined();
    expect(seenLine(reading, { ...live, newest: 30 })).toBe(30);
  });

  it('counts what comes while the reader is further up', () => {
    expect(seenLine(30, { ...live, newest: 31 })).toBe(30);
    expect(seenLine(30, { ...live, newest: 31, isReady: false })).toBe(30);
    expect(seenLine(30, { ...live, newest: 31, isAtEnd: true })).toBe(31);
  });

  it('closed topics and replays count nothing as new', () => {
    expect(seenLine(30, { ...live, newest: 167, isLive: false })).toBeUndefined();
  });
});
