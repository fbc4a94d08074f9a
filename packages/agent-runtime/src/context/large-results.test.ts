import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Effect } from '../loop/effect.ts';
import type { ModelRequest } from '../ports/model-request.ts';
import type { RunInput } from '../ports/run-input.ts';
import type { CallOutcome, ChatMessage, PinnedTool } from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import { type Answer, createTool, okOutcome, type Play, playRun, playTime } from '../testing/play-run.ts';
import { getMember, handoffsTo } from '../testing/teams.ts';
import { describeReadResult, partOfResult, resultOfCall } from './read-on.ts';

const { name, description, parameters } = describeReadResult();
const reader: PinnedTool = createTool({ name, description, parameters });
const bash = createTool({ name: 'bash', side_effects: false });

/** Plays the tool as its provider does: by the state at the moment of the call. */
function reading(effect: Effect, state: RunState): RunInput | undefined {
  if (effect.kind !== 'call' || effect.call.tool !== 'read_result') return undefined;
  const { call_id, ...range } = effect.call.arguments as { call_id: string; offset?: number; limit?: number };
  const whole = resultOfCall(state, call_id);
  const text = whole === undefined ? undefined : partOfResult(whole, range);
  const missing: CallOutcome = {
    status: 'error',
    content: [],
    metadata: {},
    error: { code: 'unknown_result', message: 'no such result' },
  };
  const outcome = text === undefined ? missing : okOutcome(text);
  const data = { tool_call_id: effect.call.callId, outcome, settled: false, elapsed_ms: 1 };
  return { type: 'call.finished', time: playTime, data };
}

const play = (more: Play) => playRun({ interrupt: reading, ...more });
const getLast = ({ messages }: ModelRequest): string => messages.at(-1)?.content ?? '';
const hintIn = (text: string) => /read on with read_result (\{[^}]*\})/.exec(text)?.[1];
const done: Answer = { content: 'Done.' };

