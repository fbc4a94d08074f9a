import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BindingSettings, decodeToolSpec } from '@agent-home/agent-runtime/definition';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, toText } from '../testing/tool-calls.ts';
import { Vault } from '../vault/vault.ts';
import { bindTools } from './bind-tools.ts';
import { RateLimit } from './rate-limit.ts';

function bound(binding: BindingSettings, rules: object) {
  const spec = { inputsSchema: { type: 'object' }, outputsSchema: {}, ...rules };
  const metadata = { name: 'the-tool', owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  const decoded = decodeToolSpec(text, { file: 'the-tool.tool.json', expected: { name: 'the-tool' } });
  const environment = { PATH: process.env.PATH ?? '' };
  const placeOf = fixedPlace(scratchProject().folder, environment);
  const options = { vault: new Vault({}, { environment, placeOf }), placeOf };
  return bindTools([decoded], { 'the-tool': binding }, options);
}

/** Starts a server that responds to each request with the next status, and repeats the last one forever. */
async function serve(statuses: readonly number[], headers: Record<string, string> = {}) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const status = statuses[Math.min(asked.length, statuses.length) - 1] ?? 200;
    if (status === 0) return request.socket.destroy();
    response.writeHead(status, headers).end(`answer ${asked.length}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const posting = (url: string): BindingSettings => ({ http: { method: 'POST', url, privateNetwork: true } });

describe('calls that are made again', () => {
  test('retries an idempotent tool with the same key', async () => {
    const { asked, url } = await serve([503, 0, 200]);
    const tool = bound(posting(url), { retry: 2, idempotent: true, sideEffects: true, timeoutMs: 20_000 });
    const outcome = await callTool(tool, 'the-tool', { a: 1 });
    expect(outcome).toMatchObject({
      status: 'ok',
      metadata: { failed_attempts: [{ code: 'http_status' }, { code: 'http_failed' }] },
    });
    expect(toText(outcome)).toBe('answer 3');
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  test('a tool that is not idempotent retries only undone calls', async () => {
    for (const [status, times] of [
      [503, 1],
      [0, 1],
      [404, 1],
      [429, 3],
    ] as const) {
      const { asked, url } = await serve([status, status, 200]);
      const outcome = await callTool(bound(posting(url), { retry: 5, timeoutMs: 20_000 }), 'the-tool', {});
      expect([status, asked.length]).toEqual([status, times]);
      expect([status, outcome.status]).toEqual([status, times === 3 ? 'ok' : 'error']);
    }
    const { url } = await serve([200]);
    const closed = bound(posting(url.replace(/:\d+/, ':1')), { retry: 1, timeoutMs: 20_000 });
    expect(await callTool(closed, 'the-tool', {})).toMatchObject({
      error: { code: 'http_failed', message: expect.stringContaining('nothing was sent') },
      metadata: { failed_attempts: [{ code: 'http_failed' }, { code: 'http_failed' }] },
    });
  });

  test('no attempt begins without time left for the call', async () => {
    const { asked, url } = await serve([429], { 'retry-after': '3600' });
    const outcome = await callTool(bound(posting(url), { retry: 9, timeoutMs: 2_000 }), 'the-tool', {});
    expect(outcome).toMatchObject({ error: { code: 'http_status' } });
    expect(asked).toHaveLength(1);
  });

  test('a rate limit delays calls and refuses long waits', async () => {
    const { asked, url } = await serve([200]);
    const tool = bound(posting(url), { timeoutMs: 1_000, rateLimit: { rps: 0.01, burst: 2 } });
    const outcomes = await Promise.all([1, 2, 3].map((n) => callTool(tool, 'the-tool', { n })));
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'error']);
    expect(outcomes[2]).toMatchObject({ error: { code: 'rate_limited' } });
    expect(asked).toHaveLength(2);
  });

  test('passes the idempotency key to programs and modules', async () => {
    const program = bound(
      { command: [process.execPath, '-e', 'console.log(process.env.AGENT_HOME_IDEMPOTENCY_KEY)'] },
      { timeoutMs: 20_000 },
    );
    expect(toText(await callTool(program, 'the-tool', {}))).toMatch(/^[0-9a-f]{64}\n$/);
    const file = join(scratchProject().folder, 'keys.mjs');
    writeFileSync(file, 'export default (_, { idempotencyKey }) => idempotencyKey');
    expect(toText(await callTool(bound({ module: file }, { timeoutMs: 20_000 }), 'the-tool', {}))).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });
});

describe('a rate limit', () => {
  test('a rate limit lets a burst through, then single calls', () => {
    const limit = new RateLimit({ rps: 2, burst: 3 });
    expect([0, 0, 0, 0, 0].map((now) => limit.take(now, 10_000))).toEqual([0, 0, 0, 500, 1_000]);
    expect(limit.take(0, 1_499)).toBeUndefined();
    expect(limit.waitMs(0)).toBe(1_500);
    expect(limit.take(60_000, 0)).toBe(0);
    const none = new RateLimit({ rps: 0, burst: 0 });
    expect(Array.from({ length: 1_000 }, () => none.take(0, 0)).every((wait) => wait === 0)).toBe(true);
    const single = new RateLimit({ rps: 1, burst: 0 });
    expect([0, 0].map((now) => single.take(now, 5_000))).toEqual([0, 1_000]);
  });
});
