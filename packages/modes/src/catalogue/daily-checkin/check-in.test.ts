import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, facts as getAuthor, getContext } from '../../testing/alphabet/inputs.ts';
import { message, request } from '../../testing/alphabet/moves.ts';
import { Checkin, mode, openBox } from './testing/checkin.ts';

describe('daily_checkin', () => {
  it('each agent has one key until a day ends', () => {
    const topic = new Checkin();
    const author = getAuthor('ada');
    const context = topic.known({ write: 'message', author }, getContext(10));
    expect(mode.writableMessages(topic.state, author, topic.rules, context)).toEqual({
      ids: [{ id: '20260301', not_after: at(60) }],
    });
    expect(topic.say('ada', '20260301')).toBe('accepted');
    expect([topic.may('message', 'ada'), topic.may('message', 'bo')]).toEqual(['already_posted', '20260301']);
    expect(topic.say('ada', '20260301')).toBe('already_posted');
    expect(topic.state).toEqual({
      status: 'open',
      closed_reason: null,
      day: '20260301',
      checkins_today: 1,
      last_message: { agent_id: 'ada', message_id: '20260301' },
      proposals: [],
    });
  });

  it('a new day has a new key and count', () => {
    const topic = new Checkin();
    topic.say('ada', '20260301');
    topic.say('bo', '20260301');
    topic.after(60);
    expect(topic.may('message', 'ada')).toBe('20260302');
    expect(topic.say('ada', '20260301')).toBe('wrong_day');
    expect(topic.say('ada', '20260303')).toBe('wrong_day');
    expect(topic.say('ada', '20260302')).toBe('accepted');
    expect(topic.state).toMatchObject({ day: '20260302', checkins_today: 1 });
  });

  it('several check-ins of a day have numbered keys', () => {
    const topic = new Checkin({ max_per_day: 2 });
    expect(topic.say('ada', '20260301_02')).toBe('wrong_message_id');
    expect(topic.say('ada', '20260301')).toBe('accepted');
    expect([topic.may('message', 'ada'), topic.say('ada', '20260301')]).toEqual([
      '20260301_02',
      'already_posted',
    ]);
    expect(topic.say('ada', '20260301_02')).toBe('accepted');
    expect([topic.may('message', 'ada'), topic.say('ada', '20260301_03')]).toEqual([
      'already_posted',
      'already_posted',
    ]);
  });

  it('a check-in under an invalid day is refused', () => {
    for (const id of ['000001', '2026-03-01', '20260301_2', 'd20260301', '202603011']) {
      expect([id, new Checkin().say('ada', id)]).toEqual([id, 'wrong_message_id']);
    }
  });

  it('a check-in counts for the day of its writing', () => {
    const topic = new Checkin();
    topic.after(61).say('bo', '20260302');
    expect(topic.say('ada', '20260301', 59)).toBe('accepted');
    expect(topic.state).toMatchObject({ day: '20260302', checkins_today: 1 });
    expect(topic.say('ada', '20260301', 59)).toBe('already_posted');
    expect(topic.say('ada', '20260302')).toBe('accepted');
    expect(topic.state).toMatchObject({ checkins_today: 2 });
    expect(topic.say('cy', '20260301', 60)).toBe('wrong_day');
    expect(topic.say('cy', '20260301')).toBe('wrong_day');
  });

  it('a check-in of a day long past is refused', () => {
    const topic = new Checkin();
    topic.after(60).say('ada', '20260302');
    topic.after(60).say('ada', '20260303');
    expect(topic.say('ada', '20260301', 30)).toBe('wrong_day');
    expect(topic.say('ada', '20260302', 90)).toBe('already_posted');
  });

  it('memory of an agent stays at two days', () => {
    const topic = new Checkin();
    for (let day = 1; day <= 9; day++) {
      topic.say('ada', `2026030${day}`);
      topic.after(60);
    }
    expect(topic.records.get('checkin/ada')).toEqual({
      days: [
        { date: '20260308', checkins: 1, proposals: 0 },
        { date: '20260309', checkins: 1, proposals: 0 },
      ],
    });
  });

  it('a memory of any shape is read as what it says, or as nothing', () => {
    const day = fc.record({
      date: fc.constantFrom('20260228', '20260301', 7),
      checkins: fc.jsonValue(),
      proposals: fc.nat(),
    });
    const memory = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.record({ days: fc.array(day) }));
    fc.assert(
      fc.property(memory, (remembered) => {
        const topic = new Checkin();
        topic.records.set('checkin/ada', remembered as JsonObject);
        expect(['accepted', 'already_posted', 'wrong_message_id', 'wrong_day']).toContain(
          topic.say('ada', '20260301'),
        );
        expect(topic.say('ada', '20260301')).not.toBe('accepted');
      }),
      { numRuns: 300 },
    );
  });

  it('a missing day or memory refuses messages and grants', () => {
    const topic = new Checkin(openBox);
    const inputs = [
      message('ada', '20260301'),
      request('ada', { type: 'propose_topic', payload: { title: 'x' } }),
    ];
    for (const input of inputs) {
      const { verdict, state } = mode.apply(topic.state, input, topic.rules, getContext(1, 'ada'));
      expect([verdict.reason, state]).toEqual(['fact_missing', topic.state]);
    }
    const answer = mode.writableMessages(topic.state, getAuthor('ada'), topic.rules, getContext(1));
    expect(answer).toMatchObject({ denied: 'not_started' });
  });
});
