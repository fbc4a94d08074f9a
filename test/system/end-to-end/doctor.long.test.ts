import { createAliyunBucketProtection } from '@agent-home/object-store';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import { protectBucket } from '@agent-home/platform';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../apps/cli/src/home/commands/doctor.ts';
import type { Settings } from '../../../apps/cli/src/home/configuration/settings.ts';
import { emulatorOptions } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

/** Returns the result of each check by its name. */
async function findings(
  changes: Partial<Settings> = {},
  environment: Record<string, string> = {},
  apiUrl = home.url,
) {
  const found = {
    settings: { ...home.settings, ...changes },
    kind: 'local' as const,
    apiUrl,
    dataDirectory: home.places.dataDirectory,
  };
  const results = await examine(found, environment, () => undefined);
  return Object.fromEntries(results.map(({ name, finding }) => [name, finding]));
}

const protection = () => {
  const { store, platformKey } = home.settings;
  if (store.kind !== 'aliyun') throw new Error('not OSS');
  return {
    roleArn: store.sts.roleArn,
    calls: createAliyunBucketProtection({ ...store.place, credentials: platformKey }),
  };
};

test('a sound home passes every check and keeps no probes', async () => {
  const { roleArn, calls } = protection();
  await protectBucket(calls, { roleArn, scope: 'platform' });
  const found = await findings();
  for (const [name, { status, seen }] of Object.entries(found))
    expect(status, `${name}: ${seen}`).toBe(['proxy', 'mail'].includes(name) ? 'skipped' : 'ok');
  expect(found.events?.seen).toMatch(/arrived \d+ ms/);
  for (const prefix of [
    'doctor/',
    'topics/doctor-',
    'platform/doctor-',
    'tasks/doctor-',
    'agents/all/doctor-',
  ])
    expect((await home.open.platform.store.list(prefix)).objects, prefix).toEqual([]);
});

test('the doctor finds missing bucket settings and names the remedy', async () => {
  const { calls } = protection();
  await calls.putOverwriteRules([{ id: 'agent-home-platform', prefix: 'other/' }], 'agent-home-');
  const { store } = home.open.platform;
  await store.putLifecycle([{ id: 'agent-home-heartbeats', prefix: 'agents/heartbeats/', days: 99 }]);
  const found = await findings();
  expect(found['bucket protection']).toMatchObject({
    status: 'warning',
    todo: 'run `agent-home bucket protect`',
  });
  expect(found.lifecycle).toMatchObject({ status: 'warning', todo: 'run `agent-home lifecycle apply`' });
  expect(found.lifecycle?.seen).toContain('agent-home-heartbeats');
});

test('the doctor reports each part that does not respond', async () => {
  home.emulator.setEvents(undefined);
  const { database } = home.open.platform;
  await database.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  const found = await findings({ queueUrl: 'redis://127.0.0.1:1' }, {}, 'http://127.0.0.1:1');
  await database.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  expect(found.events).toMatchObject({ status: 'warning' });
  expect(found.events?.seen).toContain('no event');
  expect(found.api?.status).toBe('failed');
  expect(found.queue?.status).toBe('warning');
  expect(found.database?.status).toBe('failed');
  expect((await findings({ takesEvents: false })).events?.seen).toContain('EVENTS=off');
}, 60_000);

test('a wrong key fails without being shown', async () => {
  const secret = 'a-secret-nobody-may-see';
  const url = new URL(home.settings.databaseUrl);
  url.password = 'another-secret-here';
  const platformKey = { ...home.settings.platformKey, accessKeySecret: secret };
  const found = await findings({ platformKey, databaseUrl: url.href, queueUrl: url.href });
  expect(found.bucket?.status).toBe('failed');
  expect(found.database?.status).toBe('failed');
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(JSON.stringify(found)).not.toContain(url.password);
});

test('a role wider than needed is found by trying', async () => {
  const dataDirectory = `${home.places.dataDirectory}/wide`;
  const options = emulatorOptions({ ...home.places, dataDirectory }, home.secrets);
  const everything = JSON.stringify({
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: ['oss:*'], Resource: ['*'] }],
  });
  const wide: OssEmulator = await startOssEmulator({
    ...options,
    roles: options.roles.map((role) => ({ ...role, policy: everything })),
  });
  const { store } = home.settings;
  if (store.kind !== 'aliyun') throw new Error('not OSS');
  try {
    const found = await findings({
      store: {
        ...store,
        place: { ...store.place, endpoint: wide.ossEndpoint },
        sts: { ...store.sts, endpoint: wide.stsEndpoint },
      },
    });
    expect(found.role?.status).toBe('warning');
    expect(found.role?.seen).toContain('put platform/….json');
    expect(found.role?.seen).toContain('delete');
    // The session policy still holds; this store has no published objects.
    expect(found.credentials?.status).toBe('ok');
    expect(found.bucket?.status).toBe('failed');
    expect(found['keys and policy']?.status).toBe('failed');
  } finally {
    await wide.close();
  }
});
