import { FeedNames } from '@agent-home/platform';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageText } from './page-text.ts';

const names = new FeedNames(new Uint8Array(32).fill(7));
const end = { transaction: '12', eventId: 99 };

const eventArbitrary = fc.record({
  place: fc.record({ transaction: fc.nat().map(String), eventId: fc.nat() }),
  eventType: fc.string(),
  topicId: fc.option(fc.string({ unit: 'binary' }), { nil: null }),
  taskId: fc.option(fc.string({ unit: 'binary' }), { nil: null }),
  objectKey: fc.option(fc.string({ unit: 'binary' }), { nil: null }),
  occurredAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map(Number),
  payload: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })).map((object) => JSON.stringify(object)),
});

describe('a page of a feed as text', () => {
  test('is the JSON of any events', () => {
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 5 }), (events) => {
        const page = JSON.parse(pageText(names, 'ada', { events, end }, { limit: events.length }));
        expect(page).toEqual({
          events: events.map(({ place, eventType, topicId, taskId, objectKey, occurredAt, payload }) => ({
            event_id: names.name('ada', 'event', place),
            event_type: eventType,
            topic_id: topicId,
            task_id: taskId,
            object_key: objectKey,
            occurred_at: new Date(occurredAt).toISOString(),
            payload: JSON.parse(payload),
          })),
          cursor: names.name('ada', 'cursor', end),
          more: true,
          consumed: null,
        });
      }),
    );
  });

  test('reports events dropped before they were read', () => {
    const missed = { from: new Date(0), until: new Date(1_000), place: end };
    expect(JSON.parse(pageText(names, 'ada', { events: [], end, missed }, { limit: 50 }))).toEqual({
      events: [],
      cursor: names.name('ada', 'cursor', end),
      more: false,
      consumed: null,
      behind: {
        missed_from: '1970-01-01T00:00:00.000Z',
        missed_until: '1970-01-01T00:00:01.000Z',
        cursor: names.name('ada', 'cursor', end),
      },
    });
  });
});
