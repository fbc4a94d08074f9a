import { NonsenseAnswerError, OutsideGatewayError, ProviderError } from '@agent-home/runtime-node';
import { describe, expect, test } from 'vitest';
import { EventBridge } from './event-bridge.ts';

const url = 'http://127.0.0.1:1/v1';
const run = { run_id: 'r1' };

function play(events: object[], executed: string[] = []) {
  const bridge = new EventBridge(new Set(executed), url);
  const bridged = events.map((event) => bridge.accept({ ...run, ...event }));
  return { bridged, ...bridge.end() };
}

const paused = (...tools: object[]) => ({ event: 'RunPaused', tools });
const call = {
  tool_call_id: 'c1',
  tool_name: 'read',
  tool_args: { text: '{"a":1}' },
  external_execution_required: true,
};

describe('events of agno', () => {
  test('become the text, the thoughts and the usage of a response', () => {
    const { bridged, answer, isPaused } = play([
      { event: 'RunStarted' },
      { event: 'RunContent', content: 'hel', reasoning_content: 'hm' },
      { event: 'RunContent', content: 'lo', model_provider_data: { finish_reason: 'length' } },
      { event: 'ModelRequestCompleted', input_tokens: 7, output_tokens: 2 },
      { event: 'RunCompleted' },
    ]);
    expect(bridged.flatMap(({ text }) => text ?? [])).toEqual(['hel', 'lo']);
    expect([isPaused, answer]).toEqual([
      false,
      {
        content: 'hello',
        thought: 'hm',
        tool_calls: [],
        stop_reason: 'max_tokens',
        reported: { input: 7, output: 2 },
      },
    ]);
  });

  test('pause with the calls, of which a repeated one counts once', () => {
    const { answer, calls, isPaused } = play([paused(call, call)]);
    expect([isPaused, answer.tool_calls, calls.length]).toEqual([
      true,
      [{ id: 'c1', name: 'read', arguments: '{"a":1}' }],
      2,
    ]);
  });

  test('become steps where they have no place', () => {
    const { bridged } = play([
      { event: 'MemoryUpdateStarted', content: 'x'.repeat(500) },
      { event: 'RunCompleted' },
    ]);
    expect(bridged[0]?.step).toEqual({ event: 'MemoryUpdateStarted', detail: 'x'.repeat(200) });
  });

  test('ends a run with a tool that agno executed', () => {
    for (const event of ['ToolCallStarted', 'ToolCallCompleted', 'ToolCallError'])
      expect(() => play([{ event, tool: { tool_call_id: 'c2', tool_name: 'bash' } }], ['c1'])).toThrow(
        OutsideGatewayError,
      );
    for (const member of ['requires_confirmation', 'requires_user_input'])
      expect(() => play([paused({ ...call, [member]: true })])).toThrow(OutsideGatewayError);
    // The results of our own calls are reported as well.
    expect(() =>
      play([{ event: 'ToolCallCompleted', tool: { tool_call_id: 'c1' } }, { event: 'RunCompleted' }], ['c1']),
    ).not.toThrow();
  });

  test('fail with the code of their cause', () => {
    const failure = (error_type: string) => () => play([{ event: 'RunError', content: 'broke', error_type }]);
    expect(failure('agent_home|tool_outside_gateway||')).toThrow(OutsideGatewayError);
    expect(failure('agent_home|model_unavailable||')).toThrow(ProviderError);
    expect(failure('agent_home|model_nonsense||')).toThrow(NonsenseAnswerError);
    expect(failure('agent_home||429|3')).toThrow(
      expect.objectContaining({ statusCode: 429, responseHeaders: { 'retry-after': '3' } }),
    );
    expect(failure('agent_home|model_timeout||')).toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    expect(failure('ValueError')).toThrow(NonsenseAnswerError);
    expect(() => play([{ event: 'RunCancelled' }])).toThrow(ProviderError);
    expect(() => play([{ event: 'RunStarted' }])).toThrow(ProviderError);
    expect(() => play([{ event: 5 }])).toThrow(NonsenseAnswerError);
    expect(() => play([paused()])).toThrow(NonsenseAnswerError);
  });
});
