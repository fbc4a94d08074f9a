import { canonicalJsonBytes, type JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode, AuthorFacts } from '../mode/mode.ts';
import { findMode } from '../registry/registry.ts';
import {
  getContext,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
} from '../testing/alphabet/inputs.ts';
import { judge } from './judge.ts';
import type { RawInput } from './open-input.ts';
import type { TopicTerms } from './topic-terms.ts';

const mode = findMode('freeform', 1) as AnyMode;
const open = mode.start({}, getContext(0));
const document = messageDocument('ada', '000001');

function getOutcome(
  raw: RawInput,
  changes: { topic?: Partial<TopicTerms>; author?: Partial<AuthorFacts> | null } = {},
) {
  const context = changes.author === null ? getContext(1) : getContext(1, 'ada', changes.author);
  const judgement = judge(mode, terms('freeform', {}, changes.topic), open, raw, context);
  expect(judgement.verdict.outcome === 'accepted' || judgement.state === open).toBe(true);
  return [
    judgement.verdict.reason ?? judgement.verdict.outcome,
    judgement.unread === undefined ? 'read' : 'unread',
  ];
}

const put = (fields: JsonObject, signed = false) => {
  const { object_key } = rawInput(document);
  return { ...rawInput({ ...document, ...fields }, signed), type: 'message', object_key } as RawInput;
};
const bytesAt = (bytes: Uint8Array, object_key = rawInput(document).object_key): RawInput => ({
  type: 'message',
  object_key,
  bytes,
});
const text = (content: string) => bytesAt(new TextEncoder().encode(content));

