import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import {
  ADMIN,
  AGENT_ROLE,
  allow,
  objects,
  policy,
  startTestEmulator,
} from '../testing/start-test-emulator.ts';

const READ_A = policy(allow(['oss:GetObject'], [objects('a')]));

/** Builds an ACS3 request by hand, for requests that the real client would not send. */
function acs3Request(
  changes: { time?: number; nonce?: string; unsigned?: string[]; extra?: Record<string, string> } = {},
) {
  const query = new URLSearchParams({ RoleArn: AGENT_ROLE, RoleSessionName: 'raw' });
  query.sort();
  const emptyHash = createHash('sha256').update('').digest('hex');
  const headers: Record<string, string> = {
    host: 'sts.local',
    'x-acs-action': 'AssumeRole',
    'x-acs-content-sha256': emptyHash,
    'x-acs-date': new Date(changes.time ?? Date.now()).toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': changes.nonce ?? 'n-1',
    'x-acs-version': '2015-04-01',
  };
  const names = Object.keys(headers).filter((name) => !changes.unsigned?.includes(name));
  const canonicalQuery = query.toString();
  const canonical = [
    'POST',
    '/',
    canonicalQuery,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    emptyHash,
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const signature = createHmac('sha256', ADMIN.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${hash}`)
    .digest('hex');
  headers.authorization = `ACS3-HMAC-SHA256 Credential=${ADMIN.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { method: 'POST', target: `/?${canonicalQuery}`, headers: { ...headers, ...changes.extra } };
}

it('checks the ACS3 signature, its age and its nonce', async () => {
  const emulator = await startTestEmulator({
    users: [{ ...ADMIN, name: 'admin', policy: policy(allow(['*'], ['*'])) }],
  });
  const send = (raw: ReturnType<typeof acs3Request>) => sendRaw(`http://${emulator.stsEndpoint}`, raw);
  const good = acs3Request();
  expect(await send({ ...good, target: good.target.replace('raw', 'row') })).toMatchObject({
    code: 'SignatureDoesNotMatch',
  });
  for (const name of ['x-acs-date', 'x-acs-signature-nonce', 'x-acs-action', 'host', 'x-acs-version']) {
    const value =
      good.headers[name]?.replace(/.$/, (last) => (last === 'Z' ? 'Z' : '0')).replace('20', '21') ?? '';
    const answer = await send({ ...good, headers: { ...good.headers, [name]: `${value}` } });
    if (value !== good.headers[name]) expect(answer.status, name).toBe(400);
    const unsigned = await send(acs3Request({ unsigned: [name], nonce: `u-${name}` }));
    expect(unsigned, name).toMatchObject({ status: 400, code: 'IncompleteSignature' });
  }
  expect(await send(acs3Request({ extra: { 'x-acs-security-token': 'x' }, nonce: 't' }))).toMatchObject({
    code: 'IncompleteSignature',
  });
  expect(await send(acs3Request({ time: Date.now() - 16 * 60_000, nonce: 'o' }))).toMatchObject({
    code: 'InvalidTimeStamp.Expired',
  });
  expect((await send(good)).status).toBe(200);
  expect(await send(good)).toMatchObject({ status: 400, code: 'SignatureNonceUsed' });
});

it('logs neither policy nor token nor secret', async () => {
  const emulator = await startTestEmulator();
  const { credentials } = await assumeRoleByClient(emulator, { policy: READ_A });
  await ossClient(emulator, credentials)
    .get('a')
    .catch(() => undefined);
  const log = JSON.stringify(emulator.logged);
  expect(emulator.logged.length).toBeGreaterThanOrEqual(2);
  expect(log).toContain('AssumeRole');
  for (const secret of [credentials.securityToken, credentials.accessKeySecret, 'Statement', 'Signature']) {
    expect(log).not.toContain(secret);
  }
});
