import type { JsonObject } from '@agent-home/protocol';
import { check, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { guarded } from '../../../testing/guarded-play.ts';
import { type Play, playRun } from '../../../testing/play-run.ts';
import type { CallOutcome } from '../../catalogue/call-types.ts';
import type { PinnedGuardrail } from '../../catalogue/guardrail-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { otlpTrace } from '../otlp-trace.ts';
import { traceSpans } from '../trace-span.ts';
import { spansWithContents } from './spans-with-contents.ts';

const text = (content: string) => ({ type: 'text' as const, content });
const png = Buffer.from('not really an image').toString('base64');
const sha256 = 'a'.repeat(64);
const outcome = (): CallOutcome => ({
  status: 'ok',
  content: [{ type: 'text', text: 'RESULT' }],
  media: [{ media_type: 'image/png', sha256, bytes: 19, name: 'cat.png', data: png }],
  metadata: { hidden: 'META' },
});
const read = {
  content: 'READING',
  thought: 'THOUGHT',
  calls: [{ name: 'read_file', arguments: { path: 'ARG' } }],
};
const play = (more: Partial<Play> = {}) =>
  playRun({
    answers: [read, { content: 'ANSWER' }],
    message: { text: 'MESSAGE' },
    started: { system_prompt: 'SYSTEM' },
    judged: false,
    outcome: () => ({
      status: 'ok',
      content: [{ type: 'text', text: 'RESULT' }],
      metadata: { hidden: 'META' },
    }),
    ...more,
  });

/** Returns name and `gen_ai` contents of each exported span that has some. */
function collectContents(records: readonly RunRecord[], clean = (text: string) => text) {
  const { resourceSpans } = otlpTrace(spansWithContents(records, clean)) as unknown as {
    resourceSpans: {
      scopeSpans: { spans: { name: string; attributes: { key: string; value: JsonObject }[] }[] }[];
    }[];
  };
  const wanted = /^gen_ai\.(system_instructions|(input|output)\.messages|tool\.call\.(arguments|result))$/;
  return (resourceSpans[0]?.scopeSpans[0]?.spans ?? []).flatMap(({ name, attributes }) => {
    const found = attributes.filter(({ key }) => wanted.test(key));
    if (found.length === 0) return [];
    const parsed = found.map(({ key, value }) => [
      key.replace('gen_ai.', ''),
      JSON.parse(String(value.stringValue)) as unknown,
    ]);
    return [[name, Object.fromEntries(parsed) as JsonObject] as const];
  });
}

test('exported contents have the format of the conventions', () => {
  const { records } = play();
  expect(collectContents(records)).toEqual(
    [
      [
        'invoke_agent careful',
        {
          'input.messages': [{ role: 'user', parts: [text('MESSAGE')] }],
          'output.messages': [{ role: 'assistant', parts: [text('ANSWER')], finish_reason: 'stop' }],
        },
      ],
      [
        'chat small',
        {
          system_instructions: [text('SYSTEM')],
          'input.messages': [{ role: 'user', parts: [text('MESSAGE')] }],
          'output.messages': [
            {
              role: 'assistant',
              parts: [
                text('READING'),
                { type: 'tool_call', id: 'CALL', name: 'read_file', arguments: { path: 'ARG' } },
              ],
              finish_reason: 'tool_call',
            },
          ],
        },
      ],
      [
        'execute_tool read_file',
        { 'tool.call.arguments': { path: 'ARG' }, 'tool.call.result': { status: 'ok', content: 'RESULT' } },
      ],
      [
        'chat small',
        {
          system_instructions: [text('SYSTEM')],
          'input.messages': [
            { role: 'tool', parts: [{ type: 'tool_call_response', id: 'CALL', response: 'RESULT' }] },
          ],
          'output.messages': [{ role: 'assistant', parts: [text('ANSWER')], finish_reason: 'stop' }],
        },
      ],
    ].map((each) => JSON.parse(JSON.stringify(each).replaceAll('CALL"', `${callId(records)}"`)) as unknown),
  );
});

function callId(records: readonly RunRecord[]): string {
  return String(records.find(({ type }) => type === 'kairo.tool.invoke')?.data.toolCallId);
}

test('files of exported contents have name, type and hash alone', () => {
  const records = play().records.map((each) =>
    each.type === 'kairo.tool.result'
      ? { ...each, data: { ...each.data, result: outcome() as unknown as JsonObject } }
      : each,
  );
  const exported = JSON.stringify(collectContents(records));
  expect(exported).toContain(`"file_id":"sha256:${sha256}"`);
  expect(exported).toContain('cat.png');
  expect(exported).not.toMatch(new RegExp(`${png}|META|THOUGHT`));
});

test('exported contents leave out what guardrails withheld', () => {
  const judged: PinnedGuardrail = { name: 'allowed', policy: 'reject', validator: 'custom' };
  const refuse = () => ({ passed: false, errors: ['no'] });
  const answers = [{ ...read, content: 'WITHHELD' }, { content: 'WITHHELD' }];
  const cases: [PinnedGuardrail, Partial<Play>][] = [
    [judged, { judge: refuse }],
    [
      { ...judged, on: 'input' },
      { judge: refuse, message: { text: 'WITHHELD' } },
    ],
    [
      { ...judged, on: 'input', parallel: true },
      { judge: refuse, message: { text: 'WITHHELD' } },
    ],
    [
      { ...judged, on: 'tool_result' },
      {
        judge: refuse,
        answers: [read, { content: 'ANSWER' }],
        outcome: () => ({ status: 'ok', content: [{ type: 'text', text: 'WITHHELD' }], metadata: {} }),
      },
    ],
  ];
  for (const [guardrail, more] of cases) {
    const { records } = guarded([guardrail], answers, more);
    expect([guardrail.on, JSON.stringify(spansWithContents(records, (each) => each))]).toEqual([
      guardrail.on,
      expect.not.stringContaining('WITHHELD'),
    ]);
  }
  // A message whose check is outstanding is withheld too.
  const { records } = guarded([{ ...judged, on: 'input', parallel: true }], answers, {
    message: { text: 'PENDING' },
  });
  const asked = records.findIndex(({ type }) => type === 'model.requested');
  const soFar = records.slice(0, asked + 1);
  expect(JSON.stringify(spansWithContents(soFar, (each) => each))).not.toContain('PENDING');
  expect(JSON.stringify(spansWithContents(records, (each) => each))).toContain('PENDING');
});

test('spans hold no text unless contents are wanted', () => {
  const canaries = constantFrom('canary-1', 'canary "two"', 'canary\n3', 'kanarie-é😀');
  const checked = check(
    property(
      record({ message: canaries, system: canaries, argument: canaries, result: canaries, answer: canaries }),
      ({ message, system, argument, result, answer }) => {
        const { records } = play({
          started: { system_prompt: system },
          message: { text: message },
          answers: [{ calls: [{ name: 'read_file', arguments: { path: argument } }] }, { content: answer }],
          outcome: () => ({ status: 'ok', content: [{ type: 'text', text: result }], metadata: {} }),
        });
        const plain = JSON.stringify(otlpTrace(traceSpans(records)));
        const cleaned = JSON.stringify(
          otlpTrace(spansWithContents(records, (each) => each.replaceAll(/canary|kanarie/g, 'hidden'))),
        );
        return !/canary|kanarie/.test(plain + cleaned) && cleaned.includes('hidden');
      },
    ),
    { numRuns: 50 },
  );
  expect(checked.failed).toBe(false);
});