describe('results that are larger than the context', () => {
  test('cuts a large result and reads it to its end', () => {
    const whole = Array.from({ length: 12_000 }, (_, line) => `line ${line}\n`).join('');
    let read = '';
    const readOn = (request: ModelRequest): Answer => {
      const part = getLast(request);
      const next = /\[characters (\d+) to (\d+) of (\d+)(: continue with offset \d+)?\]$/.exec(part);
      read = read.slice(0, Number(next?.[1])) + part.slice(0, next?.index).replace(/\n$/, '');
      if (next?.[4] === undefined) return done;
      return {
        calls: [
          { name: 'read_result', arguments: { call_id: 'call_1_0', offset: Number(next[2]), limit: 12_000 } },
        ],
      };
    };
    const { state, requests, records } = play({
      tools: [bash, reader],
      answers: [
        { calls: [{ id: 'big', name: 'bash' }] },
        (request) => {
          const shown = getLast(request);
          expect(shown).toContain(`of ${whole.length} characters`);
          const hint = JSON.parse(hintIn(shown) ?? '') as { call_id: string; offset: number };
          expect(hint).toEqual({ call_id: 'call_1_0', offset: shown.lastIndexOf('\n[cut: ') });
          read = whole.slice(0, hint.offset);
          return { calls: [{ name: 'read_result', arguments: { ...hint, limit: 12_000 } }] };
        },
        ...Array.from({ length: 20 }, () => readOn),
      ],
      outcome: () => okOutcome(whole),
    });
    expect(state.ended).toMatchObject({ status: 'answered' });
    expect(read).toBe(whole);
    expect(requests.map(({ tools }) => tools.length)).toEqual([1, ...requests.slice(1).map(() => 2)]);
    const built = records.filter(({ type }) => type === 'context.built');
    expect(built[1]?.data).toMatchObject({
      fits: true,
      context_cost: { decisions: [{ type: 'prune_tool_outputs', attempt: 3, trimmed_count: 1 }] },
    });
  });

  test('no result of a tool ends a run by size', () => {
    const pieces = fc.constantFrom('x', 'word ', '汉字', '👩‍👩‍👧‍👦', '\u0000\u001b[31m', 'é');
    const result = fc.record({
      piece: pieces,
      units: fc.integer({ min: 0, max: 120_000 }),
      fails: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.array(result, { minLength: 1, maxLength: 6 }), { maxLength: 3 }), (rounds) => {
        const outcomes = rounds.flat();
        const { state, records } = play({
          tools: [bash, reader],
          answers: [
            ...rounds.map((calls, round) => ({
              calls: calls.map((_, index) => ({
                id: `${round}-${index}`,
                name: 'bash',
                arguments: { round, index },
              })),
            })),
            done,
          ],
          outcome: () => {
            const { piece = '', units = 0, fails = false } = outcomes.shift() ?? {};
            const given = okOutcome(piece.repeat(Math.ceil(units / piece.length)));
            return fails ? { ...given, status: 'error', error: { code: 'failed', message: 'no' } } : given;
          },
        });
        expect(state.ended).toMatchObject({ status: 'answered' });
        for (const { data } of records.filter(({ type }) => type === 'context.built'))
          expect(data).toMatchObject({ fits: true });
      }),
      { numRuns: 25 },
    );
  });

  test('cuts a large result before it summarizes the turn', () => {
    const { state, requests } = play({
      started: { context_bounds: { limit_turns: 24, auto_compact: true } },
      tools: [bash, reader],
      answers: [
        { calls: [{ id: 'one', name: 'bash', arguments: { n: 1 } }] },
        { calls: [{ id: 'two', name: 'bash', arguments: { n: 2 } }] },
        done,
      ],
      outcome: () => okOutcome('y'.repeat(100_000)),
    });
    expect(state.ended).toMatchObject({ status: 'answered' });
    expect(requests).toHaveLength(3);
    // The older result also shows the call that reads the rest.
    expect(JSON.stringify(requests[2]?.messages)).toContain('{\\"call_id\\":\\"call_1_0\\",\\"offset\\":');
  });

  test('an agent reads results of its own leg only', () => {
    const before: ChatMessage[] = [
      { role: 'user', content: 'earlier' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'earlier', name: 'bash', arguments: '{}' }] },
      { role: 'tool', tool_call_id: 'earlier', name: 'bash', content: 'MARK-earlier', is_error: false },
      { role: 'assistant', content: 'said', tool_calls: [] },
    ];
    const handoff = handoffsTo('fixer');
    const { state, records } = play({
      started: { handoffs: handoff.handoffs, context: before },
      tools: [...handoff.tools, bash, reader],
      team: { fixer: getMember('fixer', { tools: [bash, reader] }) },
      answers: [
        { calls: [{ id: 'mine', name: 'bash' }] },
        { calls: [{ id: 'r1', name: 'read_result', arguments: { call_id: 'earlier' } }] },
        { calls: [{ id: 'r2', name: 'read_result', arguments: { call_id: 'call_1_0' } }] },
        { calls: [{ name: 'handoff_to_fixer', arguments: { reason: 'yours' } }] },
        { calls: [{ id: 'r3', name: 'read_result', arguments: { call_id: 'call_1_0' } }] },
        done,
      ],
      outcome: () => okOutcome('MARK-mine'),
    });
    expect(state.ended).toMatchObject({ status: 'answered' });
    const given = records.flatMap(({ type, data }) =>
      type === 'call.finished' ? [(data as { outcome: CallOutcome }).outcome] : [],
    );
    expect(given.map(({ error, content }) => error?.code ?? content[0]?.text)).toEqual([
      'MARK-mine',
      'unknown_result',
      expect.stringContaining('MARK-mine'),
      'unknown_result',
    ]);
  });

  test('offers no reading on where lists deny it', () => {
    const { state, requests, invoked } = play({
      started: { lists: { deny: ['read_result'] } },
      tools: [bash, reader],
      answers: [
        { calls: [{ id: 'big', name: 'bash' }] },
        { calls: [{ name: 'read_result', arguments: { call_id: 'call_1_0' } }] },
        done,
      ],
      outcome: () => okOutcome('z'.repeat(100_000)),
    });
    expect(state.ended).toMatchObject({ status: 'answered' });
    expect(invoked).toEqual(['bash']);
    expect(requests.every(({ tools }) => tools.length === 1)).toBe(true);
    expect(requests.map(getLast)[1]).toMatch(/repeat the call for a smaller part\]$/);
  });

  test('parts of a result begin and end between characters', () => {
    const text = 'a👍b👍c';
    for (let offset = 0; offset < text.length; offset++)
      for (let limit = 1; limit <= text.length; limit++)
        expect(partOfResult(text, { offset, limit })?.isWellFormed()).toBe(true);
    expect(partOfResult(text, { offset: 1, limit: 1 })).toBe(
      '👍\n[characters 1 to 3 of 7: continue with offset 3]',
    );
    expect(partOfResult(text, { offset: 7 })).toBeUndefined();
    expect(partOfResult('', {})).toBe('\n[characters 0 to 0 of 0]');
  });
});
