import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

const getHeaders = (result: { res: unknown }) => (result.res as { headers: Record<string, string> }).headers;

it('deletes one, many and none', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const keys = ['a', 'b & <c>', ' spaced ', '中文'];
  for (const key of keys) await client.put(key, Buffer.from('x'));
  const { deleted } = await client.deleteMulti([...keys, 'never there'], {});
  expect(deleted).toHaveLength(5);
  expect((await client.listV2({}, {})).objects).toHaveLength(0);
  await client.delete('never there');
  const bomb = '<!DOCTYPE x [<!ENTITY a "k">]><Delete><Object><Key>&a;</Key></Object></Delete>';
  for (const body of ['', '<Delete/>', '<Delete><Object/></Delete>', '<Other/>', 'not xml', bomb]) {
    const raw = signedRequest({ method: 'POST', query: { delete: '' }, body }, ADMIN);
    expect(await sendRaw(emulator.ossEndpoint, raw), body).toMatchObject({
      status: 400,
      code: 'MalformedXML',
    });
  }
});

it('lists for ali-oss in both versions', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  for (const key of ['a/1', 'a/2', 'a/b/3', 'c', 'd&e']) await client.put(key, Buffer.from(key));
  const query = { prefix: '', delimiter: '/', 'max-keys': '2' } as never;
  const first = await client.list(query, {});
  expect(first).toMatchObject({ isTruncated: true, prefixes: ['a/'], nextMarker: 'c' });
  expect(first.objects[0]).toMatchObject({
    name: 'c',
    size: 1,
    type: 'Normal',
    owner: { id: '1000000000000001' },
  });
  const rest = await client.list({ delimiter: '/', marker: 'c', 'max-keys': '2' } as never, {});
  expect(rest).toMatchObject({ isTruncated: false, prefixes: null, nextMarker: null });
  expect(rest.objects.map((object) => object.name)).toEqual(['d&e']);

  const names: string[] = [];
  let token: string | undefined;
  do {
    const page = await client.listV2(
      { 'max-keys': '2', ...(token === undefined ? {} : { 'continuation-token': token }) } as never,
      {},
    );
    names.push(...page.objects.map((object) => object.name));
    token = (page as { nextContinuationToken?: string }).nextContinuationToken ?? undefined;
  } while (token !== undefined);
  expect(names).toEqual(['a/1', 'a/2', 'a/b/3', 'c', 'd&e']);
  const after = await client.listV2({ 'start-after': 'a/2', 'fetch-owner': 'true' } as never, {});
  expect(after.objects.map((object) => object.name)).toEqual(['a/b/3', 'c', 'd&e']);
  for (const maxKeys of ['0', '1001', 'x', '-1']) {
    await expect(client.listV2({ 'max-keys': maxKeys } as never, {})).rejects.toMatchObject({
      code: 'InvalidArgument',
    });
  }
  await expect(client.listV2({ 'continuation-token': '!' } as never, {})).rejects.toMatchObject({
    code: 'InvalidArgument',
  });
});

it('keeps tags and ACLs without touching bytes or date', async () => {
  let now = Date.parse('2026-05-05T12:00:00Z');
  const emulator = await startTestEmulator({ clock: () => now });
  const client = ossClient(emulator);
  await client.put('a', Buffer.from('x'), { headers: { 'x-oss-tagging': 'k=v' } } as never);
  const before = getHeaders(await client.head('a'));
  expect(before['x-oss-tagging-count']).toBe('1');
  now += 60_000;
  await client.putObjectTagging('a', { colour: 'blue', size: 'l' });
  expect((await client.getObjectTagging('a')).tag).toEqual({ colour: 'blue', size: 'l' });
  await client.putACL('a', 'private');
  expect((await client.getACL('a')).acl).toBe('private');
  await client.deleteObjectTagging('a');
  const after = getHeaders(await client.head('a'));
  expect(after['last-modified']).toBe(before['last-modified']);
  expect(after.etag).toBe(before.etag);
  expect((await client.get('a')).content.toString()).toBe('x');
});

it('describes its one bucket and never publishes it', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  expect((await client.getBucketInfo(BUCKET)).bucket).toMatchObject({
    Name: BUCKET,
    Location: 'oss-cn-local',
    BlockPublicAccess: 'true',
  });
  expect((await client.getBucketLocation(BUCKET)).location).toBe('oss-cn-local');
  expect((await client.getBucketACL(BUCKET)).acl).toBe('private');
  await client.putBucketACL(BUCKET, 'private');
  await client.putBucket(BUCKET);
  expect(await client.listBuckets({} as never, {})).toMatchObject({ buckets: [{ name: BUCKET }] });
  const block = (value: string) =>
    sendRaw(
      emulator.ossEndpoint,
      signedRequest(
        {
          method: 'PUT',
          query: { publicAccessBlock: '' },
          body: `<PublicAccessBlockConfiguration><BlockPublicAccess>${value}</BlockPublicAccess></PublicAccessBlockConfiguration>`,
        },
        ADMIN,
      ),
    );
  expect((await block('true')).status).toBe(200);
  expect((await block('false')).status).toBe(200);
  expect((await client.getBucketInfo(BUCKET)).bucket).toMatchObject({ BlockPublicAccess: 'false' });
  await expect(client.putBucketACL(BUCKET, 'public-read')).rejects.toMatchObject({ status: 403 });
  expect((await fetch(`${emulator.ossEndpoint}/${BUCKET}/a`)).status).toBe(403);
  expect((await block('maybe')).code).toBe('MalformedXML');
});