describe('judging what an agent wrote', () => {
  it('a good message is accepted, signed or not', () => {
    expect(getOutcome(rawInput(document))).toEqual(['accepted', 'read']);
    expect(getOutcome(rawInput(document, true))).toEqual(['accepted', 'read']);
  });

  it.each<[string, RawInput]>([
    ['more bytes than the topic takes', bytesAt(new Uint8Array(4097).fill(0x20))],
    [
      'more bytes, though it is good',
      rawInput(messageDocument('ada', '000001', { meta: { x: 'x'.repeat(4096) } })),
    ],
  ])('too_large: %s', (_, raw) => {
    expect(getOutcome(raw)).toEqual(['too_large', 'unread']);
  });

  it('as many bytes as the topic takes are not too many', () => {
    const padded = (length: number) =>
      rawInput(messageDocument('ada', '000001', { meta: { x: 'x'.repeat(length) } }));
    const shortest = padded(0);
    const room = 4096 - ('bytes' in shortest ? shortest.bytes.length : 0);
    expect(getOutcome(padded(room))).toEqual(['accepted', 'read']);
    expect(getOutcome(padded(room + 1))).toEqual(['too_large', 'unread']);
  });

  it('a request has a limit of its own', () => {
    const long = { type: 'queue_join', payload: { note: 'x'.repeat(1024) } };
    expect(getOutcome(rawInput(requestDocument('ada', 'r000001', long)))).toEqual(['too_large', 'unread']);
  });

  it.each([
    '',
    '{',
    '[]',
    '"x"',
    'null',
    '{"kind":"topic_message","kind":"topic_message"}',
    '\ufeff{}',
    `${'['.repeat(2000)}`,
  ])('malformed_json: %j', (content) => {
    expect(getOutcome(text(content))).toEqual(['malformed_json', 'unread']);
  });

  it('malformed_json: bytes that are not UTF-8', () => {
    expect(getOutcome(bytesAt(Uint8Array.from([0x22, 0xff, 0x22])))).toEqual(['malformed_json', 'unread']);
  });

  it.each<[string, JsonObject]>([
    ['another topic', { topic_id: 't2' }],
    ['another author', { agent_id: 'bo' }],
    ['another message id', { message_id: '000002' }],
  ])('wrong_ids: the document names %s', (_, fields) => {
    expect(getOutcome(put(fields))).toEqual(['wrong_ids', 'read']);
  });

  it('wrong_ids: the document is genuine but lies elsewhere', () => {
    const { bytes } = rawInput(document) as { bytes: Uint8Array };
    expect(getOutcome(bytesAt(bytes, 'topics/t1/messages/bo/000001.json'))).toEqual(['wrong_ids', 'read']);
    expect(getOutcome(bytesAt(bytes, 'topics/t1/state.json'))).toEqual(['wrong_ids', 'unread']);
    expect(getOutcome(bytesAt(bytes, 'topics/t1/requests/ada/r000001.json'))).toEqual([
      'wrong_ids',
      'unread',
    ]);
    expect(getOutcome(bytesAt(bytes, 'elsewhere'))).toEqual(['wrong_ids', 'unread']);
    expect(getOutcome(rawInput(document), { topic: { topic_id: 't2' } })).toEqual(['wrong_ids', 'read']);
  });

  it('wrong_ids: one author’s object under another author’s facts', () => {
    expect(getOutcome(rawInput(messageDocument('bo', '000001')))).toEqual(['wrong_ids', 'read']);
  });

  it('refuses an invalid signature in any topic', () => {
    const other = rawInput(
      messageDocument('ada', '000001', { agent_id: 'ada', content: { text: 'x' } }),
      true,
    );
    const stolen = JSON.parse(new TextDecoder().decode((other as { bytes: Uint8Array }).bytes)) as JsonObject;
    expect(getOutcome(put({ author_sig: stolen.author_sig ?? null }))).toEqual([
      'bad_author_signature',
      'read',
    ]);
    const author = { public_key: 'not a key' };
    expect(getOutcome(rawInput(document, true), { author })).toEqual(['bad_author_signature', 'read']);
  });

  it('a topic requiring author signatures refuses unsigned messages', () => {
    const topic: Partial<TopicTerms> = { author_signature: 'required' };
    expect(getOutcome(rawInput(document), { topic })).toEqual(['author_signature_required', 'read']);
    expect(getOutcome(rawInput(document, true), { topic })).toEqual(['accepted', 'read']);
  });

  it.each(['suspended', 'withdrawn', 'registered', 'unknown'] as const)(
    'an author whose standing is %s is refused as not_admitted',
    (standing) => {
      expect(getOutcome(rawInput(document), { author: { standing } })).toEqual(['not_admitted', 'read']);
    },
  );

  it('an author without read access is refused', () => {
    expect(getOutcome(rawInput(document), { author: { reader: false } })).toEqual(['not_a_reader', 'read']);
  });

  it('refuses an unknown author and keeps nothing of the object', () => {
    expect(getOutcome(rawInput(document), { author: null })).toEqual(['unknown_author', 'unread']);
  });

  it('a message of a newer schema is refused as such, not as broken', () => {
    expect(getOutcome(put({ schema_version: 2, content: 'new' }))).toEqual([
      'unsupported_schema_version',
      'read',
    ]);
  });

  it.each<JsonObject>([
    { schema_version: 0 },
    { schema_version: '1' },
    { kind: 'topic_request', request_id: 'r000001' },
    { content: { text: '' } },
    { content: 'hello' },
    { created_at: 'yesterday' },
    { meta: [] },
    { seen: { sequence: -1, hash: 'x' } },
    { author_sig: {} },
  ])('invalid_schema: %j', (fields) => {
    expect(getOutcome(put(fields))).toEqual(['invalid_schema', 'read']);
  });

  it('a field that no schema knows does no harm', () => {
    expect(getOutcome(put({ x_mood: 'sunny' }))).toEqual(['accepted', 'read']);
  });

  it.each(['too_large', 'not_plain', 'content_encoding', 'unreadable'] as const)(
    'an object that was not to be read is refused as %s',
    (problem) => {
      const { object_key } = rawInput(document);
      expect(getOutcome({ type: 'message', object_key, problem })).toEqual([problem, 'unread']);
    },
  );
});

describe('judging what the platform puts in', () => {
  it.each<JsonObject>([
    {},
    { action: 'open' },
    { action: 'remove_agent' },
    { action: 'remove_agent', agent_id: '*' },
    { action: 'close', x: 1 },
  ])('an admin action that is none is refused: %j', (action) => {
    expect(getOutcome(platformInput('admin', action), { author: null })).toEqual(['invalid_schema', 'read']);
  });

  it('an admin action that is not JSON is refused, not thrown', () => {
    const raw: RawInput = { type: 'admin', bytes: new TextEncoder().encode('{') };
    expect(getOutcome(raw, { author: null })).toEqual(['invalid_schema', 'read']);
  });

  it('an admin action is applied', () => {
    const raw: RawInput = { type: 'admin', bytes: canonicalJsonBytes({ action: 'close', reason: 'late' }) };
    expect(getOutcome(raw, { author: null })).toEqual(['accepted', 'read']);
  });
});
