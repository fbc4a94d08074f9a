import { asJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { feedAnswerSchema } from '../../../../packages/sdk/src/api/answers.ts';
import type { VectorCase, VectorKind } from '../form/vector.ts';

export const feedAnswers: VectorKind<{ answer: JsonValue }> = {
  kind: 'feed-answers',
  description:
    'Whether an answer of GET /v1/feed is one, as an agent reads it: fields and event types that nobody knows change ' +
    'nothing. input: answer. output: event_ids and types in their order, cursor, more, behind. Code: bad_answer.',
  cases,
  judge: ({ answer }) => {
    const page = feedAnswerSchema.safeParse(answer).data;
    if (!page) return { expected: 'bad_answer' };
    const { events, cursor, more = false, behind } = page;
    const output: JsonObject = {
      events: events.map(({ event_id, event_type }) => [event_id, event_type]),
      cursor,
      more,
      ...(behind ? { behind: asJson(behind) } : {}),
    };
    return { expected: 'ok', output };
  },
};

const event = (changes: JsonObject = {}): JsonObject => ({
  event_id: 'AAAAAAAAAAAAAAAAAAAAAA',
  event_type: 'topic.entry',
  topic_id: 't1',
  task_id: null,
  object_key: 'topics/t1/ledger/0000000007.json',
  occurred_at: '2026-03-01T12:00:00.000Z',
  payload: { sequence: 7 },
  ...changes,
});
const page = (events: JsonValue, changes: JsonObject = {}): JsonObject => ({
  events,
  cursor: 'BBBBBBBBBBBBBBBBBBBBBB',
  more: false,
  ...changes,
});
const without = (name: string, object: JsonObject) => {
  const { [name]: _, ...rest } = object;
  return rest;
};

function cases(): VectorCase<{ answer: JsonValue }>[] {
  const of = (name: string, expected: string, answer: JsonValue) => ({ name, input: { answer }, expected });
  const behind = {
    missed_from: '2026-03-01T10:00:00.000Z',
    missed_until: '2026-03-01T11:00:00.000Z',
    cursor: 'C',
  };
  return [
    of('nothing has happened', 'ok', page([])),
    of('an event', 'ok', page([event()])),
    of(
      'two events, more to come',
      'ok',
      page([event(), event({ event_id: 'x', event_type: 'topic.closed' })], { more: true }),
    ),
    of('an event of a type that nobody knows', 'ok', page([event({ event_type: 'moon.full' })])),
    of('fields that nobody knows', 'ok', page([event({ x_more: 1 })], { x_more: { y: [] } })),
    of('a payload that nobody knows', 'ok', page([event({ payload: { x: [null] } })])),
    of('about nothing in the bucket', 'ok', page([event({ topic_id: null, object_key: null })])),
    of('names of another form', 'ok', page([event({ event_id: '7' })], { cursor: 'start' })),
    of(
      'from an older home, without task_id and more',
      'ok',
      without('more', page([without('task_id', event())])),
    ),
    of('events were dropped', 'ok', page([], { behind })),
    of('no events', 'bad_answer', without('events', page([]))),
    of('no cursor', 'bad_answer', without('cursor', page([]))),
    of('an empty cursor', 'bad_answer', page([], { cursor: '' })),
    of('an event without a type', 'bad_answer', page([without('event_type', event())])),
    of('an event without an id', 'bad_answer', page([without('event_id', event())])),
    of('an event without a payload', 'bad_answer', page([without('payload', event())])),
    of('a payload that is no object', 'bad_answer', page([event({ payload: [] })])),
    of('events that are none', 'bad_answer', page('none')),
    of('a list', 'bad_answer', []),
    of('null', 'bad_answer', null),
  ];
}
