import type { FollowedRecord } from '@agent-home/agent-runtime/run-log';
import { revealedText } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { RevealedStream } from '../../terminal/revealed-stream.ts';
import { StepLines } from '../running/step-lines.ts';
import { ConversationPrinter } from './conversation-printer.ts';

let seq = 0;
const record = (type: string, data: object): FollowedRecord => ({
  id: `run_x:${seq}`,
  type,
  source: 's',
  time: '2026-05-01T08:00:00.000Z',
  seq: seq++,
  correlationId: 'run_x',
  data: data as FollowedRecord['data'],
});
const delta = (content: string) => record('model.delta', { model_call_id: 'm', content });
const asks = () => record('model.requested', { model_call_id: 'm', round: 1 });
const answers = (content: string, attempts: object[] = []) =>
  record('model.answered', { model_call_id: 'm', content, attempts, tool_calls: [] });
const usage = { input_tokens: 5, output_tokens: 2, rounds: 1, tool_calls: 0 };
const ends = (answer: string, status = 'answered') => record('run.ended', { status, answer, usage });
const told = (...records: FollowedRecord[]) => {
  const teller = new ConversationPrinter(new StepLines(80));
  return records.map((each) => teller.tell(each)).join('');
};
const end = '✔ answered: 1 round, 0 tool calls, 5 tokens in, 2 out\n';

test('an answer is printed once behind a margin', () => {
  const streamed = [asks(), delta('one '), delta('two\nthr'), delta('ee'), answers('one two\nthree')];
  expect(told(...streamed, ends('one two\nthree'))).toBe(`│ one two\n│ three\n${end}`);
  const whole = [asks(), answers('one\ntwo')];
  expect(told(...whole, ends('one\ntwo'))).toBe(`│ one\n│ two\n${end}`);
  // The streamed text differs from the final answer.
  expect(told(asks(), delta('half'), answers('all of it'), ends('all of it'))).toBe(
    `│ half\n│ all of it\n${end}`,
  );
  expect(told(asks(), answers('raw'), ends('mended'))).toBe(`│ raw\n│ mended\n${end}`);
});

test('a broken answer ends its line with the failure', () => {
  expect(told(asks(), delta('one'), ends('', 'cancelled'))).toMatch(/^│ one\n✘ cancelled: /);
  const attempts = [{ model: 'small', ok: false, status: 500, elapsed_ms: 1 }];
  expect(told(asks(), answers('one', attempts), ends('one'))).toContain('attempt with small failed 500');
});

test('Markdown of an answer is rendered behind the margin', () => {
  const text = '# Title\n```\ncode\n```\n**done**';
  const shown = '│ \u001b[1mTitle\u001b[22m\n│ \u001b[36mcode\u001b[39m\n│ \u001b[1mdone\u001b[22m\n';
  const told = (...records: FollowedRecord[]) => {
    const printer = new ConversationPrinter(new StepLines(80), { rendersMarkdown: true });
    return records.map((each) => printer.tell(each)).join('');
  };
  const pieces = [...text].map(delta);
  expect(told(asks(), ...pieces, answers(text), ends(text))).toBe(`${shown}${end}`);
  expect(told(asks(), answers(text), ends(text))).toBe(`${shown}${end}`);
});

test('pieces of a text display like the whole', () => {
  const texts = [
    'plain',
    'a family 👩‍👩‍👧‍👦, a flag 🇩🇪🇫🇷, a key 1️⃣, a hand 👋🏽 and é̂',
    'right \u202E to left, zero\u200Bwidth, \u001b[31mred\u001b[0m\r\nnext\rover',
    `too many ${'a\u0301\u0302\u0303\u0304\u0305\u0306'.repeat(3)}`,
    'alone \u200D joiner \uFE0F',
    'می\u200cخواهم, क्\u200dष, र्\u200dय\u200c\u200cخ',
  ];
  for (const text of texts)
    for (let at = 0; at <= text.length; at++) {
      // Records hold whole characters, so surrogate pairs are not split.
      if (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && at < text.length) continue;
      const stream = new RevealedStream();
      const shown = stream.add(text.slice(0, at)) + stream.add(text.slice(at)) + stream.end();
      expect([at, shown]).toEqual([at, revealedText(text)]);
    }
});

test('no part of an answer is held back long', () => {
  const stream = new RevealedStream();
  const marks = `a${'\u0301'.repeat(1_000)}`;
  expect(stream.add(marks)).not.toBe('');
});
