import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { signerOf } from '@agent-home/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { smallHome } from '../testing/small-home.ts';
import { connect } from './connect.ts';

const secretKey = randomBytes(32);

/** Returns a URL without a listener. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

it('connect refuses a newcomer’s wrong or absent home', async () => {
  const { certified, api, bucket } = await smallHome();
  const { rootSet } = certified;
  const url = await deadUrl();
  const nothing = connect({ url, rootSet, secretKey });
  await expect(nothing).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining(url) });

  const noHome = await smallHome(() => ({ status: 404, text: 'nothing here' }));
  await expect(connect({ url: noHome.api.url, rootSet, secretKey })).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    message: expect.stringContaining(noHome.api.url),
  });

  const stranger = signerOf(randomBytes(32));
  const [key] = rootSet.keys;
  const strangers = {
    ...rootSet,
    keys: [{ ...key, key_id: stranger.keyId, public_key: stranger.publicKey }],
  } as typeof rootSet;
  await expect(connect({ url: api.url, rootSet: strangers, secretKey })).rejects.toMatchObject({
    code: 'untrusted_root',
  });
  expect(api.received.map(({ path }) => path)).toEqual(['/v1/keys']);
  expect(bucket.gets).toEqual([]);
});

it('an agent with an id may start without its home', async () => {
  const { certified } = await smallHome();
  const home = await connect({
    url: await deadUrl(),
    rootSet: certified.rootSet,
    secretKey,
    agentId: 'ada',
  });
  onTestFinished(() => home.close());
  await expect(home.me()).rejects.toMatchObject({ code: 'unreachable' });
});
