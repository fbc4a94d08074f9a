import { describe, expect, test } from 'vitest';
import type { PinnedGuardrail } from '../run-log/index.ts';
import { collectChecks, findEnd, found, guarded } from '../testing/guarded-play.ts';
import { okOutcome, playTime } from '../testing/play-run.ts';

const short: PinnedGuardrail = {
  name: 'short',
  policy: 'reject',
  on: 'input',
  schema: { type: 'string', maxLength: 12 },
};
const judged: PinnedGuardrail = { name: 'allowed', policy: 'reject', on: 'input', validator: 'custom' };
const parallel: PinnedGuardrail = { ...judged, parallel: true };
const clean = (policy: PinnedGuardrail['policy'], tools?: string[]): PinnedGuardrail => ({
  name: 'clean',
  policy,
  on: 'tool_result',
  schema: { type: 'string', not: { pattern: 'CANARY' } },
  ...(tools ? { tools } : {}),
});
const read = { calls: [{ name: 'read_file', arguments: { path: 'a' } }] };
const refuse = () => ({ passed: false, errors: ['not about work'] });

describe('guardrails on input and results', () => {
  test('a message that does not pass ends the run before its model is called', () => {
    const played = guarded([short], [], { message: { text: 'CANARY and much more' } });
    expect(findEnd(played)).toMatchObject({
      status: 'failed',
      code: 'guardrail_violation',
      message: expect.stringMatching(/^The input did not pass the guardrail "short": maxLength/),
    });
    expect(played.requests).toEqual([]);
    expect(played.state.transcript).toEqual([]);
    expect(collectChecks(played)).toMatchObject([{ name: 'short', on: 'input', passed: false }]);
    const fits = guarded([short], [{ content: 'Done.' }], { message: { text: 'Do it.' } });
    expect([findEnd(fits).answer, found(fits)]).toEqual(['Done.', ['short yes 1']]);
  });

  test('an input guardrail in parallel with the model holds its response back', () => {
    const answers = [read, { content: 'Done.' }];
    const refused = guarded([parallel], answers, { judge: refuse });
    expect(findEnd(refused)).toMatchObject({ code: 'guardrail_violation', answer: '' });
    expect([refused.requests.length, refused.invoked]).toEqual([1, []]);
    expect(refused.state.transcript).toEqual([]);
    const passed = guarded([short, parallel], answers, { message: { text: 'Do it.' } });
    expect([findEnd(passed).answer, passed.invoked]).toEqual(['Done.', ['read_file']]);
    expect(found(passed)).toEqual(['short yes 1', 'allowed yes 1']);
    const types = passed.records.map(({ type }) => type);
    expect(types.indexOf('guardrail.judged')).toBeGreaterThan(types.indexOf('model.answered'));
    expect(types.indexOf('guardrail.judged')).toBeLessThan(types.indexOf('kairo.tool.invoke'));
  });

  test('responses are streamed once a parallel guardrail has passed the input', () => {
    const requestsOf = (guardrails: PinnedGuardrail[]) =>
      guarded(guardrails, [read, read, { content: 'Done.' }], { message: { text: 'Do it.' } })
        .records.filter(({ type }) => type === 'model.requested')
        .map(({ data }) => data.guarded === true);
    expect(requestsOf([{ ...parallel, streams: true }])).toEqual([true, false, false]);
    // A guardrail on the output holds back every response; logs of earlier releases replay as they were.
    const { on: _, ...output } = judged;
    expect(
      requestsOf([
        { ...parallel, streams: true },
        { ...output, name: 'kind' },
      ]),
    ).toEqual([true, true, true]);
    expect(requestsOf([parallel])).toEqual([true, true, true]);
  });

  test('a validator judges the message of a workflow before its first node', () => {
    const graph = { entry: 'a', nodes: [{ name: 'a' }], edges: [{ from: 'a', to: 'END' }] };
    const played = guarded([judged], [], { judge: refuse, started: { graph } });
    expect(findEnd(played)).toMatchObject({ code: 'guardrail_violation' });
    expect(played.records.some(({ type }) => type === 'graph.node_started')).toBe(false);
    expect(findEnd(guarded([judged], [], { started: { graph } })).status).toBe('answered');
  });

  test('a result that does not pass is withheld from the model', () => {
    const outcome = () => okOutcome('a CANARY here');
    const continued = guarded([clean('repair')], [read, { content: 'Without it.' }], { outcome });
    expect(findEnd(continued).answer).toBe('Without it.');
    expect(JSON.stringify(continued.requests)).not.toContain('CANARY');
    expect(JSON.stringify(continued.requests[1])).toContain('The result is withheld');
    const ended = guarded([clean('reject')], [read], { outcome });
    expect(findEnd(ended)).toMatchObject({
      code: 'guardrail_violation',
      message: expect.stringContaining('result of the tool did not pass the guardrail'),
    });
    const results = ended.records.filter(({ type }) => type === 'kairo.tool.result');
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain('CANARY');
    expect(JSON.stringify(ended.state.transcript)).not.toContain('CANARY');
    const other = guarded([clean('reject', ['mcp.*'])], [read, { content: 'Done.' }], { outcome });
    expect([findEnd(other).answer, found(other)]).toEqual(['Done.', []]);
    const named = guarded([clean('reject', ['read*'])], [read], { outcome });
    expect(findEnd(named).code).toBe('guardrail_violation');
  });

  test('a run cancelled while a result is judged has one result for the call', () => {
    const custom: PinnedGuardrail = {
      name: 'safe',
      policy: 'repair',
      on: 'tool_result',
      validator: 'custom',
    };
    const played = guarded([custom], [read], {
      interrupt: (effect) =>
        effect.kind === 'validate'
          ? { type: 'run.cancel_requested', time: playTime, data: { reason: 'enough' } }
          : undefined,
    });
    expect(findEnd(played).status).toBe('cancelled');
    expect(played.records.filter(({ type }) => type === 'kairo.tool.result')).toHaveLength(1);
  });
});
