import { canonicalJson } from '@agent-home/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildNameTable } from '../definition/index.ts';
import { createTool, playRun } from '../testing/play-run.ts';
import { requestCalls } from './request-call.ts';

// A tool that accepts any arguments, and one with side effects.
const tools = [createTool({ name: 'read_file' }), createTool({ name: 'delete_all', side_effects: true })];
const run = {
  names: buildNameTable(tools),
  toolsByName: new Map(tools.map((tool) => [tool.name, tool])),
  round: 1,
  legs: { number: 0 },
};

function requested(name: string, text: string) {
  const [call] = requestCalls(run, {
    model_call_id: 'model_1',
    content: '',
    thought: '',
    tool_calls: [{ id: 'a', name, arguments: text }],
    stop_reason: 'max_tokens',
    model: 'm',
    provider: 'p',
    usage: { input_tokens: 1, output_tokens: 1 },
    elapsed_ms: 1,
    attempts: [],
  });
  if (!call) throw new Error('there is no call');
  return call;
}

const name = fc.string({ maxLength: 8 }).filter((each) => each !== '__proto__');
const leaf = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(name, leaf, { maxKeys: 3 }));
const argument = fc.dictionary(name, value, { maxKeys: 4 });
const collectPrefixes = (whole: string) =>
  Array.from({ length: whole.length }, (_, index) => whole.slice(0, index).toWellFormed());

test('never completes truncated arguments', () => {
  fc.assert(
    fc.property(argument, fc.constantFrom(undefined, 2), (args, space) => {
      const whole = JSON.stringify(args, null, space);
      for (const { name: tool } of tools) {
        expect(requested(tool, whole).arguments_parse_error).toBe(undefined);
        const taken = collectPrefixes(whole).filter((text) => {
          const call = requested(tool, text);
          const isRefused = call.source === 'invalid_args' && call.arguments_parse_error === 'invalid_json';
          return !isRefused || canonicalJson(call.arguments) !== '{}';
        });
        expect(taken).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
}, 60_000);

test('makes no call with truncated arguments', () => {
  fc.assert(
    fc.property(argument, fc.constantFrom('read_file', 'delete_all'), (args, tool) => {
      const whole = JSON.stringify(args);
      const written = collectPrefixes(whole);
      const cutOff = { calls: written.map((text) => ({ name: tool, arguments: text })), stop: 'max_tokens' };
      // Complete arguments are executed, which shows that the run makes calls at all.
      const arrived = { calls: [{ name: tool, arguments: whole }], stop: 'max_tokens' };
      const { records, invoked, state } = playRun({
        started: {
          // Large enough for the results of all rejected calls.
          model: {
            provider: 'emulator',
            name: 'large',
            params: {},
            context_window: 2_000_000,
            reserved_output: 1_024,
          },
          limits: { max_tokens: 10_000_000, max_tool_calls: 10_000, timeout_ms: 60_000, max_rounds: 25 },
        },
        tools,
        answers: [cutOff, arrived, { content: 'end' }],
        judged: false,
      });
      expect(state.ended?.status).toBe('answered');
      expect(invoked).toEqual([tool]);
      const decided = records.filter(
        ({ type, data }) => type === 'policy.decided' && data.action === 'tool.call',
      );
      expect(decided).toHaveLength(1);
    }),
    { numRuns: 500, endOnFailure: true },
  );
}, 60_000);
