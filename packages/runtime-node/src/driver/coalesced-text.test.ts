import { afterEach, expect, test, vi } from 'vitest';
import { CoalescedText } from './coalesced-text.ts';

afterEach(() => void vi.useRealTimers());

test('writes the first text of a response at once and joins later pieces', async () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const text = new CoalescedText(async (piece) => void written.push(piece));
  text.add('');
  expect(written).toEqual([]);
  text.add('One');
  expect(written).toEqual(['One']);
  text.add(' two');
  text.add(' three');
  expect(written).toEqual(['One']);
  await vi.advanceTimersByTimeAsync(250);
  expect(written).toEqual(['One', ' two three']);
  // After a pause the next text is a first one again.
  await vi.advanceTimersByTimeAsync(1_000);
  text.add(' four');
  text.add(' five');
  expect(written).toEqual(['One', ' two three', ' four']);
  await text.flush();
  expect(written).toEqual(['One', ' two three', ' four', ' five']);
  expect(vi.getTimerCount()).toBe(0);
});

test('keeps the halves of a character together', async () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const text = new CoalescedText(async (piece) => void written.push(piece));
  text.add('\ud83d');
  text.add('\ude00!');
  await vi.advanceTimersByTimeAsync(250);
  expect(written).toEqual(['😀!']);
  await text.flush();
});
