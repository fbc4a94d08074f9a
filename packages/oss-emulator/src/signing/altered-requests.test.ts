import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { type RawRequest, sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

/** Yields every variant of a text with one character changed into a neighbouring one. */
function* alterations(text: string): Generator<string> {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const other =
      /[0-9a-y]/i.test(text[index] ?? '') && code !== 57 && code !== 90 ? code + 1 : code === 57 ? 48 : 97;
    if (other !== code) yield text.slice(0, index) + String.fromCharCode(other) + text.slice(index + 1);
  }
}

it('refuses a V4 request with any one byte altered', async () => {
  const emulator = await startTestEmulator();
  const good = signedRequest(
    {
      method: 'PUT',
      key: 'a/key.txt',
      headers: {
        'content-type': 'text/plain',
        'x-oss-meta-colour': 'blue',
        'x-oss-forbid-overwrite': 'true',
      },
      body: 'bytes',
    },
    ADMIN,
  );
  const altered: RawRequest[] = [
    { ...good, method: 'POST' },
    { ...good, method: 'DELETE' },
  ];
  const key = good.target.slice(BUCKET.length + 2);
  for (const other of alterations(key)) altered.push({ ...good, target: `/${BUCKET}/${other}` });
  altered.push({ ...good, target: `${good.target}?acl` }, { ...good, target: `${good.target}?tagging` });
  for (const [name, value] of Object.entries(good.headers ?? {})) {
    for (const other of alterations(value))
      altered.push({ ...good, headers: { ...good.headers, [name]: other } });
    const { [name]: _removed, ...rest } = good.headers ?? {};
    altered.push({ ...good, headers: rest });
  }
  altered.push({ ...good, headers: { ...good.headers, 'x-oss-object-acl': 'private' } });
  altered.push({ ...good, headers: { ...good.headers, 'content-md5': 'XrY7u+Ae7tCTyyK7j1rNww==' } });

  expect(altered.length).toBeGreaterThan(200);
  for (const request of altered) {
    const answer = await sendRaw(emulator.ossEndpoint, request);
    expect([400, 403], JSON.stringify(request)).toContain(answer.status);
  }
  expect((await sendRaw(emulator.ossEndpoint, good)).status).toBe(200);
});

it('refuses a V1 request with any signed byte altered', async () => {
  const emulator = await startTestEmulator();
  await ossClient(emulator).put('v1.txt', Buffer.from('x'));
  const url = new URL(
    ossClient(emulator, ADMIN, { authorizationV4: false } as never).signatureUrl('v1.txt', {
      expires: 600,
      response: { 'content-type': 'text/html' },
    }),
  );
  const target = `${url.pathname}${url.search}`;
  expect((await sendRaw(emulator.ossEndpoint, { method: 'GET', target })).status).toBe(200);
  for (const name of ['OSSAccessKeyId', 'Expires', 'Signature', 'response-content-type']) {
    for (const other of alterations(url.searchParams.get(name) ?? '')) {
      const changed = new URL(url);
      changed.searchParams.set(name, other);
      const answer = await sendRaw(emulator.ossEndpoint, {
        method: 'GET',
        target: `${changed.pathname}${changed.search}`,
      });
      expect(answer.status, `${name}=${other}`).toBe(403);
    }
  }
  const asPut = await sendRaw(emulator.ossEndpoint, { method: 'PUT', target, body: 'y' });
  expect(asPut.code).toBe('SignatureDoesNotMatch');
});
