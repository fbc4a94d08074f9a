import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../apps/cli/src/home/configuration/read-settings.ts';
import { localEnvironment } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { announceRunning } from '../../../apps/cli/src/home/local/running-file.ts';
import { findHome } from '../../../apps/cli/src/home/local/running-home.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));

let home: TestHome;
let environment: Record<string, string>;
beforeAll(async () => {
  home = await startHome();
  environment = localEnvironment(home.places, home.secrets, {
    databaseUrl: home.settings.databaseUrl,
    emulator: home.emulator,
  });
});
afterAll(() => home.close());

/** Runs the command as an operator does, against the configured home. */
async function agentHome(words: string[], changes: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', ...environment, ...changes };
  try {
    const { stdout } = await run(process.execPath, [command, ...words], { env });
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout: stdout + stderr };
  }
}

test('lifecycle apply changes the differences and then nothing', async () => {
  const week = await agentHome(['lifecycle', 'apply']);
  expect(week).toMatchObject({ code: 0 });
  expect(week.stdout).toContain('nothing to change');
  const shorter = { AGENT_HOME_KEEP_HEARTBEATS_DAYS: '2' };
  const dry = await agentHome(['lifecycle', 'apply', '--dry-run'], shorter);
  expect(dry.stdout).toContain(
    'would be now agent-home-heartbeats (agents/heartbeats/: objects go after 2 days)',
  );
  expect(await home.open.platform.store.getLifecycle()).toContainEqual(
    expect.objectContaining({ id: 'agent-home-heartbeats', days: 7 }),
  );
  await agentHome(['lifecycle', 'apply'], shorter);
  expect(await home.open.platform.store.getLifecycle()).toContainEqual(
    expect.objectContaining({ id: 'agent-home-heartbeats', days: 2 }),
  );
  expect((await agentHome(['lifecycle', 'show'], shorter)).stdout).toMatch(
    /heartbeat +2 days, by the bucket/,
  );
}, 60_000);

test('the doctor ends with 1 if a check fails', async () => {
  const sound = await agentHome(['doctor', '--json']);
  const { checks, failures } = JSON.parse(sound.stdout) as {
    failures: number;
    checks: { name: string; status: string; todo?: string }[];
  };
  expect(sound.code).toBe(0);
  expect(failures).toBe(0);
  expect(checks.find(({ name }) => name === 'bucket protection')?.todo).toContain('bucket protect');
  const broken = await agentHome(['doctor'], { AGENT_HOME_URL: 'http://127.0.0.1:1' });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('✘ api');
  for (const secret of [
    home.secrets.platformAccessKeySecret,
    home.secrets.eventToken,
    home.secrets.databasePassword,
  ])
    expect(sound.stdout + broken.stdout).not.toContain(secret);
}, 60_000);

test('the explain command prints the explanation of the API', async () => {
  await RawAgent.admitted(home, 'ada');
  const { stdout } = await agentHome(['explain', 'ada', 'topic_read', 'nowhere']);
  expect(stdout).toContain('DENIED  not_found');
  expect(stdout).toContain('topic: does not exist');
  const told = JSON.parse(
    (await agentHome(['explain', 'ada', 'heartbeat_write', '--json'])).stdout,
  ) as object;
  expect(told).toMatchObject({ decision: 'allowed', permissions: [{ action: 'put' }] });
  expect((await agentHome(['explain', 'ada', 'topic_read'])).code).toBe(1);
}, 60_000);

test('the explain command prints the API’s explanation of a message', async () => {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'told',
    title: 'T',
    visibility: 'public',
    mode: 'freeform',
  });
  const asked = ['explain', 'ada', 'message', 'told', '000001'];
  expect((await agentHome(asked)).stdout).toContain('NOT_WRITTEN  not written: the agent never had a ticket');
  const told = JSON.parse((await agentHome([...asked, '--json'])).stdout) as object;
  expect(told).toMatchObject({ outcome: 'not_written', message_id: '000001', facts: {} });
  expect((await agentHome(['explain', 'ada', 'message', 'told'])).code).toBe(1);
}, 60_000);

test('a command finds the running home’s data folder', async () => {
  const password = new URL(home.settings.databaseUrl).password;
  const secrets = { ...home.secrets, databasePassword: decodeURIComponent(password) };
  await writeFile(join(home.places.dataDirectory, 'secrets.json'), JSON.stringify(secrets));
  const postgres = { port: Number(new URL(home.settings.databaseUrl).port) };
  const { ossEndpoint, stsEndpoint, certificateUrl } = home.emulator;
  const retract = await announceRunning(home.places, {
    api_port: home.places.apiPort,
    database_port: postgres.port,
    oss_endpoint: ossEndpoint,
    sts_endpoint: stsEndpoint,
    certificate_url: certificateUrl,
    variables: {},
  });
  const local = { AGENT_HOME_DATA: home.places.dataDirectory };
  const found = await findHome(local);
  expect(found).toMatchObject({ kind: 'local', apiUrl: home.url, dataDirectory: home.places.dataDirectory });
  expect(found.settings.store).toEqual(home.settings.store);
  expect(found.settings.platformKey).toEqual(home.settings.platformKey);
  expect(new URL(found.settings.databaseUrl).port).toBe(String(postgres.port));
  await retract();
  await expect(findHome(local)).rejects.toMatchObject({ code: 'no_home_here' });
});

test('an invalid retention or quota is refused by name', () => {
  for (const [name, value] of [
    ['AGENT_HOME_KEEP_HEARTBEATS_DAYS', '0'],
    ['AGENT_HOME_KEEP_RESULTS_DAYS', 'a week'],
    ['AGENT_HOME_KEEP_UNFINISHED_UPLOADS_DAYS', '31'],
    ['AGENT_HOME_AGENT_QUOTA_BYTES', '-1'],
    ['AGENT_HOME_FORBID_OVERWRITE', 'everything'],
  ] as const)
    expect(() => readSettings({ ...environment, [name]: value }), name).toThrow(name);
  // Each setting is valid by itself, but not both together.
  expect(() => readSettings({ ...environment, AGENT_HOME_AGENT_QUOTA_BYTES: '1' })).toThrow(
    /AGENT_HOME_AGENT_QUOTA_BYTES .*AGENT_HOME_ARTIFACT_BYTES/,
  );
  const { retention, quotas } = readSettings(environment).platform;
  expect(retention.heartbeatDays).toBe(7);
  expect(quotas.agentObjects).toBe(1000);
});
