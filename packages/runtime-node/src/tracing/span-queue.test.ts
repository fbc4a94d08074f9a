import type { TraceSpan } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { measuredTimeFactor } from '../../../../test/support/time-factor.ts';
import { SpanQueue } from './span-queue.ts';

const spans = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ spanId: String(from + at) }) as TraceSpan);
const collectIds = (some: readonly TraceSpan[]) => some.map(({ spanId }) => Number(spanId));

test('sends spans in order and in batches', async () => {
  const sent: number[][] = [];
  const queue = new SpanQueue({
    send: async (some) => void sent.push(collectIds(some)),
    tell: () => undefined,
    atOnce: 2,
  });
  queue.add(spans(3));
  queue.add(spans(2, 3));
  await queue.close(5_000);
  expect([sent.flat(), Math.max(...sent.map(({ length }) => length))]).toEqual([[0, 1, 2, 3, 4], 2]);
});

test('a hanging collector delays little, and losses are reported once', async () => {
  const told: unknown[] = [];
  const queue = new SpanQueue({
    send: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    tell: (error) => told.push(error),
    mostSpans: 10,
  });
  queue.add(spans(8));
  queue.add(spans(20));
  const started = performance.now();
  await queue.close(50);
  expect(performance.now() - started).toBeLessThan(4_000 * measuredTimeFactor());
  expect(told).toHaveLength(1);
});

test('a refusal does not stop later spans', async () => {
  const sent: number[] = [];
  const told: unknown[] = [];
  const queue = new SpanQueue({
    send: async (some) => {
      if (collectIds(some).includes(0)) throw new Error('refused');
      sent.push(...collectIds(some));
    },
    tell: (error) => told.push(error),
  });
  queue.add(spans(1));
  await queue.close(5_000);
  queue.add(spans(2, 5));
  await queue.close(5_000);
  expect([sent, told.length]).toEqual([[5, 6], 1]);
});

test('sends a span added during the last flush', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const sent: number[] = [];
    let first = true;
    const queue: SpanQueue = new SpanQueue({
      send: async (some) => {
        sent.push(...collectIds(some));
        if (!first) return;
        first = false;
        void (async () => {
          for (let turn = 0; turn < turns; turn += 1) await undefined;
          queue.add(spans(1, 7));
        })();
      },
      tell: () => undefined,
    });
    queue.add(spans(1));
    await queue.close(5_000);
    for (let turn = 0; turn < 50; turn += 1) await undefined;
    await queue.close(5_000);
    expect([turns, sent]).toEqual([turns, [0, 7]]);
  }
});

test('spans with contents are sent in requests of limited size', async () => {
  const large = (at: number) =>
    ({ ...spans(1, at)[0], contents: { text: 'x'.repeat(700_000) } }) as TraceSpan;
  const sent: number[][] = [];
  const told: unknown[] = [];
  const queue = new SpanQueue({
    send: async (some) => void sent.push(collectIds(some)),
    tell: (error) => told.push(error),
    mostContents: 2_500_000,
  });
  queue.add([...spans(2), large(2), large(3), large(4), large(5)]);
  await queue.close(5_000);
  expect([sent, told.length]).toEqual([[[0, 1, 2], [3], [4]], 1]);
});
