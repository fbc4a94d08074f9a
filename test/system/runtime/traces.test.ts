import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { traceSpans } from '@agent-home/agent-runtime/run-log';
import { expect, onTestFinished, test } from 'vitest';
import { exportTrace } from '../../../apps/cli/src/agents/commands/trace-export.ts';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { after: { tool: delete_file } }
    answer: I may not.
  - when: { after: { tool: read_file } }
    answer: { calls: [{ tool: delete_file, arguments: { path: note.txt } }] }
  - when: { user: note }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;

async function tracedRun() {
  const workshop = await openWorkshop(script);
  await writeFile(join(workshop.project, 'note.txt'), 'the secret of the note');
  const order = workshop.order({}, { tools: { deny: ['delete_file'] } });
  const message = { text: 'read the note', origin: 'user', tainted: false };
  const { runId } = await workshop.runtime.postMessage(order, message);
  return { ...workshop, runId, records: (await workshop.check(runId)).whole };
}

test('a run is a tree of calls and decisions', async () => {
  const { records } = await tracedRun();
  const spans = traceSpans(records);
  const [root] = spans;
  expect(spans.map(({ name, kind, status }) => [name, kind, status])).toEqual([
    ['agent careful', 'agent', 'ok'],
    ['decide model.use', 'system', 'ok'],
    ['model small', 'llm', 'ok'],
    ['decide tool.call', 'system', 'ok'],
    ['tool read_file', 'tool', 'ok'],
    ['decide model.use', 'system', 'ok'],
    ['model small', 'llm', 'ok'],
    ['decide tool.call', 'system', 'error'],
    ['decide model.use', 'system', 'ok'],
    ['model small', 'llm', 'ok'],
  ]);
  for (const { traceId, spanId, parentSpanId, startTime, endTime } of spans) {
    expect([traceId, spanId]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(parentSpanId).toBe(spanId === root?.spanId ? undefined : root?.spanId);
    expect(Date.parse(endTime)).toBeGreaterThanOrEqual(Date.parse(startTime));
  }
  const total = root?.metrics.totalTokens ?? 0;
  expect(total).toBeGreaterThan(0);
  expect(
    spans
      .filter(({ kind }) => kind === 'llm')
      .reduce((sum, { metrics }) => sum + (metrics.totalTokens ?? 0), 0),
  ).toBe(total);
  expect(spans[7]?.attributes).toMatchObject({ 'policy.effect': 'deny', 'tool.name': 'delete_file' });
});

test('a trace holds no words and is reproducible', async () => {
  const { records } = await tracedRun();
  expect(JSON.stringify(traceSpans(records))).not.toMatch(/secret|note\.txt|I may not|read the note/);
  expect(traceSpans(records)).toEqual(traceSpans(structuredClone(records)));
});

test('an unfinished span is open, canceled after its run', async () => {
  const { records } = await tracedRun();
  const invoked = records.findIndex(({ type }) => type === 'kairo.tool.invoke');
  const soFar = records.slice(0, invoked + 1);
  expect(traceSpans(soFar).at(-1)).toMatchObject({ name: 'tool read_file', status: 'ok' });
  expect(traceSpans(soFar)[0]?.attributes).toMatchObject({ 'run.ended': false });
  const ended = records.at(-1);
  if (!ended) throw new Error('there are no records');
  const cancelled = { ...ended, data: { ...ended.data, status: 'cancelled', code: 'cancelled' } };
  const spans = traceSpans([...soFar, cancelled]);
  expect([spans[0]?.status, spans.at(-1)?.status]).toEqual(['canceled', 'canceled']);
  expect(traceSpans([])).toEqual([]);
});

test('a session’s spans are sent to a collector as OTLP', async () => {
  const { folder, records } = await tracedRun();
  const bodies: string[] = [];
  let status = 200;
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status).end(status === 200 ? '{}' : 'the words of the collector');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const to = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const flags = { session: 'session-1', runs: join(folder, 'runs'), save: false, to };
  await exportTrace({}, flags);
  const { resourceSpans } = JSON.parse(bodies[0] ?? '') as {
    resourceSpans: { scopeSpans: { spans: { traceId: string; spanId: string; name: string }[] }[] }[];
  };
  const sent = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  expect(sent.map(({ traceId, spanId }) => [traceId, spanId])).toEqual(
    traceSpans(records).map(({ traceId, spanId }) => [traceId, spanId]),
  );
  expect(sent[0]?.name).toBe('invoke_agent careful');
  status = 400;
  const refused = await exportTrace({}, flags).catch((error: Error) => error);
  expect(refused).toMatchObject({ code: 'export_failed', message: expect.stringContaining('400') });
  expect(String(refused)).not.toContain('words of the collector');
  await expect(exportTrace({}, { ...flags, session: 'another' })).rejects.toMatchObject({ code: 'no_runs' });
});
