import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, localDay } from './local-day.ts';

const cases: [zone: string, at: string, date: string, endsAt: string][] = [
  ['Asia/Shanghai', '2026-03-01T15:59:59.999Z', '20260301', '2026-03-01T16:00:00.000Z'],
  ['Asia/Shanghai', '2026-03-01T16:00:00.000Z', '20260302', '2026-03-02T16:00:00.000Z'],
  ['Asia/Shanghai', '2026-03-02T00:30:00+08:00', '20260302', '2026-03-02T16:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-01T18:29:59Z', '20260301', '2026-03-01T18:30:00.000Z'],
  ['UTC', '2028-02-29T12:00:00Z', '20280229', '2028-03-01T00:00:00.000Z'],
  // A day of 23 hours, before and after clocks move forward at two.
  ['America/New_York', '2026-03-08T05:00:00Z', '20260308', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-03-08T12:00:00Z', '20260308', '2026-03-09T04:00:00.000Z'],
  // A day of 25 hours: before the change, and in the first and second of the two hours after one.
  ['America/New_York', '2026-11-01T04:00:00Z', '20261101', '2026-11-02T05:00:00.000Z'],
  ['America/New_York', '2026-11-01T05:30:00Z', '20261101', '2026-11-02T05:00:00.000Z'],
  ['America/New_York', '2026-11-01T06:30:00Z', '20261101', '2026-11-02T05:00:00.000Z'],
  // Samoa went over the date line and had no 30 December.
  ['Pacific/Apia', '2011-12-30T09:59:59Z', '20111229', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', '20111231', '2011-12-31T10:00:00.000Z'],
  // Clocks went from midnight to one, and from midnight back to eleven.
  ['America/Sao_Paulo', '2018-11-04T02:00:00Z', '20181103', '2018-11-04T03:00:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '20181104', '2018-11-05T02:00:00.000Z'],
  ['America/Sao_Paulo', '2018-02-17T12:00:00Z', '20180217', '2018-02-18T03:00:00.000Z'],
  ['America/Sao_Paulo', '2018-02-18T02:30:00Z', '20180217', '2018-02-18T03:00:00.000Z'],
  // Clocks went back at one minute past midnight: the new day began, ended, and began again.
  ['America/St_Johns', '2010-11-06T20:00:00Z', '20101106', '2010-11-07T02:30:00.000Z'],
  ['America/St_Johns', '2010-11-07T02:30:30Z', '20101107', '2010-11-07T02:31:00.000Z'],
  ['America/St_Johns', '2010-11-07T02:31:00Z', '20101106', '2010-11-07T03:30:00.000Z'],
  // Daylight saving of half an hour.
  ['Australia/Lord_Howe', '2026-04-04T20:00:00Z', '20260405', '2026-04-05T13:30:00.000Z'],
];

/** Returns dates by another part of Intl. */
const dateIn = (zone: string, moment: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(moment).replaceAll('-', '');

describe('a local day', () => {
  it.each(cases)('in %s at %s is %s and ends at %s', (zone, at, date, endsAt) => {
    expect(localDay(zone, at)).toEqual({ date, ends_at: endsAt });
  });

  it('holds until the moment it ends and not a millisecond longer', () => {
    const zones = [...new Set(cases.map(([zone]) => zone)), 'Europe/Lisbon', 'Asia/Tehran', 'America/Havana'];
    const moment = fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, at) => {
        const day = localDay(zone, new Date(at).toISOString());
        const end = Date.parse(day.ends_at);
        expect(end).toBeGreaterThan(at);
        expect(end - at).toBeLessThanOrEqual(26 * 3_600_000);
        expect([dateIn(zone, at), dateIn(zone, end - 1)]).toEqual([day.date, day.date]);
        expect(dateIn(zone, end)).not.toBe(day.date);
      }),
      { numRuns: 500 },
    );
  });

  it('knows zones by their names alone', () => {
    expect(['Asia/Shanghai', 'UTC', 'America/Argentina/Ushuaia'].filter(isTimeZone)).toHaveLength(3);
    expect(['Asia/Nowhere', '', 'Asia/Shanghai ', '../etc/passwd'].filter(isTimeZone)).toEqual([]);
  });

  it('is refused for a zone or a moment that is none', () => {
    expect(() => localDay('Asia/Nowhere', '2026-03-01T00:00:00Z')).toThrow(RangeError);
    expect(() => localDay('UTC', 'yesterday')).toThrow(RangeError);
  });
});
