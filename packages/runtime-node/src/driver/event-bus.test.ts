import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { describe, expect, test } from 'vitest';
import { EventBus } from './event-bus.ts';
import { patternMatcher } from './event-pattern.ts';

const record = (seq: number, type: string): RunRecord => ({
  id: `run_x:${seq}`,
  type,
  source: 'agent-home/runtime/careful',
  time: '2026-05-01T08:00:00.000Z',
  data: { deep: { list: [seq] } },
  correlationId: 'run_x',
  seq,
  prev: '0'.repeat(64),
});
/** Resolves after all published events were delivered. */
const heard = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a pattern', () => {
  test('patterns match segments with one or two stars', () => {
    const table: [string, string[], string[]][] = [
      [
        'kairo.tool.*',
        ['kairo.tool.invoke', 'kairo.tool.result'],
        ['kairo.toolbox.x', 'kairo.tool', 'kairo.tool.a.b', 'x.kairo.tool.a'],
      ],
      ['kairo.*.started', ['kairo.intent.started'], ['kairo.started', 'kairo.a.b.started']],
      [
        'kairo.**',
        ['kairo.tool', 'kairo.tool.invoke', 'kairo.a.b.c'],
        ['kairo', 'kairos.tool', 'run.started'],
      ],
      ['**', ['run.started', 'x', 'a.b.c.d'], []],
      ['*', ['x'], ['run.started']],
      ['run.started', ['run.started'], ['run.startedx', 'run.start', 'Run.started', 'run.started.x', 'run']],
      ['**.started', [], ['run.started', 'kairo.intent.started']],
      ['', [''], ['run.started']],
      ['run.st*', [], ['run.started']],
      ['r.n.started', [], ['run.started']],
    ];
    for (const [pattern, yes, no] of table) {
      const matches = patternMatcher(pattern);
      for (const type of yes) expect([pattern, type, matches(type)]).toEqual([pattern, type, true]);
      for (const type of no) expect([pattern, type, matches(type)]).toEqual([pattern, type, false]);
    }
  });
});

describe('event listeners', () => {
  test('a handler’s error or delay affects nothing else', async () => {
    const bus = new EventBus();
    const seen: string[] = [];
    bus.on('**', () => {
      throw new Error('a bad handler');
    });
    bus.on('**', () => Promise.reject(new Error('a bad promise')));
    bus.on('**', () => new Promise(() => {}));
    bus.on('**', () => ({
      // biome-ignore lint/suspicious/noThenProperty: what somebody's promise may be
      get then() {
        throw new Error('a bad thenable');
      },
    }));
    bus.on('kairo.**', ({ id }) => seen.push(id));
    bus.publish([record(0, 'run.started'), record(1, 'kairo.user.message')]);
    bus.publish([record(2, 'kairo.intent.started')]);
    expect(seen).toEqual([]);
    await heard();
    expect(seen).toEqual(['run_x:1', 'run_x:2']);
  });

  test('a listener gets events only while subscribed', async () => {
    const bus = new EventBus();
    const [early, late]: string[][] = [[], []];
    const leave = bus.on('**', ({ id }) => early?.push(id));
    bus.publish([record(0, 'run.started')]);
    bus.on('**', ({ id }) => late?.push(id));
    await heard();
    bus.publish([record(1, 'run.ended')]);
    // Published, but not delivered yet.
    leave();
    await heard();
    bus.publish([record(2, 'run.ended')]);
    await heard();
    expect([early, late]).toEqual([['run_x:0'], ['run_x:1', 'run_x:2']]);
  });

  test('events are frozen copies: a handler changes nothing for others, nor in the log', async () => {
    const bus = new EventBus();
    const original = record(0, 'run.started');
    const failures: unknown[] = [];
    bus.on('**', (event) => {
      try {
        (event.data.deep as { list: number[] }).list.push(9);
      } catch (error) {
        failures.push(error);
      }
    });
    let last: unknown;
    bus.on('**', (event) => {
      last = event;
    });
    bus.publish([original]);
    await heard();
    expect(failures).toHaveLength(1);
    expect(original.data).toEqual({ deep: { list: [0] } });
    expect(last).toEqual({
      id: 'run_x:0',
      type: 'run.started',
      source: original.source,
      time: original.time,
      data: original.data,
      correlationId: 'run_x',
    });
  });
});
