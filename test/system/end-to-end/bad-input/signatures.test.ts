import { randomBytes } from 'node:crypto';
import { encodeBase64Url } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../../../support/count-rows.ts';
import { httpCall } from '../../../support/http-request.ts';
import { RawAgent, type SignOverrides } from '../../../support/raw-agent.ts';
import { BadInputHome } from './bad-input-home.ts';

let here: BadInputHome;
beforeAll(async () => {
  here = await BadInputHome.start();
});
afterAll(() => here.home.close());

describe('a signature', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const grants = { grants: [{ type: 'registry_read' }] };
  const all = ['@method', '@authority', '@path', '@query', 'content-digest'];

  test.each<[what: string, overrides: () => SignOverrides, code: string]>([
    ['of another service', () => ({ tag: 'another-tag' }), 'signature_invalid'],
    ['with a short nonce', () => ({ nonce: 'short' }), 'signature_invalid'],
    ['with an endless nonce', () => ({ nonce: 'x'.repeat(129) }), 'signature_invalid'],
    ...all.map((missing): [string, () => SignOverrides, string] => [
      `that leaves out ${missing}`,
      () => ({ components: all.filter((component) => component !== missing) }),
      'signature_invalid',
    ]),
    ['that is garbage', () => ({ headers: { signature: 'garbage' } }), 'signature_invalid'],
    ['whose input is garbage', () => ({ headers: { 'signature-input': 'sig1=(((' } }), 'signature_invalid'],
    ['whose digest is garbage', () => ({ headers: { 'content-digest': 'x' } }), 'signature_invalid'],
  ])('%s is refused', async (_what, overrides, code) => {
    await here.refused(() => here.ada.call('POST', '/v1/credentials', grants, overrides()), code);
  });

  test('a request signed for other parts is refused', async () => {
    const body = { sentBody: '{"grants":[{"type":"heartbeat_write"}]}' };
    await here.refused(
      () => here.ada.call('POST', '/v1/credentials', grants, body),
      'content_digest_mismatch',
    );
    for (const signedAs of [
      { method: 'PUT' },
      { path: '/v1/feed/ack' },
      { path: '/v1/credentials?x=1' },
      { url: 'http://other.example' },
    ]) {
      await here.refused(
        () => here.ada.call('POST', '/v1/credentials', grants, { signedAs }),
        'signature_invalid',
      );
    }
  });

  test('a signature by a wrong clock names the home’s time', async () => {
    for (const created of [now() - 61, now() + 62]) {
      const { body } = await here.refused(
        () => here.ada.call('POST', '/v1/credentials', grants, { created }),
        'signature_expired',
      );
      const named = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(String(body.detail))?.[0] ?? '';
      expect(Math.abs(Date.parse(named) - Date.now())).toBeLessThan(60_000);
    }
  });

  test('an expired signature says so without its creation time', async () => {
    const { body } = await here.refused(
      () => here.ada.call('POST', '/v1/credentials', grants, { expires: now() - 5 }),
      'signature_expired',
    );
    expect(body.path).toBe('expires');
    expect(body.detail).toMatch(/expired at \d{4}-\d\d-\d\dT[\d:.]+Z/);
    expect(body.detail).not.toContain('created');
  });

  test('a signature with a time that no clock has is refused as expired', async () => {
    for (const expires of [0, 999_999_999_999_999]) {
      const answer = await here.ada.call('POST', '/v1/credentials', grants, { expires });
      expect(answer.status).toBe(expires === 0 ? 401 : 200);
    }
  });

  test('a registration signed under another key id names both ids', async () => {
    const stranger = RawAgent.stranger(here.home, 'wrong-key-id');
    const keyId = RawAgent.stranger(here.home, 'other').signer.keyId;
    const { body } = await here.refused(() => stranger.register({ keyId }), 'wrong_key_id');
    expect(body.path).toBe('keyid');
    expect(body.detail).toContain(keyId);
    expect(body.detail).toContain(stranger.signer.keyId);
    await here.refused(() => stranger.call('GET', '/v1/me'), 'unknown_key');
  });

  test('within a minute of our clock is accepted', async () => {
    for (const created of [now() - 50, now() + 50]) {
      expect((await here.ada.call('POST', '/v1/credentials', grants, { created })).status).toBe(200);
    }
  });

  test('a missing one is requested', async () => {
    await here.refused(() => here.send('POST', '/v1/credentials', grants, 'nobody'), 'signature_missing');
  });

  test('a signature of an unregistered key is refused', async () => {
    const stranger = RawAgent.stranger(here.home, 'ada');
    await here.refused(() => stranger.call('POST', '/v1/credentials', grants), 'unknown_key');
  });

  test('for a name this home does not answer to is refused', async () => {
    const body = JSON.stringify(grants);
    const headers = here.ada.sign('POST', '/v1/credentials', body, {
      signedAs: { url: 'http://other.example' },
    });
    const answer = await httpCall(here.home.url, {
      method: 'POST',
      path: '/v1/credentials',
      headers: { ...headers, host: 'other.example', 'content-type': 'application/json' },
      body,
    });
    expect({ status: answer.status, code: JSON.parse(answer.text).code }).toEqual({
      status: 401,
      code: 'wrong_authority',
    });
  });

  test('a replayed signature is refused, also by another process', async () => {
    const second = await here.home.startSecondApi();
    try {
      const nonce = encodeBase64Url(randomBytes(16));
      const body = JSON.stringify(grants);
      const headers = {
        ...here.ada.sign('POST', '/v1/credentials', body, { nonce }),
        'content-type': 'application/json',
        host: new URL(here.home.url).host,
      };
      const replay = async (url: string) => {
        const { status, text } = await httpCall(url, {
          method: 'POST',
          path: '/v1/credentials',
          headers,
          body,
        });
        return { status, code: JSON.parse(text).code };
      };
      expect(await replay(here.home.url)).toEqual({ status: 200, code: undefined });
      const before = await countRows(here.home);
      expect(await replay(here.home.url)).toEqual({ status: 401, code: 'signature_replayed' });
      expect(await replay(second.url)).toEqual({ status: 401, code: 'signature_replayed' });
      expect(await countRows(here.home)).toEqual(before);
    } finally {
      await second.close();
    }
  });
});
