import type { JsonObject } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { chosenSpans } from './chosen-spans.ts';
import { otlpTrace } from './otlp-trace.ts';
import type { TraceSpan } from './trace-span.ts';

const span = (more: Partial<TraceSpan>): TraceSpan => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  name: 'model small',
  kind: 'llm',
  status: 'ok',
  startTime: '2026-01-02T03:04:05.006Z',
  endTime: '2026-01-02T03:04:05.106Z',
  attributes: {},
  metrics: {},
  ...more,
});

test('exports spans in the form of OTLP JSON', () => {
  const attributes = {
    'model.requested': 'small',
    text: '世',
    yes: true,
    whole: 12,
    half: 0.5,
    large: 2 ** 60,
    list: ['a'],
    none: null,
  };
  const body = otlpTrace([
    span({ attributes, metrics: { totalTokens: 7 }, parentSpanId: 'c'.repeat(16) }),
    span({ status: 'canceled' }),
  ]);
  expect(body).toMatchObject({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'agent-home/runtime' } }] },
        scopeSpans: [{ scope: { name: 'agent-home/runtime' } }],
      },
    ],
  });
  const [first, second] = collectSpans(body);
  expect(first).toEqual({
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: 'c'.repeat(16),
    name: 'chat small',
    kind: 3,
    status: { code: 1 },
    startTimeUnixNano: '1767323045006000000',
    endTimeUnixNano: '1767323045106000000',
    attributes: [
      { key: 'agent_home.kind', value: { stringValue: 'llm' } },
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'small' } },
      { key: 'model.requested', value: { stringValue: 'small' } },
      { key: 'text', value: { stringValue: '世' } },
      { key: 'yes', value: { boolValue: true } },
      { key: 'whole', value: { intValue: '12' } },
      { key: 'half', value: { doubleValue: 0.5 } },
      { key: 'large', value: { doubleValue: 2 ** 60 } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
      { key: 'none', value: { stringValue: 'null' } },
      { key: 'totalTokens', value: { intValue: '7' } },
    ],
  });
  expect(second).toMatchObject({ status: { code: 2, message: 'canceled' } });
});

test('exported spans follow the conventions for generative AI', () => {
  const attributesOf = (more: Partial<TraceSpan>) => {
    const [exported] = collectSpans(otlpTrace([span(more)]));
    const { name, attributes } = exported as {
      name: string;
      attributes: { key: string; value: JsonObject }[];
    };
    const own = attributes.filter(({ key }) => key.startsWith('gen_ai.') || key === 'error.type');
    return [name, Object.fromEntries(own.map(({ key, value }) => [key, Object.values(value)[0]]))];
  };
  expect(
    attributesOf({
      kind: 'llm',
      status: 'error',
      attributes: { 'model.provider': 'openai', 'model.requested': 'large', 'model.stop_reason': 'stop' },
      metrics: { promptTokens: 3, completionTokens: 4 },
    }),
  ).toEqual([
    'chat large',
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'large',
      'gen_ai.response.finish_reasons': { values: [{ stringValue: 'stop' }] },
      'gen_ai.usage.input_tokens': '3',
      'gen_ai.usage.output_tokens': '4',
    },
  ]);
  expect(
    attributesOf({
      kind: 'tool',
      attributes: { 'tool.name': 'bash', 'tool.call_id': 'c1', 'tool.code': 'tool_timeout' },
    }),
  ).toEqual([
    'execute_tool bash',
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'bash',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.type': 'function',
      'error.type': 'tool_timeout',
    },
  ]);
  expect(attributesOf({ kind: 'agent', attributes: { 'agent.name': 'ada', 'session.id': 's1' } })).toEqual([
    'invoke_agent ada',
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'ada',
      'gen_ai.conversation.id': 's1',
    },
  ]);
  expect(attributesOf({ kind: 'system', name: 'decide model.use' })).toEqual(['decide model.use', {}]);
});

function collectSpans(body: JsonObject) {
  const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: JsonObject[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test('selects spans by kind and keeps their decisions', () => {
  const spans = [
    span({ name: 'agent ada', kind: 'agent' }),
    span({ name: 'decide model.use', kind: 'system' }),
    span({}),
    span({ name: 'decide tool.call', kind: 'system', attributes: { 'tool.name': 'read_file' } }),
    span({ name: 'tool read_file', kind: 'tool', attributes: { 'tool.name': 'read_file' } }),
    span({ name: 'tool handoff_to_bob', kind: 'tool', attributes: { 'tool.name': 'handoff_to_bob' } }),
    span({ name: 'guardrail answer', kind: 'system' }),
    span({ name: 'decide memory.recall', kind: 'system' }),
  ];
  const chosen = (...events: string[]) => chosenSpans(spans, events).map((each) => spans.indexOf(each));
  expect(chosen('llm', 'tool', 'handoff', 'guardrail')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(chosen('llm')).toEqual([0, 1, 2, 7]);
  expect(chosen('tool')).toEqual([0, 3, 4, 7]);
  expect(chosen('handoff')).toEqual([0, 5, 7]);
  expect(chosen('guardrail')).toEqual([0, 6, 7]);
  expect(chosen()).toEqual([0, 7]);
});
