import { describe, expect, test } from 'vitest';
import { createModelPort } from './ask-model.ts';

const fine = () =>
  Response.json({ choices: [{ message: { content: 'fine' }, finish_reason: 'stop' }], usage: null });
const refused = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: 'slow down' } }, { status, headers });

/** Sends one request to servers with these responses in turn; returns the result and the pauses. */
async function askWith(
  responses: readonly (() => Response)[],
  fallbacks: string[] = [],
  context: { leftMs?: number } = {},
) {
  const pauses: number[] = [];
  const asked: string[] = [];
  const reachable = (name: string) => ({
    provider: 'openai',
    name,
    url: 'http://m',
    timeoutMs: 5_000,
    stream: false,
  });
  const port = createModelPort(() => ({ ...reachable('m'), fallbacks: fallbacks.map(reachable) }), {
    pause: async (milliseconds) => pauses.push(milliseconds),
    fetch: async (_, init) => {
      asked.push((JSON.parse(String(init?.body)) as { model: string }).model);
      return (responses[asked.length - 1] ?? responses.at(-1) ?? fine)();
    },
  });
  const request = { provider: 'openai', model: 'm', params: {}, system: '', tools: [], maxOutputTokens: 9 };
  const outcome = await port.ask(
    { ...request, messages: [{ role: 'user', content: 'Hi.' }] },
    { signal: new AbortController().signal, onText: () => undefined, ...context },
  );
  return { code: 'failed' in outcome ? outcome.failed.code : 'answered', asked, pauses };
}

describe('attempts', () => {
  test('follows Retry-After for up to six attempts', async () => {
    const wait = () => refused(429, { 'retry-after': '1' });
    expect(await askWith([wait, wait, wait, wait, wait, fine])).toEqual({
      code: 'answered',
      asked: ['m', 'm', 'm', 'm', 'm', 'm'],
      pauses: [1_000, 1_000, 1_000, 1_000, 1_000],
    });
    const never = await askWith([wait]);
    expect([never.code, never.asked.length]).toEqual(['model_unavailable', 6]);
    const date = { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
    expect((await askWith([() => refused(503, date), fine])).pauses).toEqual([7_000]);
    expect((await askWith([() => refused(503), () => refused(503), fine])).pauses).toEqual([200, 400]);
  });

  test('tries a fallback in place of a long pause', async () => {
    const long = () => refused(429, { 'retry-after': '3600' });
    expect(await askWith([long])).toEqual({ code: 'model_unavailable', asked: ['m'], pauses: [] });
    expect(await askWith([long, fine], ['n'])).toMatchObject({ code: 'answered', asked: ['m', 'n'] });
    const away = () => refused(500);
    expect(await askWith([away, away, fine], ['n'])).toMatchObject({ asked: ['m', 'm', 'n'] });
  });

  test('waits for no pause that ends after the run', async () => {
    const wait = () => refused(429, { 'retry-after': '60' });
    const context = { leftMs: 30_000 };
    expect(await askWith([wait], [], context)).toEqual({
      code: 'model_unavailable',
      asked: ['m'],
      pauses: [],
    });
    expect(await askWith([wait, fine], ['n'], context)).toMatchObject({
      code: 'answered',
      asked: ['m', 'n'],
    });
    expect(await askWith([wait, fine], [], { leftMs: 90_000 })).toMatchObject({ pauses: [60_000] });
  });

  test('a refusal is not repeated, and nonsense only once', async () => {
    expect(await askWith([() => refused(400)])).toMatchObject({ code: 'model_refused', asked: ['m'] });
    const nonsense = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
    expect(await askWith([nonsense])).toMatchObject({ code: 'model_nonsense', asked: ['m', 'm'] });
  });
});
