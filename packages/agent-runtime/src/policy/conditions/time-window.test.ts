import { describe, expect, test } from 'vitest';
import { compileTimeWindow, type TimeWindow, timeWindowSchema } from './time-window.ts';

const isOpen = (window: TimeWindow, time: string) =>
  compileTimeWindow(timeWindowSchema.parse(window))(Date.parse(time));
const hours = (from: string, to: string, timeZone = 'UTC', days?: TimeWindow['days']): TimeWindow => ({
  ...(days ? { days } : {}),
  hours: { from, to },
  timeZone,
});

describe('windows of time', () => {
  test('a window is open by the clocks of its place', () => {
    const office = hours('08:00', '18:00', 'Europe/Berlin', ['mon', 'tue', 'wed', 'thu', 'fri']);
    const table: [string, boolean][] = [
      ['2026-05-01T05:59:59.999Z', false],
      ['2026-05-01T06:00:00Z', true],
      ['2026-05-01T15:59:59.999Z', true],
      ['2026-05-01T16:00:00Z', false],
      ['2026-05-02T10:00:00Z', false],
      // In winter the same local time is another hour in UTC.
      ['2026-01-05T06:59:59Z', false],
      ['2026-01-05T07:00:00Z', true],
    ];
    for (const [time, expected] of table) expect([time, isOpen(office, time)]).toEqual([time, expected]);
    expect(isOpen({ days: ['sat'], timeZone: 'Asia/Tokyo' }, '2026-05-01T15:00:00Z')).toBe(true);
    expect(isOpen({ days: ['fri'], timeZone: 'Asia/Tokyo' }, '2026-05-01T15:00:00Z')).toBe(false);
    expect(isOpen(hours('00:00', '24:00'), '2026-05-01T23:59:59.999Z')).toBe(true);
  });

  test('a window over midnight belongs to its first day', () => {
    const night = hours('22:00', '06:00', 'UTC', ['fri']);
    const table: [string, boolean][] = [
      ['2026-05-01T21:59:00Z', false],
      ['2026-05-01T22:00:00Z', true],
      ['2026-05-02T05:59:00Z', true],
      ['2026-05-02T06:00:00Z', false],
      ['2026-05-02T22:00:00Z', false],
      ['2026-05-01T03:00:00Z', false],
    ];
    for (const [time, expected] of table) expect([time, isOpen(night, time)]).toEqual([time, expected]);
    expect(isOpen(hours('22:00', '06:00', 'UTC', ['sun']), '2026-05-04T01:00:00Z')).toBe(true);
  });

  test('a window follows clock changes', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00. 25 October 2026: 03:00 becomes 02:00.
    const early = hours('02:00', '03:00', 'Europe/Berlin');
    const minutes = (from: string, count: number) =>
      Array.from({ length: count }, (_, minute) =>
        isOpen(early, new Date(Date.parse(from) + minute * 60_000).toISOString()),
      ).filter(Boolean).length;
    expect(minutes('2026-03-28T22:00:00Z', 1_440)).toBe(0);
    expect(minutes('2026-03-29T22:00:00Z', 1_440)).toBe(60);
    expect(minutes('2026-10-24T22:00:00Z', 1_500)).toBe(120);
  });

  test('refuses an unreadable time window', () => {
    for (const bad of [
      { timeZone: 'UTC' },
      { days: [], timeZone: 'UTC' },
      { days: ['mon', 'mon'], timeZone: 'UTC' },
      { days: ['monday'], timeZone: 'UTC' },
      { hours: { from: '8:00', to: '18:00' }, timeZone: 'UTC' },
      { hours: { from: '24:00', to: '18:00' }, timeZone: 'UTC' },
      { hours: { from: '08:00', to: '08:00' }, timeZone: 'UTC' },
      { hours: { from: '08:00' }, timeZone: 'UTC' },
      { days: ['mon'] },
      { days: ['mon'], timeZone: '+02:00' },
      { days: ['mon'], timeZone: 'UTC', tz: 'UTC' },
    ])
      expect(timeWindowSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    expect(() => compileTimeWindow({ days: ['mon'], timeZone: 'Europe/Berlim' })).toThrow(/does not exist/);
  });
});
