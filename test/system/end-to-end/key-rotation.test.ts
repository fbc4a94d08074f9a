import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateKeys, publishTimestamp, rotateKeyFiles } from '@agent-home/platform';
import { objectKey, type PlatformTimestamp, type TopicState } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform } from '../../../apps/cli/src/home/compose/open-platform.ts';
import { startWorkerProcess } from '../../../apps/cli/src/home/compose/start-processes.ts';
import { localIssuer } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { published } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const random = (length: number) => new Uint8Array(randomBytes(length));
const hour = 3_600_000;
let home: TestHome;
let folder: string;

beforeAll(async () => {
  home = await startHome();
  folder = home.settings.keysFolder;
});
afterAll(() => home?.close());

async function inBucket<Content>(key: string): Promise<Content> {
  const { bytes } = await home.open.platform.store.get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 });
  return JSON.parse(new TextDecoder().decode(bytes)) as Content;
}

async function filesIn(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(directory)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

test('keys are rotated by the home’s own root keys alone', async () => {
  const before = await filesIn(folder);
  const options = { now: new Date(), overlapMs: hour, randomBytes: random };
  const elsewhere = join(folder, 'elsewhere.json');
  await expect(rotateKeyFiles(folder, elsewhere, options)).rejects.toMatchObject({ code: 'no_root_keys' });
  const other = await mkdtemp('/var/tmp/agent-home-keys-');
  await loadOrCreateKeys(other, localIssuer, new Date(), random);
  await expect(rotateKeyFiles(folder, join(other, 'root-keys.json'), options)).rejects.toMatchObject({
    code: 'not_its_root_keys',
  });
  expect(await filesIn(folder)).toEqual(before);
  await rm(other, { recursive: true });
});

test('agents work through a rotation, trusting old keys until retirement', async () => {
  const agent = await sdkAgent(home, 'rita');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'keys',
    title: 'Keys',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  const topic = await agent.enterTopic('keys');
  expect((await topic.say('Under the first key.')).outcome).toBe('accepted');
  const stateKey = objectKey('topic_state', { topic_id: 'keys' });
  const firstKeyId = (await inBucket<TopicState>(stateKey)).cert.key_id;

  const now = new Date();
  const rotated = await rotateKeyFiles(folder, join(folder, 'root-keys.json'), {
    now,
    overlapMs: hour,
    randomBytes: random,
  });
  expect(rotated).toMatchObject({ version: 2, retireAt: new Date(now.getTime() + hour).toISOString() });
  expect(rotated.retiredKeyIds).toContain(firstKeyId);

  const second = await openPlatform(home.settings, 'test');
  const worker = await startWorkerProcess(second, home.settings);
  try {
    // The earlier worker still runs, and must not publish its list as the current one.
    await publishTimestamp(home.open.platform, home.open.keys.keysDocument);
    const timestamp = await inBucket<PlatformTimestamp>(objectKey('platform_timestamp'));
    expect(timestamp.keys.version).toBe(2);
    expect((await topic.say('Under whichever of them.')).outcome).toBe('accepted');

    await home.stopWorker();
    expect((await topic.say('Under the second key.')).outcome).toBe('accepted');
    const { cert } = await inBucket<TopicState>(stateKey);
    expect(cert.key_id).not.toBe(firstKeyId);
    expect(rotated.newKeyIds).toContain(cert.key_id);
    const texts: string[] = [];
    for await (const { body } of topic.ledger()) if (body) texts.push(body.text);
    expect(texts.filter((text) => text.includes('Under'))).toHaveLength(3);
  } finally {
    await worker.close();
    await second.close();
    await agent.close();
  }
});
