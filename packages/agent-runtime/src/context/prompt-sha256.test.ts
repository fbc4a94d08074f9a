import { canonicalJsonBytes, JsonError, type JsonValue, sha256Hex } from '@agent-home/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../run-log/index.ts';
import { promptSha256 } from './prompt-sha256.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\\', 'ud8', '\\ud83d', '"', '\n', '\u2028', 'a', '😀', '\u0000', '这'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
);
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), content: text }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: text,
    tool_calls: fc.array(fc.record({ id: text, name: text, arguments: text }), { maxLength: 3 }),
  }),
  fc.record({
    role: fc.constant('tool' as const),
    tool_call_id: text,
    name: text,
    content: text,
    is_error: fc.boolean(),
  }),
);
const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];

function asked(messages: ChatMessage[], system = 'You are careful.') {
  return { provider: 'p', model: 'm', system, messages, tools, maxOutputTokens: 1 };
}

function slowly(messages: ChatMessage[], system = 'You are careful.'): string {
  return sha256Hex(canonicalJsonBytes({ system, messages, tools } as unknown as JsonValue));
}

test('hashes any prompt as canonical JSON', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), text, (messages, system) => {
      const expected = slowly(messages, system);
      expect(promptSha256(asked(messages, system))).toBe(expected);
      expect(promptSha256(asked([...messages], system))).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test('hashes a growing conversation as canonical JSON, also where it was changed', () => {
  const change = fc.record({ at: fc.nat(9), message });
  fc.assert(
    fc.property(fc.array(message, { minLength: 4, maxLength: 10 }), fc.array(change), (messages, changes) => {
      const check = (list: ChatMessage[]) => expect(promptSha256(asked(list))).toBe(slowly(list));
      for (let count = 1; count <= messages.length; count++) check(messages.slice(0, count));
      for (const { at, message: other } of changes) check(messages.with(at % messages.length, other));
      // Recalled memories are a new message in each round.
      const recalled = () => ({ role: 'user' as const, content: 'Remembered.' });
      for (let count = 1; count <= messages.length; count++) check([recalled(), ...messages.slice(0, count)]);
      check([{ role: 'user', content: 'Other.' }, ...messages]);
    }),
    { numRuns: 300 },
  );
});

test('half a character has no canonical JSON, wherever it stands', () => {
  const half = 'a\ud83d';
  const messages: ChatMessage[] = [
    { role: 'user', content: half },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'look', arguments: half }] },
    { role: 'tool', tool_call_id: '1', name: half, content: '', is_error: false },
  ];
  for (const each of messages) expect(() => promptSha256(asked([each]))).toThrow(JsonError);
});
