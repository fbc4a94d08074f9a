import { expect, it } from 'vitest';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

it('returns the bucket at the address the client used', async () => {
  const emulator = await startTestEmulator();
  const { port } = new URL(emulator.ossEndpoint);
  const info = async (host: string, isVirtual: boolean) => {
    const raw = signedRequest({ method: 'GET', query: { bucketInfo: '' } }, ADMIN);
    const target = isVirtual ? raw.target.replace(`/${BUCKET}/`, '/') : raw.target;
    return (await sendRaw(emulator.ossEndpoint, { ...raw, target, headers: { ...raw.headers, host } })).body;
  };
  for (const [host, isVirtual, told] of [
    [`localhost:${port}`, false, `localhost:${port}`],
    [`127.0.0.1:${port}`, false, `127.0.0.1:${port}`],
    [`${BUCKET}.localhost:${port}`, true, `localhost:${port}`],
  ] as const) {
    const body = await info(host, isVirtual);
    expect(body).toContain(`<ExtranetEndpoint>${told}</ExtranetEndpoint>`);
    expect(body).toContain(`<IntranetEndpoint>${told}</IntranetEndpoint>`);
  }
  const body = await info(`localhost:${port}`, false);
  for (const element of [
    `<Name>${BUCKET}</Name>`,
    '<Location>oss-cn-local</Location>',
    '<StorageClass>Standard</StorageClass>',
    '<DataRedundancyType>LRS</DataRedundancyType>',
    '<AccessMonitor>Disabled</AccessMonitor>',
    '<TransferAcceleration>Disabled</TransferAcceleration>',
    '<CrossRegionReplication>Disabled</CrossRegionReplication>',
    '<Grant>private</Grant>',
    '<SSEAlgorithm>None</SSEAlgorithm>',
  ])
    expect(body).toContain(element);
  expect(body).toMatch(/<CreationDate>\d{4}-[^<.]+\.000Z<\/CreationDate>/);
  expect(body).toMatch(/<Owner><ID>\d+<\/ID><DisplayName>\d+<\/DisplayName><\/Owner>/);
});

/** Properties of a new bucket, from the vendor's documentation of each operation. */
const ANSWERS: [string, number, string | RegExp][] = [
  ['versioning', 200, '<VersioningConfiguration></VersioningConfiguration>'],
  ['logging', 200, '<BucketLoggingStatus></BucketLoggingStatus>'],
  ['referer', 200, '<AllowEmptyReferer>true</AllowEmptyReferer>'],
  ['tagging', 200, '<Tagging><TagSet></TagSet></Tagging>'],
  ['requestPayment', 200, '<Payer>BucketOwner</Payer>'],
  ['resourceGroup', 200, /<ResourceGroupId>[^<]+</],
  ['accessmonitor', 200, '<Status>Disabled</Status>'],
  ['bucketArchiveDirectRead', 200, '<Enabled>false</Enabled>'],
  ['policyStatus', 200, '<IsPublic>false</IsPublic>'],
  ['cname', 200, `<Bucket>${BUCKET}</Bucket>`],
  ['cors', 404, 'NoSuchCORSConfiguration'],
  ['website', 404, 'NoSuchWebsiteConfiguration'],
  ['policy', 404, 'NoSuchBucketPolicy'],
  ['encryption', 404, 'NoSuchServerSideEncryptionRule'],
  ['lifecycle', 404, 'NoSuchLifecycle'],
  ['inventory', 404, 'NoSuchInventory'],
  ['worm', 404, 'NoSuchWORMConfiguration'],
  ['replication', 404, 'NoSuchReplicationConfiguration'],
  ['transferAcceleration', 404, 'NoSuchTransferAccelerationConfiguration'],
  ['httpsConfig', 404, 'NoSuchHttpsConfig'],
];

it('answers as OSS does for settings never made', async () => {
  const emulator = await startTestEmulator();
  for (const [name, status, told] of ANSWERS) {
    const raw = signedRequest({ method: 'GET', query: { [name]: '' } }, ADMIN);
    const answer = await sendRaw(emulator.ossEndpoint, raw);
    expect(answer.status, name).toBe(status);
    if (status === 404) expect(answer.code, name).toBe(told);
    else expect(answer.body, name).toMatch(told);
  }
});

it('refuses unsupported settings and lists no objects for them', async () => {
  const emulator = await startTestEmulator();
  const names = [...ANSWERS.map(([name]) => name).filter((name) => name !== 'lifecycle'), 'stat'];
  for (const name of [...names, 'redundancyTransition', 'metaQuery', 'quota', 'userDefinedLogFieldsConfig']) {
    const raw = signedRequest({ method: 'PUT', query: { [name]: '' }, body: '<x/>' }, ADMIN);
    expect(await sendRaw(emulator.ossEndpoint, raw), name).toMatchObject({
      status: 501,
      code: 'NotImplemented',
    });
  }
  for (const name of ['redundancyTransition', 'quota', 'metadataConfiguration', 'qosInfo', 'versions']) {
    const raw = signedRequest({ method: 'GET', query: { [name]: '' } }, ADMIN);
    expect(await sendRaw(emulator.ossEndpoint, raw), name).toMatchObject({ code: 'NotImplemented' });
  }
});

it('counts what is in the bucket', async () => {
  const emulator = await startTestEmulator({ clock: () => Date.UTC(2026, 0, 2) });
  const ask = (request: Parameters<typeof signedRequest>[0]) =>
    sendRaw(emulator.ossEndpoint, signedRequest(request, ADMIN));
  await ask({ method: 'PUT', key: 'a', body: 'four' });
  await ask({ method: 'PUT', key: 'b', body: 'x', headers: { 'x-oss-storage-class': 'IA' } });
  await ask({ method: 'POST', key: 'c', query: { uploads: '' } });
  const { body } = await ask({ method: 'GET', query: { stat: '' } });
  for (const element of [
    '<Storage>5</Storage>',
    '<ObjectCount>2</ObjectCount>',
    '<MultipartUploadCount>1</MultipartUploadCount>',
    '<StandardStorage>4</StandardStorage>',
    '<StandardObjectCount>1</StandardObjectCount>',
    '<InfrequentAccessStorage>1</InfrequentAccessStorage>',
    '<InfrequentAccessObjectCount>1</InfrequentAccessObjectCount>',
  ])
    expect(body).toContain(element);
  expect(body).toContain(`<LastModifiedTime>${Date.UTC(2026, 0, 2) / 1000}</LastModifiedTime>`);
});
