import { asJson, canonicalJsonBytes, estimateTokens, sha256Hex } from '@agent-home/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../run-log/index.ts';
import { tokensOfText } from './estimate-context.ts';
import { fitContext } from './fit-context.ts';
import { promptSha256 } from './prompt-sha256.ts';
import { collectTurns, lastTurns } from './turns.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const calls = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, name: 'read_file', arguments: '{}' })),
});
const output = (id: string, content: string): ChatMessage => ({
  role: 'tool',
  tool_call_id: id,
  name: 'read_file',
  content,
  is_error: false,
});
const said = (content: string): ChatMessage => ({ role: 'assistant', content, tool_calls: [] });

const fit = (messages: ChatMessage[], contextWindow = 2_000, limitTurns = 12) =>
  fitContext(
    { system: 'You are careful.', messages, tools: [] },
    { contextWindow, reservedOutput: 500, limitTurns },
  );
const long = (characters: number) => 'word '.repeat(characters / 5);

test('a conversation that fits is shown whole', () => {
  const messages = [user('one'), said('two'), user('three')];
  const fitted = fit(messages);
  expect(fitted).toMatchObject({ messages, fits: true });
  expect(fitted.cost).toMatchObject({
    context_window_tokens: 2_000,
    reserved_output_tokens: 500,
    limit: 1_500,
    limit_turns: 12,
    memory_dropped: false,
    auto_compact: false,
    decisions: [],
  });
});

test('outputs are cut before turns are omitted', () => {
  const messages = [
    user('first'),
    calls('a'),
    output('a', long(20_000)),
    said(long(2_000)),
    user('second'),
    calls('b'),
    output('b', long(4_000)),
    said(long(2_000)),
    user('third'),
  ];
  const one = fit(messages, 4_000);
  expect(one.cost.decisions).toEqual([
    { type: 'prune_tool_outputs', attempt: 1, trimmed_count: 2, chars_saved: expect.any(Number) },
  ]);
  expect(one.messages).toHaveLength(9);
  expect(one.messages[2]?.content).toMatch(/^word .*\n\[… cut: 20000 characters\]$/s);
  const more = fit(messages, 1_600);
  expect(
    more.cost.decisions.map((each) => [
      each.type,
      'attempt' in each ? each.attempt : 'limit_turns' in each && each.limit_turns,
    ]),
  ).toEqual([
    ['prune_tool_outputs', 1],
    ['prune_tool_outputs', 2],
    ['shrink_turns', 2],
  ]);
  expect(more.cost.limit_turns).toBe(2);
  expect(more.messages[0]).toEqual(user('second'));
  expect(more.fits).toBe(true);
});

test('more turns than are shown at most are left out before anything is cut', () => {
  const messages = Array.from({ length: 30 }, (_, index) => [user(`${index}`), said('yes')]).flat();
  const fitted = fit(messages, 100_000);
  expect(fitted.messages).toEqual(messages.slice(-24));
  expect(fitted.cost).toMatchObject({
    limit_turns: 12,
    decisions: [{ type: 'shrink_turns', limit_turns: 12 }],
  });
});

test('never cuts unread results or the running turn', () => {
  const unread = fit([user('go'), calls('a', 'b'), output('a', long(20_000)), output('b', 'short')]);
  expect(unread.fits).toBe(false);
  expect(unread.messages[2]?.content).toHaveLength(20_000);
  const running = fit([user('old'), said('x'), user(long(20_000))]);
  expect(running).toMatchObject({ fits: false, messages: [user(long(20_000))] });
});

test('shows the end of any conversation in whole turns', () => {
  const text = fc.integer({ min: 0, max: 3_000 }).map((length) => '界😀a '.repeat(length / 4));
  const turn = fc
    .tuple(text, fc.array(text, { maxLength: 3 }), text)
    .map(([question, outputs, answer]) => [
      user(question),
      ...outputs.flatMap((each, index) => [calls(`c${index}`), output(`c${index}`, each)]),
      said(answer),
    ]);
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 600, max: 9_000 }),
      (turns, window) => {
        const messages = turns.flat();
        const { messages: shown, fits, cost } = fit(messages, window, 4);
        expect(cost.estimated_tokens.total <= cost.limit).toBe(fits);
        const kept = collectTurns(shown);
        expect(kept.length).toBeGreaterThanOrEqual(1);
        const wanted = lastTurns(messages, kept.length);
        expect(shown.map(({ role }) => role)).toEqual(wanted.map(({ role }) => role));
        for (const [index, message] of shown.entries()) {
          expect(message.content.isWellFormed()).toBe(true);
          if (message.role !== 'tool') expect(message).toEqual(wanted[index]);
        }
        const numbers = JSON.stringify(cost).match(/-?\d+(\.\d+)?/g) ?? [];
        for (const number of numbers) expect(number).toMatch(/^\d+$/);
        const attempts = cost.decisions.flatMap((each) => ('attempt' in each ? [each.attempt] : []));
        expect(attempts).toEqual([...attempts].sort());
      },
    ),
    { numRuns: 150 },
  );
});

test('hashes the prompt’s canonical JSON and estimates its tokens', () => {
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string(), fc.constant('界\0\x7f\x80'));
  fc.assert(
    fc.property(anyText, fc.array(anyText, { maxLength: 4 }), (system, contents) => {
      const messages = contents.map((content) => user(content));
      const tools = [{ name: 'read_file', description: system, parameters: { type: 'object' } }];
      const sha256 = sha256Hex(canonicalJsonBytes(asJson({ system, messages, tools })));
      const prompt = { system, messages, tools, provider: 'p', model: 'm', maxOutputTokens: 1 };
      expect([promptSha256(prompt), promptSha256(prompt)]).toEqual([sha256, sha256]);
      for (const content of contents) expect(tokensOfText(content)).toBe(estimateTokens(content));
    }),
    { numRuns: 200 },
  );
});
