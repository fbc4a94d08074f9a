import { createHash } from 'node:crypto';
import { decodeBase64Url, signerOf, verifyEd25519 } from '@agent-home/protocol';
import { verifySignature } from 'http-message-sig';
import { describe, expect, test } from 'vitest';
import { signRequest } from './sign-request.ts';

const now = Date.parse('2026-03-01T12:00:00.400Z');
const signer = signerOf(new Uint8Array(32).fill(5));
const surroundings = { now: () => now, randomBytes: (length: number) => new Uint8Array(length).fill(6) };
const request = {
  method: 'POST',
  url: new URL('http://127.0.0.1:4600/v1/feed/ack?a=%20b&c'),
  body: new TextEncoder().encode('{"event_ids":["1"]}'),
};

/** Verifies with the library's own verifier and the requirements of the home's API. */
function verify(headers: Record<string, string>, sent: { method?: string; url?: string } = {}) {
  return verifySignature(
    {
      kind: 'request',
      method: sent.method ?? request.method,
      targetUri: sent.url ?? request.url.href,
      fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
    },
    {
      label: 'sig1',
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: ['@method', '@authority', '@path', '@query', 'content-digest'],
        requiredParameters: ['created', 'keyid', 'nonce', 'tag'],
        now: Math.floor(now / 1000),
        maxAge: 60,
      },
      resolveVerifier: () => ({
        algorithm: 'ed25519',
        verify: (message, signature) =>
          verifyEd25519({
            publicKey: decodeBase64Url(signer.publicKey) ?? new Uint8Array(),
            message,
            signature,
          }),
      }),
    },
  );
}

describe('a signed request', () => {
  test('verifies, and names key, time, nonce and tag', async () => {
    const { parameters } = await verify(signRequest(request, signer, surroundings));
    expect(parameters).toEqual({
      created: Math.floor(now / 1000),
      keyid: signer.keyId,
      alg: 'ed25519',
      nonce: 'BgYGBgYGBgYGBgYGBgYGBg',
      tag: 'agent-home-v1',
    });
  });

  test('digests its body, the empty one too', () => {
    for (const body of [request.body, new Uint8Array()]) {
      const digest = createHash('sha256').update(body).digest('base64');
      expect(signRequest({ ...request, body }, signer, surroundings)['content-digest']).toBe(
        `sha-256=:${digest}:`,
      );
    }
  });

  test.each([
    ['another method', { method: 'PUT' }],
    ['another host', { url: 'http://127.0.0.2:4600/v1/feed/ack?a=%20b&c' }],
    ['another port', { url: 'http://127.0.0.1:4601/v1/feed/ack?a=%20b&c' }],
    ['another path', { url: 'http://127.0.0.1:4600/v1/feed/acks?a=%20b&c' }],
    ['another query', { url: 'http://127.0.0.1:4600/v1/feed/ack?a=%20b' }],
  ])('is void for %s', async (_, sent) => {
    const headers = signRequest(request, signer, surroundings);
    await expect(verify(headers, sent)).rejects.toMatchObject({ code: 'VerificationFailed' });
  });

  test('is void for another body', async () => {
    const headers = signRequest(request, signer, surroundings);
    const other = signRequest({ ...request, body: new Uint8Array([1]) }, signer, surroundings);
    const swapped = { ...headers, 'content-digest': other['content-digest'] ?? '' };
    await expect(verify(swapped)).rejects.toMatchObject({ code: 'VerificationFailed' });
  });
});
