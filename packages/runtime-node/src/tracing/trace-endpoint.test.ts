import { asJson } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { chooseTracing } from './choose-tracing.ts';
import { findTraceEndpoint } from './trace-endpoint.ts';

const vault = { value: async (handle: string) => `value of ${handle}` };
const find = (
  tracing: { url?: string; key?: string },
  backend: 'langsmith' | 'opentelemetry',
  environment: Record<string, string> = {},
) => findTraceEndpoint({ enabled: true, backend, ...tracing }, backend, { environment, vault });
const named = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b,authorization=Basic%20eA==, bad name=x,=y',
};

test('sends environment headers to the environment’s address only', async () => {
  const key = 'vault://traces';
  expect(await find({ url: 'https://mine.example', key }, 'opentelemetry', named)).toEqual({
    url: 'https://mine.example/v1/traces',
    headers: { authorization: 'Bearer value of vault://traces' },
  });
  expect(await find({ url: 'https://mine.example/otel/v1/traces' }, 'opentelemetry', named)).toEqual({
    url: 'https://mine.example/otel/v1/traces',
    headers: {},
  });
  expect(await find({}, 'opentelemetry', named)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { 'x-key': 'a b', authorization: 'Basic eA==' },
  });
  const whole = { ...named, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/spans' };
  expect(await find({}, 'opentelemetry', whole)).toMatchObject({ url: 'http://collector:4318/spans' });
  expect(await find({ key }, 'langsmith', named)).toEqual({
    url: 'https://api.smith.langchain.com/otel/v1/traces',
    headers: { 'x-api-key': 'value of vault://traces' },
  });
});

test('reports a missing trace destination with a remedy', async () => {
  for (const environment of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc' }])
    await expect(find({}, 'opentelemetry', environment)).rejects.toMatchObject({
      code: 'tracing_not_configured',
      message: expect.stringContaining('agents.tracing.url'),
    });
  await expect(find({}, 'langsmith', named)).rejects.toMatchObject({
    code: 'tracing_not_configured',
    message: expect.stringContaining('agents.tracing.key'),
  });
});

test('a definition’s tracing overrides the settings', () => {
  const settings = { enabled: false, backend: 'opentelemetry' } as const;
  const all = ['llm', 'tool', 'handoff', 'guardrail'];
  expect(chooseTracing(settings, {})).toEqual({ ...settings, contents: false, events: all, sample_rate: 1 });
  expect(chooseTracing({ ...settings, enabled: true }, undefined).enabled).toBe(true);
  expect(chooseTracing({ ...settings, enabled: true }, undefined, false).enabled).toBe(false);
  expect(chooseTracing(settings, { tracing: { events: ['llm'] } })).toEqual({
    enabled: true,
    backend: 'opentelemetry',
    contents: false,
    events: ['llm'],
    sample_rate: 1,
  });
  const own = { enabled: false, events: [], backend: 'console', sample_rate: 0.5 } as const;
  expect(chooseTracing({ ...settings, enabled: true }, { tracing: own })).toEqual({
    ...own,
    contents: false,
  });
});

test('a definition sends contents nowhere by itself', () => {
  const settings = { enabled: true, backend: 'opentelemetry', contents: true } as const;
  const contentsOf = (tracing: object | undefined, changes: object = {}) =>
    chooseTracing({ ...settings, ...changes }, tracing && asJson({ tracing })).contents;
  expect(contentsOf(undefined)).toBe(true);
  expect(contentsOf({ events: ['llm'] })).toBe(true);
  expect(contentsOf({ backend: 'langsmith' })).toBe(false);
  expect(contentsOf({ enabled: true }, { contents: undefined })).toBe(false);
  expect(() => contentsOf({ contents: true })).toThrow(/contents/);
});
