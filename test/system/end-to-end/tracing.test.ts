import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** Spans that the collector received, by OTLP over HTTP as JSON. */
const received: ReceivedSpan[] = [];
const logged: Record<string, unknown>[] = [];
let collector: Server;
let home: TestHome;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    expect(request.url).toBe('/v1/traces');
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
    };
    received.push(
      ...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  home = await startHome({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'debug' },
    logTo: { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  });
});
afterAll(async () => {
  await home?.close();
  collector?.close();
});

test('one trace leads from a request to its publication', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const answer = await ada.call(
    'POST',
    '/v1/credentials',
    { grants: [{ type: 'topic_message_write', topic_id: 'open' }] },
    { headers: { traceparent: `00-${traceId}-${spanId}-01` } },
  );
  const [credential] = answer.body.credentials as { keys: { key: string }[] }[];
  const key = credential?.keys[0]?.key ?? '';
  await ada.open(credential as never).put(key, json(ada.message('open', getId(key), 'follow me')));
  await judged(home, 'open', key);
  await published(home);

  const spans = await eventually(() => {
    const ours = received.filter((span) => span.traceId === traceId);
    expect(ours.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /v1/credentials', 'store event', 'advance topic', 'publish stream']),
    );
    return ours;
  });
  const named = (name: string) => spans.find((span) => span.name === name);
  // The request is the caller's child; its later effects in other processes are the request's children.
  expect(named('POST /v1/credentials')?.parentSpanId).toBe(spanId);
  for (const later of ['store event', 'advance topic'])
    expect(named(later)?.parentSpanId).toBe(named('POST /v1/credentials')?.spanId);
  expect(named('publish stream')?.parentSpanId).toBe(named('advance topic')?.spanId);

  const [ticket] = await home.open.platform.database
    .select()
    .from(tables.tickets)
    .where(eq(tables.tickets.objectKey, key));
  expect(ticket?.traceparent).toContain(traceId);
  // Log lines of both processes, and the histogram of the verdict's duration.
  const lines = logged.filter((line) => line.trace_id === traceId).map((line) => line.msg);
  expect(lines).toEqual(expect.arrayContaining(['answered', 'judged']));
  const metrics = await home.open.platform.metrics.registry.metrics();
  expect(metrics).toMatch(new RegExp(`agent_home_input_lag_seconds_bucket.*# \\{trace_id="${traceId}"\\}`));
});

test('a malformed traceparent starts no trace and harms nothing', async () => {
  const ada = RawAgent.stranger(home, 'eve');
  for (const traceparent of ['00-0-0-01', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 'ff', '\u00e9'])
    expect((await ada.call('GET', '/v1/me', undefined, { headers: { traceparent } })).status).toBe(401);
});
