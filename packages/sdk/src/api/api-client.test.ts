import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problem, type Reply, startSmallApi } from '../testing/small-api.ts';
import { ApiClient } from './api-client.ts';

const answer = z.object({ ok: z.literal(true) });
const good: Reply = { body: { ok: true } };
const surroundings = { now: Date.now, randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

/** Creates a client of a server that returns these replies in turn, and then repeats the last one. */
async function createClient(...replies: Reply[]) {
  let next = 0;
  const api = await startSmallApi(() => replies[Math.min(next++, replies.length - 1)] ?? good);
  const signer = signerOf(new Uint8Array(32).fill(5));
  const closing = new AbortController();
  return { api, closing, client: new ApiClient(api.url, signer, surroundings, closing.signal) };
}

const post = { method: 'POST', path: '/v1/things', body: { a: 1 }, answer } as const;

describe('the API client', () => {
  test.each([
    ['a broken connection', { hangUp: true }],
    ['an overloaded home', problem(503, 'service_unavailable', { 'retry-after': '0' })],
    ['a rate limit', problem(429, 'rate_limited', { 'retry-after': '0' })],
  ] as [string, Reply][])('tries again after %s, with the same key and a new signature', async (_, first) => {
    const { api, client } = await createClient(first, good);
    expect(await client.request(post)).toEqual({ ok: true });
    const [one, other] = api.received;
    expect(api.received).toHaveLength(2);
    expect(one?.headers['idempotency-key']).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(other?.headers['idempotency-key']).toBe(one?.headers['idempotency-key']);
    expect(other?.headers['signature-input']).not.toBe(one?.headers['signature-input']);
    expect(other?.body).toBe(one?.body);
  });

  test('gives up after a bounded number of attempts and says why', async () => {
    const { api, client } = await createClient(problem(503, 'service_unavailable', { 'retry-after': '0' }));
    const failure = client.request({ ...post, attempts: 3 });
    await expect(failure).rejects.toMatchObject({ code: 'service_unavailable', status: 503, retryAfter: 0 });
    expect(api.received).toHaveLength(3);
  });

  test.each([
    ['a refusal', problem(403, 'admission_is_manual'), 'admission_is_manual'],
    [
      'a wait longer than a caller would expect',
      problem(429, 'rate_limited', { 'retry-after': '3600' }),
      'rate_limited',
    ],
    ['an answer that is no problem document', { status: 500, text: '<html>' }, 'http_error'],
    ['an answer that is not JSON', { text: 'hello' }, 'bad_answer'],
    ['an answer that does not fit', { body: { ok: 'maybe' } }, 'bad_answer'],
    ['an answer without an end', { text: `"${'x'.repeat(5 * 1024 * 1024)}"` }, 'bad_answer'],
    [
      'a redirect, which would carry the signature away',
      { status: 302, headers: { location: '/v1/other' } },
      'http_error',
    ],
  ] as [string, Reply, string][])('does not try again after %s', async (_, reply, code) => {
    const { api, client } = await createClient(reply, reply);
    await expect(client.request(post)).rejects.toMatchObject({ code });
    expect(api.received).toHaveLength(1);
  });

  test('reports the clock difference for a signature out of time', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString();
    const { client } = await createClient(problem(401, 'signature_expired', { date }));
    const failure = await client.request(post).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'signature_expired' });
    const { clockSkewSeconds, message } = failure as { clockSkewSeconds: number; message: string };
    expect(Math.abs(clockSkewSeconds - 600)).toBeLessThan(30);
    expect(message).toContain('behind');
  });

  test('a read carries no idempotency key', async () => {
    const { api, client } = await createClient(good);
    await client.request({ method: 'GET', path: '/v1/me', answer });
    expect(api.received[0]?.headers['idempotency-key']).toBeUndefined();
    expect(api.received[0]?.headers['content-digest']).toBeDefined();
  });

  test('closing ends a request under way with the reason', async () => {
    const signer = signerOf(new Uint8Array(32).fill(5));
    const closing = new AbortController();
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const api = await startSmallApi(() => {
      asked();
      return new Promise<Reply>(() => {});
    });
    const client = new ApiClient(api.url, signer, surroundings, closing.signal);
    const request = client.request(post);
    await isAsked;
    closing.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
  });

  test('an answer that does not come in time is a timeout', async () => {
    const signer = signerOf(new Uint8Array(32).fill(5));
    const api = await startSmallApi(() => new Promise<Reply>(() => {}));
    const client = new ApiClient(api.url, signer, surroundings, new AbortController().signal);
    const failure = client.request({ ...post, timeoutMs: 50, attempts: 1 });
    await expect(failure).rejects.toMatchObject({ name: 'ConnectionError', code: 'timeout' });
  });
});
